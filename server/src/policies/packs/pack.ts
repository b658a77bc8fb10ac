/** Short notation for packs, easy to compare with the law. */
import type { z } from 'zod'
import { type packInput, WEEKDAYS } from '../rules/policy.ts'

export type PackDefinition = z.input<typeof packInput>
type SourceKind = PackDefinition['sources'][number]['kind']

/** When the sources were last read, unless a pack has its own date. */
export const SOURCES_CHECKED_ON = '2026-11-16'

const DAYS = WEEKDAYS.map((day) => day.slice(0, 3))

/** `mon-fri 10:00-13:00 14:00-20:00; sat 09:00-17:00`; days that are not named are closed. */
export function weeklyHours(text: string): NonNullable<PackDefinition['rules']['hours']> {
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

export function dailyHours(span: string): NonNullable<PackDefinition['rules']['hours']> {
  return weeklyHours(`mon-sun ${span}`)
}

export function legalSource(kind: SourceKind, text: string): PackDefinition['sources'][number] {
  return { kind, text }
}

export const HOURS_PER_DAY = 24
export const threeCallsPerDay = [{ max: 3, hours: HOURS_PER_DAY }]

/** Years covered by the calendars and by dates that a pack computes. */
const YEARS = [2026, 2027, 2028, 2029, 2030, 2031]

/** The given dates (`mm-dd`) in every year. */
export function datesEveryYear(...dates: string[]): string[] {
  return YEARS.flatMap((year) => dates.map((date) => `${year}-${date}`))
}

/** Days relative to Easter Sunday: -2 is Good Friday. */
export function datesAroundEaster(...days: number[]): string[] {
  return YEARS.flatMap((year) => days.map((day) => isoDate(easterSunday(year) + day * DAY_MS)))
}

/** The nth weekday (0 = Sunday) of a month (1 = January), plus a number of days. */
export function nthWeekday(nth: number, weekday: number, month: number, daysAfter = 0): string[] {
  return YEARS.map((year) => {
    const first = new Date(Date.UTC(year, month - 1, 1)).getUTCDay()
    const day = 1 + ((weekday - first + 7) % 7) + (nth - 1) * 7
    return isoDate(Date.UTC(year, month - 1, day + daysAfter))
  })
}

const DAY_MS = 86_400_000
const isoDate = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** Gregorian Easter by the algorithm of Meeus, Jones and Butcher. */
function easterSunday(year: number): number {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114
  return Date.UTC(year, Math.floor(f / 31) - 1, (f % 31) + 1)
}

/**
 * Wordings that count as saying that a machine speaks, by language of the workflow. Two-letter words count in capitals only.
 */
const AI_WORDINGS: Record<string, string[]> = {
  en: [
    'artificial intelligence',
    'AI assistant',
    'AI agent',
    'automated assistant',
    'automated voice',
    'virtual assistant',
    'artificial voice',
    'AI',
  ],
  de: [
    'künstliche Intelligenz',
    'künstlichen Intelligenz',
    'KI-Assistent',
    'KI-Assistentin',
    'automatisierter Assistent',
    'automatische Stimme',
    'computergenerierte Stimme',
    'Sprachcomputer',
    'KI',
  ],
  fr: [
    'intelligence artificielle',
    'assistant virtuel',
    'assistante virtuelle',
    'assistant vocal automatisé',
    'voix artificielle',
    'voix de synthèse',
    'IA',
  ],
  es: ['inteligencia artificial', 'asistente virtual', 'voz artificial', 'IA'],
  pt: ['inteligência artificial', 'assistente virtual', 'voz artificial', 'IA'],
  it: ['intelligenza artificiale', 'assistente virtuale', 'voce artificiale', 'IA'],
  nl: ['kunstmatige intelligentie', 'virtuele assistent', 'computerstem', 'AI'],
  pl: ['sztuczna inteligencja', 'wirtualny asystent', 'AI'],
  sv: ['artificiell intelligens', 'AI-assistent', 'AI'],
  da: ['kunstig intelligens', 'AI-assistent', 'AI'],
  nb: ['kunstig intelligens', 'KI-assistent', 'KI'],
  fi: ['tekoäly', 'virtuaaliavustaja'],
  cs: ['umělá inteligence', 'AI'],
  ro: ['inteligență artificială', 'IA'],
  el: ['τεχνητή νοημοσύνη'],
  hu: ['mesterséges intelligencia', 'MI'],
}

export const AI_ANNOUNCEMENT = {
  id: 'ai-announcement',
  description: 'The person must be told at the start that they talk to an artificial intelligence.',
  said: 'opening' as const,
  any_of: [...new Set(Object.values(AI_WORDINGS).flat())].filter((wording) => wording.length > 2),
  by_language: AI_WORDINGS,
}

export const EXPRESS_CONSENT = {
  id: 'express-consent',
  text: 'Every person has given prior express consent to calls with an automated or artificial voice, and you can prove it.',
}
