import { expect, test } from 'vitest'
import { packOf } from '../packs/packs.ts'
import { announcementIn } from './announcement.ts'

/** English ones as a recognizer wrote down the recorded human voice of Debian's asterisk-core-sounds-en. */
const SAID: readonly [tag: string, text: string, announcement: string | null][] = [
  ['en', 'The number you have dialed is not in service. please check the number and try again.', 'no_such_number'],
  ['en', 'Please check the number and dial again.', 'no_such_number'],
  ['en', 'The number you have reached has been disconnected or is no longer in service.', 'no_such_number'],
  ['en', 'Your call cannot be completed as dialed.', 'unreachable'],
  ['en', 'The number is not answering.', 'unreachable'],
  ['en', 'All circuits are busy now.', 'unreachable'],
  ['en', 'Please try your call again later.', 'unreachable'],
  ['en', "I'm sorry, but I was unable to locate the person you're calling.", 'unreachable'],
  ['en', 'The subscriber you are calling is not available.', 'unreachable'],
  ['de', 'Kein Anschluss unter dieser Nummer.', 'no_such_number'],
  ['de', 'Der gewünschte Gesprächspartner ist zurzeit nicht erreichbar.', 'unreachable'],
  ['es', 'El número que usted ha marcado no existe.', 'no_such_number'],
  ['es', 'El teléfono al que llama está apagado o fuera de cobertura.', 'unreachable'],
  ['fr', "Le numéro que vous avez composé n'est pas attribué.", 'no_such_number'],
  ['fr', "Votre correspondant n'est pas joignable pour le moment.", 'unreachable'],
  ['pt', 'O número chamado não existe.', 'no_such_number'],
  ['pt', 'O telefone chamado está desligado ou fora da área de cobertura.', 'unreachable'],
  // Mailboxes.
  ['en', 'The person you are calling is not available. Please leave a message after the tone.', null],
  ['en', 'The subscriber you have called is not available. Please leave your message.', null],
  ['en', 'The customer you are trying to reach is unavailable. At the tone, please record your message.', null],
  ['en', 'All of our lines are busy now. Please leave your name and number.', null],
  ['en', 'The number you have dialed is not answering. You can leave a message.', null],
  ['de', 'Der Gesprächspartner ist zurzeit nicht erreichbar. Bitte hinterlassen Sie eine Nachricht.', null],
  ['de', 'Der Teilnehmer ist momentan nicht erreichbar. Sie können nach dem Ton eine Nachricht hinterlassen.', null],
  ['de', 'Der Teilnehmer ist zurzeit nicht erreichbar. Sie können eine Nachricht hinterlassen.', null],
  ['es', 'El número que ha marcado no está disponible. Deje su mensaje después de la señal.', null],
  ['es', 'El teléfono al que llama está apagado. Por favor, deje un mensaje de voz.', null],
  ['es', 'El cliente no está disponible. Puede dejar un mensaje.', null],
  ['fr', "Votre correspondant n'est pas disponible. Veuillez laisser un message après le bip.", null],
  ['fr', "Votre correspondant n'est pas joignable. Vous pouvez lui laisser un message.", null],
  ['pt', 'O número chamado não está disponível. Deixe o seu recado após o sinal.', null],
  ['pt', 'O telefone chamado está desligado. A chamada será encaminhada para a caixa postal.', null],
  ['pt', 'O cliente não está disponível. Pode deixar a sua mensagem.', null],
  // People.
  ['en', 'He is not available right now, can you try again later?', null],
  ['en', 'You have the wrong number, please check it.', null],
  ['en', 'My number has changed, I want you to note the new one.', null],
  ['en', 'I am busy now, call me later.', null],
  ['en', 'Hello, you have reached the voice mail of John Smith. I am not available right now.', null],
  ['de', 'Ich bin gerade nicht erreichbar, sprechen Sie nach dem Ton.', null],
  ['es', 'No está disponible ahora, llame más tarde.', null],
  ['fr', "Il n'est pas disponible, rappelez plus tard.", null],
  ['pt', 'Ele não está disponível agora.', null],
]

test.each(SAID)('%s: %s', (tag, text, announcement) => {
  expect(announcementIn(text, packOf(tag))?.announcement ?? null).toBe(announcement)
})

test.each([
  ['en', 'The person you are calling is not available.'],
  ['de', 'Der Teilnehmer ist zurzeit nicht erreichbar.'],
  ['es', 'El teléfono al que llama está apagado.'],
  ['fr', "Votre correspondant n'est pas joignable."],
  ['pt', 'O número chamado não está disponível.'],
])('%s: mailboxes begin like this too: %s', (tag, text) => {
  expect(announcementIn(text, packOf(tag))).toEqual({ announcement: 'unreachable', isWhole: false })
})
