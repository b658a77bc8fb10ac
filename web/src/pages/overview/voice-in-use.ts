/** The voice that calls use now, and the size of a natural voice for this machine. */
import type { Schemas } from '@outdial/sdk'

type Configuration = Pick<Schemas['ModelConfiguration'], 'brain' | 'speech'>
type VoiceList = Pick<Schemas['VoiceList'], 'voices' | 'installable'>

export interface VoiceInUse {
  name: string
  /** Whether the voice is synthesized on this machine. */
  isLocal: boolean
  /**
   * The smallest natural voice of the same language that can be installed; null: the voice is already natural, or there is none.
   */
  natural: { megabytes: number } | null
}

/** The voice in use; null: a speech-to-speech model speaks with its own voice, or this machine has no voice. */
export function voiceInUse({ brain, speech }: Configuration, { voices, installable }: VoiceList): VoiceInUse | null {
  if (brain === 'realtime') return null
  const own = voices.filter(({ engine }) => engine === speech.engine)
  // Without a choice, or if the chosen voice is not installed, a call uses the first voice of this machine.
  const chosen = own.find(({ id }) => id === speech.voice?.replace(/:\d+$/u, '')) ?? own[0]
  if (speech.engine !== 'local')
    return { name: chosen?.name ?? speech.voice ?? speech.engine, isLocal: false, natural: null }
  if (chosen === undefined) return null
  const isNatural = installable.some(({ name }) => name === chosen.id)
  const others = installable.filter(({ language, is_installed }) => language === chosen.language && !is_installed)
  const smallest = isNatural || others.length === 0 ? null : Math.min(...others.map(({ megabytes }) => megabytes))
  return { name: chosen.name, isLocal: true, natural: smallest === null ? null : { megabytes: smallest } }
}
