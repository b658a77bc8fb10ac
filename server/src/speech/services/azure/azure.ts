/** Common to recognition and voices of Azure: addresses, and messages with headers before their body. */
import { randomUUID } from 'node:crypto'

export const AZURE_SETTINGS = {
  baseUrl: '',
  voiceHost: (region: string) => `https://${region}.tts.speech.microsoft.com`,
  recognitionHost: (region: string) => `wss://${region}.stt.speech.microsoft.com`,
  language: 'en-US',
} as const

export interface AzureOptions {
  /** Address of the service; empty: derived from the region. */
  baseUrl: string
  region: string | null
  apiKey: string
}

/** A new id of 32 hexadecimal digits. */
export function newAzureId(): string {
  return randomUUID().replaceAll('-', '')
}

const END_OF_HEADERS = '\r\n\r\n'

function headerLines(headers: Record<string, string>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\r\n')
}

export function textFrame(headers: Record<string, string>, body: unknown): string {
  return `${headerLines({ ...headers, 'Content-Type': 'application/json; charset=utf-8' })}${END_OF_HEADERS}${JSON.stringify(body)}`
}

/** A binary message: two bytes with the length of the headers, the headers, the body. */
export function binaryFrame(headers: Record<string, string>, body: Uint8Array): Uint8Array {
  const head = Buffer.from(`${headerLines(headers)}\r\n`, 'utf8')
  const length = Buffer.alloc(2)
  length.writeUInt16BE(head.length)
  return Buffer.concat([length, head, body])
}

export interface ReadFrame {
  path: string
  requestId: string
  body: unknown
}

/** Parses a text message; header names may be in any case. */
export function readTextFrame(text: string): ReadFrame | null {
  const at = text.indexOf(END_OF_HEADERS)
  if (at < 0) return null
  const headers = new Map(
    text
      .slice(0, at)
      .split('\r\n')
      .map((line) => [line.slice(0, line.indexOf(':')).trim().toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const body = text.slice(at + END_OF_HEADERS.length)
  try {
    return {
      path: headers.get('path')?.toLowerCase() ?? '',
      requestId: headers.get('x-requestid') ?? '',
      body: body === '' ? {} : JSON.parse(body),
    }
  } catch {
    return null
  }
}
