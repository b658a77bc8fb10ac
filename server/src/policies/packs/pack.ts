/** How the packs are written down: short for whoever holds them against the law. */
import type { z } from 'zod'
import { type packInput, WEEKDAYS } from '../rules/policy.ts'

export type PackText = z.input<typeof packInput>
type SourceKind = PackText['sources'][number]['kind']

/** When the sources were last read, unless a pack says otherwise. */
export const CHECKED_ON = '2026-11-15'

const DAYS = WEEKDAYS.map((day) => day.slice(0, 3))

/** `mon-fri 10:00-13:00 14:00-20:00; sat 09:00-17:00`; days that are not named are closed. */
export function week(text: string): NonNullable<PackText['rules']['hours']> {
  const hours: Record<string, { start: string; end: string }[]> = {}
  for (const part of text.split(';')) {
    const [days = '', ...spans] = part.trim().split(' ')
    const [first = '', last = first] = days.split('-')
    for (let day = DAYS.indexOf(first); day <= DAYS.indexOf(last); day++) {
      hours[WEEKDAYS[day] as string] = spans.map((span) => {
        const [start = '', end = ''] = span.split('-')
        return { start, end }
      })
    }
  }
  return hours
}

export function daily(span: string): NonNullable<PackText['rules']['hours']> {
  return week(`mon-sun ${span}`)
}

export function source(kind: SourceKind, text: string): PackText['sources'][number] {
  return { kind, text }
}

export const DAY_HOURS = 24
export const threeInADay = [{ max: 3, hours: DAY_HOURS }]

/** Said by whoever calls with an artificial voice; any one of these in the workflow's texts is enough. */
export const AI_ANNOUNCEMENT = {
  id: 'ai-announcement',
  description: 'The person must be told at the start that they talk to an artificial intelligence.',
  any_of: [
    'artificial intelligence',
    'AI',
    'automated assistant',
    'automated voice',
    'virtual assistant',
    'artificial voice',
    'künstliche Intelligenz',
    'KI',
    'automatische Stimme',
    'intelligence artificielle',
    'IA',
    'inteligencia artificial',
    'intelligenza artificiale',
    'kunstmatige intelligentie',
    'inteligência artificial',
    'sztuczna inteligencja',
  ],
}

export const EXPRESS_CONSENT = {
  id: 'express-consent',
  text: 'Every person has given prior express consent to calls with an automated or artificial voice, and you can prove it.',
}
