/** The far end of a real Asterisk: people whom the dialplan plays, and the workflow that is spoken with them. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeWav } from '../../src/speech/wav.ts'
import { littleEndianSamples } from '../../src/speech/wire-audio.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { spoken } from './voices.ts'

const TELEPHONE_HZ = 8000

const position = { x: 0, y: 0 }

/** A question that is answered by a key or by a word, then four digits. */
export const QUESTIONNAIRE = {
  nodes: [
    {
      id: 'start',
      type: 'startCall',
      position,
      data: { name: 'Question', greeting: 'Hello {{first_name | there}}. Would you like to take part? Say yes or no.' },
    },
    {
      id: 'code',
      type: 'agentNode',
      position,
      data: {
        name: 'Code',
        say: 'Please enter your code.',
        collect: { variable: 'code', kind: 'digits', max_length: 4 },
      },
    },
    end('done', 'Done'),
    end('declined', 'Declined'),
    end('unclear', 'Unclear'),
  ],
  edges: [
    edge('start', 'code', { label: 'yes', examples: ['yes', 'yes please'], keys: ['1'] }),
    edge('start', 'declined', { label: 'no', examples: ['no', 'no thank you'], keys: ['2'] }),
    edge('start', 'unclear', { label: 'no_input' }),
    edge('start', 'unclear', { label: 'no_match' }),
    edge('code', 'done', {}),
    edge('code', 'unclear', { label: 'no_input' }),
    edge('code', 'unclear', { label: 'no_match' }),
  ],
}

/** A word, and then somebody else; whoever is left with us hears that nobody was there. */
export function handsOverTo(destination: string, announce = 'A call for you.') {
  return {
    nodes: [
      { id: 'start', type: 'startCall', position, data: { name: 'Hello', greeting: 'One moment.' } },
      { id: 'desk', type: 'transfer', position, data: { name: 'Desk', destination, announce } },
      end('nobody', 'Nobody'),
    ],
    edges: [edge('start', 'desk', {}), edge('desk', 'nobody', {})],
  }
}

function end(id: string, name: string) {
  return { id, type: 'endCall', position, data: { name, say: 'Thank you. Good-bye.' } }
}

function edge(source: string, target: string, data: { label?: string; examples?: string[]; keys?: string[] }) {
  return { id: `${source}-${target}-${data.label ?? 'then'}`, source, target, data }
}

export interface Recordings {
  readonly folder: string
}

/** `yes.wav` and `no.wav`, as Asterisk plays them. */
export async function recordPeople(): Promise<Recordings> {
  const folder = await temporaryFolder('callees')
  for (const [name, words] of [
    ['yes', 'Yes, please.'],
    ['no', 'No, thank you.'],
  ] as const) {
    const audio = await spoken(words, { encoding: 'l16', sampleRateHz: TELEPHONE_HZ })
    const samples = littleEndianSamples(audio)
    writeFileSync(join(folder, `${name}.wav`), writeWav({ samples, sampleRateHz: TELEPHONE_HZ }))
  }
  return { folder }
}

/** A minute: a busy machine takes its time to understand twelve people at once, and hangs up when it has. */
const PATIENCE = Array.from({ length: 6 }, () => 'silence/10').join('&')

/**
 * Goes on where `[callee]` ends. Each pattern has a hundred numbers, because a list holds each person once. Silence is
 * played, not waited: a phone sends sound all the time.
 */
export function dialplanOf({ folder }: Recordings): string {
  return `
exten => _931XX,1,Answer()                 ; presses a key for yes, then the code
 same => n,Playback(silence/5)
 same => n,SendDTMF(1,100,150)
 same => n,Playback(silence/5)
 same => n,SendDTMF(4711,100,150)
 same => n,Playback(silence/10&silence/10)
exten => _932XX,1,Answer()                 ; says yes, then presses the code
 same => n,Playback(silence/5&${folder}/yes&silence/10)
 same => n,SendDTMF(4711,100,150)
 same => n,Playback(${PATIENCE})
exten => _933XX,1,Answer()                 ; says no
 same => n,Playback(silence/5&${folder}/no&${PATIENCE})
exten => _934XX,1,Answer()                 ; says nothing, and stays
 same => n,Playback(silence/10&silence/10&silence/10&silence/10&silence/10&silence/10)
 same => n,Playback(silence/10&silence/10&silence/10&silence/10&silence/10&silence/10)
exten => _941XX,1,Ringing()                ; busy
 same => n,Wait(0.2)
 same => n,Hangup(17)
exten => _942XX,1,Ringing()                ; does not answer
 same => n,Wait(120)
exten => _943XX,1,Ringing()                ; declines, once it has rung
 same => n,Wait(1)
 same => n,Hangup(21)
exten => _944XX,1,Hangup(1)                ; does not exist
exten => _945XX,1,Answer()                 ; answers and hangs up
 same => n,Playback(silence/1)
 same => n,Hangup()
`
}

/** Beside `outdial`, for `ari.conf`: whoever calls in from outside, and one more configuration of ours. */
export const MORE_LOGINS = ['world', 'third']
  .map((name) => `[${name}]\ntype = user\nread_only = no\npassword = secret\npassword_format = plain\n`)
  .join('\n')
