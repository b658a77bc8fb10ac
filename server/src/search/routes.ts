import { z } from 'zod'
import { nationalSearchPrefixes, numberSearchPrefixes } from '../addresses/rules/number-search-prefixes.ts'
import { type Route, route } from '../http/route.ts'
import { integer, optional, text, timestamp } from '../http/schemas.ts'
import type { Database } from '../storage/database.ts'
import {
  type FoundContact,
  findCalls,
  findCampaigns,
  findContacts,
  findNumbers,
  findWorkflows,
  type SearchRequest,
  searchContacts,
} from './queries.ts'

const OF_EACH = { default: 5, most: 20 }
/** Minimum number of digits: fewer would match the numbers of half a country. */
const DIGITS_MIN = 3

const found = z
  .object({
    campaigns: z.array(z.object({ id: z.int(), name: z.string(), state: z.string() })),
    workflows: z.array(z.object({ id: z.int(), name: z.string(), state: z.string() })),
    contacts: z.array(
      z.object({
        id: z.int(),
        campaign_id: z.int(),
        campaign_name: z.string(),
        phone_number: z.string(),
        state: z.string(),
        outcome: z.string().nullable(),
        variables: z.record(z.string(), z.string()).meta({ description: 'The other columns of the contact.' }),
      }),
    ),
    is_complete: z.boolean().meta({
      description:
        'False: contacts were searched by name or last digits, and the organization has more contacts than the newest 100,000 that were searched.',
    }),
    numbers: z.array(
      z.object({
        id: z.int(),
        telephony_configuration_id: z.int(),
        configuration_name: z.string(),
        address: z.string(),
        label: z.string().nullable(),
      }),
    ),
    calls: z.array(
      z.object({
        id: z.int(),
        campaign_id: z.int().nullable(),
        contact_id: z.int().nullable(),
        phone_number: z.string(),
        state: z.string(),
        outcome: z.string().nullable(),
        created_at: timestamp(),
      }),
    ),
  })
  .meta({ id: 'SearchResults' })

const EXAMPLE = {
  campaigns: [{ id: 1, name: 'November reminders', state: 'running' }],
  workflows: [],
  contacts: [
    {
      id: 7,
      campaign_id: 1,
      campaign_name: 'November reminders',
      phone_number: '+15550100',
      state: 'done',
      outcome: 'answered',
      variables: { first_name: 'Ada' },
    },
  ],
  is_complete: true,
  numbers: [],
  calls: [
    {
      id: 42,
      campaign_id: 1,
      contact_id: 7,
      phone_number: '+15550100',
      state: 'ended',
      outcome: 'answered',
      created_at: '2026-11-15T09:30:00.123Z',
    },
  ],
}

export function searchRoutes({ db }: { db: Database }): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/v1/search',
      operation: 'search',
      tag: 'Search',
      summary: 'Find campaigns, workflows, contacts, numbers and calls by one word',
      description:
        'Names of campaigns and workflows, labels of your own numbers, ids of campaigns, workflows and calls, and the beginning of a phone number, written in any way, from three digits on; also as it is written within its country, from six digits on. Contacts also by words in their columns, and by the last four or more digits of their number.',
      query: z.object({
        q: optional(text({ maximum: 200 })).meta({ description: 'Nothing is found without it.' }),
        limit: optional(integer({ minimum: 1, maximum: OF_EACH.most })).meta({
          description: 'Maximum number of results of each kind; 5 if left out.',
        }),
      }),
      answer: { schema: found, example: EXAMPLE },
      async handle({ principal, query }) {
        const typed = (query.q ?? '').replaceAll('\0', '').trim()
        if (typed === '')
          return { campaigns: [], workflows: [], contacts: [], is_complete: true, numbers: [], calls: [] }
        const wanted = wantedBy(principal.organizationId, typed, query.limit ?? OF_EACH.default)
        const [campaigns, workflows, byNumber, numbers, calls] = await Promise.all([
          findCampaigns(db, wanted),
          findWorkflows(db, wanted),
          findContacts(db, wanted),
          findNumbers(db, wanted),
          findCalls(db, wanted),
        ])
        const { contacts, isComplete } =
          byNumber.length > 0 ? { contacts: byNumber, isComplete: true } : await byWords(db, wanted)
        return { campaigns, workflows, contacts, is_complete: isComplete, numbers, calls }
      },
    }),
  ]
}

/** Minimum length of a word: fewer characters occur in almost every row. */
const WORD_MIN = 3
const LAST_DIGITS_MIN = 4

async function byWords(
  db: Database,
  wanted: SearchRequest,
): Promise<{ contacts: FoundContact[]; isComplete: boolean }> {
  const digits = /^[+\d\s().\-/]+$/.test(wanted.text) ? wanted.text.replace(/\D/g, '') : ''
  const lastDigits = digits.length >= LAST_DIGITS_MIN ? digits : null
  if (lastDigits === null && wanted.text.length < WORD_MIN) return { contacts: [], isComplete: true }
  return searchContacts(db, wanted, lastDigits)
}

function wantedBy(organizationId: number, typed: string, limit: number): SearchRequest {
  const digits = typed.replace(/\D/g, '')
  const isNumber = digits.length >= DIGITS_MIN && /^[+\d\s().\-/]+$/.test(typed)
  const isSip = /^sips?:./i.test(typed)
  const id = /^#?\d{1,15}$/.test(typed) ? Number(digits) : null
  return {
    organizationId,
    text: typed,
    id,
    numbers: isNumber || isSip ? [...numberSearchPrefixes(typed), ...nationalSearchPrefixes(typed)] : [],
    limit,
  }
}
