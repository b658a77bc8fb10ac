/** Azure's voices by HTTP request: SSML in, raw audio out as it is synthesized. */
import type { AudioFormat } from '../../../telephony/media.ts'
import type { HttpVoiceDialect } from '../http-voice.ts'
import { AZURE_SETTINGS, type AzureOptions } from './azure.ts'

export function azureVoice({ baseUrl, region, apiKey }: AzureOptions): HttpVoiceDialect {
  return {
    request: (text, format, voice) => ({
      url: `${baseUrl || AZURE_SETTINGS.voiceHost(region ?? '')}/cognitiveservices/v1`,
      headers: {
        'Ocp-Apim-Subscription-Key': apiKey,
        'Content-Type': 'application/ssml+xml',
        'X-Microsoft-OutputFormat': outputFormat(format),
        'User-Agent': 'Outdial',
      },
      body: `<speak version='1.0' xml:lang='${escaped(languageOf(voice))}'><voice name='${escaped(voice)}'>${escaped(text)}</voice></speak>`,
    }),
  }
}

/** The language of a voice, which is the beginning of its name: `de-DE-KatjaNeural`. */
function languageOf(voice: string): string {
  return /^[a-z]{2,3}-[A-Z]{2}/u.exec(voice)?.[0] ?? AZURE_SETTINGS.language
}

function outputFormat({ encoding, sampleRateHz }: AudioFormat): string {
  const khz = sampleRateHz / 1000
  return encoding === 'l16' ? `raw-${khz}khz-16bit-mono-pcm` : `raw-${khz}khz-8bit-mono-${encoding}`
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  "'": '&apos;',
  '"': '&quot;',
}

function escaped(text: string): string {
  return text.replace(/[&<>'"]/gu, (sign) => ENTITIES[sign] as string)
}
