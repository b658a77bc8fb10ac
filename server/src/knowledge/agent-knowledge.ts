/** The documents of a workflow as its conversations use them. */
import type { Clock } from '../kernel/clock.ts'
import type { ModelUsageListener } from '../models/chat-attempt.ts'
import type { Queries } from '../storage/database.ts'
import type { AgentTool } from '../tools/agent-tool.ts'
import { notSentOutcome, type ToolOutcome } from '../tools/call-tool.ts'
import { findDocuments, readPassages, type StoredDocument } from './queries.ts'
import { PASSAGES_PER_LOOK_UP, QUESTION_LENGTH_MAX } from './rules/limits.ts'
import { cutWholeTexts, type WholeText } from './rules/whole-texts.ts'
import { type FoundAnswer, type SearchDeps, searchDocuments } from './search-documents.ts'
import type { SemanticSearch, SemanticSearchResult } from './semantic-search.ts'

/** A line of the timeline: the query, and the passages found. */
export interface KnowledgeLookUp {
  question: string
  found: number
  sources: readonly string[]
  ms: number
  /** Result of the semantic search; left out without an embeddings endpoint. */
  meaning?: Exclude<SemanticSearchResult, 'off'>
}

/** A passage of a document with its name and position. */
export interface CitedPassage {
  source: string
  text: string
}

export type RecordLookUp = (lookUp: KnowledgeLookUp, passages: readonly CitedPassage[]) => void

export interface AgentKnowledge {
  /** The look-up tool for these documents; null if none of them is searched. */
  toolFor(uuids: readonly string[], note: RecordLookUp, watch?: ModelUsageListener): AgentTool | null
  /** The documents among these whose whole text is part of the prompt. */
  wholeTexts(uuids: readonly string[]): WholeText[]
  /** Passages of all documents that some step includes as a whole. */
  readonly wholePassages: readonly CitedPassage[]
}

/** Takes the place of a tool's uuid, because the look-up tool is not one of the organization's tools. */
export const DOCUMENTS_TOOL_ID = 'documents'

const NOTHING_FITS =
  'Nothing in the documents answers this. Say that you do not know it; do not guess and do not answer from memory.'
const FITS = 'Answer from these passages only. If they do not answer the question, say that you do not know.'

export interface KnowledgeDeps {
  db: Queries
  clock: Clock
  /** If left out, documents are searched by words only. */
  meaning?: SemanticSearch | undefined
}

export async function loadKnowledge(
  { db, clock, meaning }: KnowledgeDeps,
  organizationId: number,
  uuids: readonly string[],
): Promise<AgentKnowledge> {
  const documents = await findDocuments(db, organizationId, uuids)
  // Runs in the background and never rejects.
  void meaning?.prepare(
    organizationId,
    documents.filter(({ retrieval_mode: mode }) => mode === 'chunked'),
  )
  const whole = documents.filter(({ retrieval_mode: mode }) => mode === 'full_document')
  const passages = await readPassages(
    db,
    whole.map(({ id }) => id),
  )
  const texts = wholeTextsOf(whole, passages)
  return {
    wholePassages: whole.flatMap(({ id, filename }) =>
      passages
        .filter(({ document_id }) => document_id === id)
        .map(({ heading, page, content }) => ({ source: passageSourceOf({ filename, heading, page }), text: content })),
    ),
    toolFor(wanted, note, watch) {
      const searched = documents.filter(({ uuid, retrieval_mode: mode }) => mode === 'chunked' && wanted.includes(uuid))
      return searched.length === 0 ? null : searchTool({ db, clock, meaning, watch }, searched, note)
    },
    wholeTexts: (wanted) =>
      cutWholeTexts(whole.filter(({ uuid }) => wanted.includes(uuid)).flatMap(({ id }) => texts.get(id) ?? [])),
  }
}

function wholeTextsOf(
  documents: readonly StoredDocument[],
  passages: Awaited<ReturnType<typeof readPassages>>,
): Map<number, WholeText> {
  return new Map(
    documents.map(({ id, filename }) => {
      const own = passages.filter(({ document_id }) => document_id === id)
      const lines = own.map(({ heading, content }, at) =>
        heading !== null && heading !== own[at - 1]?.heading ? `${heading}: ${content}` : content,
      )
      return [id, { filename, text: lines.join('\n') }]
    }),
  )
}

function searchTool(
  { clock, ...deps }: SearchDeps & { clock: Clock },
  documents: readonly StoredDocument[],
  note: RecordLookUp,
): AgentTool {
  const names = documents.map(({ filename }) => `"${filename.replaceAll('"', "'")}"`).join(', ')
  return {
    uuid: DOCUMENTS_TOOL_ID,
    mcpName: null,
    name: 'search documents',
    description: `Looks something up in ${names}. Use it before you answer a question about facts; never answer those from memory.`,
    parameters: [
      {
        name: 'question',
        type: 'string',
        description: 'What the person wants to know, as a whole question with its key words.',
        required: true,
        items: undefined,
      },
      {
        name: 'keywords',
        type: 'string',
        description:
          'Other words for the same that the document may use: synonyms, the technical term, what a heading would say. Five to ten words.',
        required: false,
        items: undefined,
      },
    ],
    acts: false,
    message: '',
    fills: [],
    fingerprint: () => null,
    async call({ arguments: given }): Promise<ToolOutcome> {
      const question = String(given.question ?? '').slice(0, QUESTION_LENGTH_MAX)
      const keywords = String(given.keywords ?? '').slice(0, QUESTION_LENGTH_MAX)
      const startedMs = clock.monotonic()
      try {
        const { answers: found, meaning } = await searchDocuments(
          deps,
          documents,
          { question, keywords },
          PASSAGES_PER_LOOK_UP,
        )
        const ms = Math.round(clock.monotonic() - startedMs)
        const passages = found.map((passage) => ({ source: passageSourceOf(passage), text: passage.content }))
        const sources = passages.map(({ source }) => source)
        note({ question, found: found.length, sources, ms, ...(meaning === 'off' ? {} : { meaning }) }, passages)
        return {
          ok: true,
          status: null,
          reason: null,
          message: null,
          data: dataOf(found),
          variables: [],
          ms,
          tries: 1,
          request: null,
        }
      } catch {
        return notSentOutcome('The documents could not be searched.')
      }
    },
  }
}

function dataOf(found: readonly FoundAnswer[]) {
  if (found.length === 0) return { passages: [], note: NOTHING_FITS }
  return { note: FITS, passages: found.map((passage) => ({ from: passageSourceOf(passage), text: passage.content })) }
}

export function passageSourceOf({
  filename,
  heading,
  page,
}: Pick<FoundAnswer, 'filename' | 'heading' | 'page'>): string {
  const place = page !== null ? `page ${page}` : heading
  return place ? `${filename}, ${place}` : filename
}
