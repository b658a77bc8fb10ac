import { expect, test } from 'vitest'
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
  expect(announcementIn(text, tag)).toBe(announcement)
})
