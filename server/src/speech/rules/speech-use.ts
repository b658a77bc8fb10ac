/** What a hosted service was sent, in the unit by which services charge: audio for recognition, text for a voice. */
export type SpeechUse =
  | { part: 'recognition'; service: string; ms: number }
  | { part: 'voice'; service: string; characters: number }
