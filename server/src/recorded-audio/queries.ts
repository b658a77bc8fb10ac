import { sql } from 'kysely'
import type { Queries } from '../storage/database.ts'

export const TRANSCRIPT_SOURCES = ['given', 'recognized', 'none'] as const
export type TranscriptSource = (typeof TRANSCRIPT_SOURCES)[number]

export interface StoredRecording {
  id: number
  recording_id: string
  organization_id: number
  name: string
  transcript: string
  transcript_source: TranscriptSource
  source_format: 'wav' | 'mp3'
  duration_ms: number
  gain_db: number
  created_by: number | null
  created_at: Date
  updated_at: Date | null
}

const COLUMNS = [
  'id',
  'recording_id',
  'organization_id',
  'name',
  'transcript',
  'transcript_source',
  'source_format',
  'duration_ms',
  'gain_db',
  'created_by',
  'created_at',
  'updated_at',
] as const

export async function listRecordings(
  db: Queries,
  organizationId: number,
  only: readonly string[] | null,
): Promise<StoredRecording[]> {
  if (only?.length === 0) return []
  let query = db.selectFrom('workflow_recordings').select(COLUMNS).where('organization_id', '=', organizationId)
  if (only !== null) query = query.where('recording_id', 'in', [...only])
  return (await query.orderBy('id').execute()) as unknown as StoredRecording[]
}

export async function findRecording(
  db: Queries,
  organizationId: number,
  recordingId: string,
): Promise<StoredRecording | undefined> {
  return (await listRecordings(db, organizationId, [recordingId]))[0]
}

/** Reads the samples: signed 16-bit little-endian mono at STORED_RATE_HZ. */
export async function readAudio(db: Queries, organizationId: number, recordingId: string): Promise<Buffer | null> {
  const row = await db
    .selectFrom('workflow_recordings')
    .select('audio')
    .where('organization_id', '=', organizationId)
    .where('recording_id', '=', recordingId)
    .executeTakeFirst()
  return row?.audio ?? null
}

export async function countRecordings(db: Queries, organizationId: number): Promise<number> {
  const { count } = await db
    .selectFrom('workflow_recordings')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return count
}

export type NewRecording = Omit<StoredRecording, 'id' | 'updated_at'> & { audio: Buffer }

export async function insertRecording(db: Queries, recording: NewRecording): Promise<StoredRecording> {
  const row = await db.insertInto('workflow_recordings').values(recording).returning(COLUMNS).executeTakeFirstOrThrow()
  return row as unknown as StoredRecording
}

export async function changeRecording(
  db: Queries,
  id: number,
  change: { name?: string; transcript?: string; transcript_source?: TranscriptSource; updated_at: Date },
): Promise<StoredRecording> {
  const row = await db
    .updateTable('workflow_recordings')
    .set(change)
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
  return row as unknown as StoredRecording
}

export async function removeRecording(db: Queries, id: number): Promise<void> {
  await sql`delete from workflow_recordings where id = ${id}`.execute(db)
}
