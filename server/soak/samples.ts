/** Memory, open files and database connections over time; whether they grow. */
import { readdirSync, readFileSync } from 'node:fs'
import type pg from 'pg'

export interface Sample {
  atMs: number
  residentMb: number
  /** Recognizers and readers of documents. */
  childrenMb: number
  files: number
  connections: number
}

const PAGE_BYTES = 4096

/** Null: there is no such process at the moment. */
export function residentMb(pid: number): number | null {
  try {
    return (Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES) / 1e6
  } catch {
    return null
  }
}

function childrenOf(pid: number): number[] {
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
    const texts = threads.map((thread) => readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8'))
    return texts.flatMap((text) => text.split(' ').filter(Boolean).map(Number))
  } catch {
    return []
  }
}

export async function takeSample(pid: number, pool: pg.Pool, atMs: number): Promise<Sample> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where datname = current_database()`,
  )
  return {
    atMs,
    residentMb: residentMb(pid) ?? 0,
    childrenMb: childrenOf(pid).reduce((sum, child) => sum + (residentMb(child) ?? 0), 0),
    files: readdirSync(`/proc/${pid}/fd`).length,
    connections: rows[0]?.count ?? 0,
  }
}

/** The first part is warm-up: code is compiled, caches fill. */
const WARM_SHARE = 0.3
/** Below this a run is too short to tell growth from noise. */
export const JUDGED_FROM_MINUTES = 15
const RESIDENT_MB_PER_HOUR_MAX = 60
const FILES_MAX = 50

export interface Growth {
  residentMbPerHour: number
  files: number
  faults: string[]
}

export function growthOf(samples: readonly Sample[]): Growth {
  const warm = samples.slice(Math.floor(samples.length * WARM_SHARE))
  const residentMbPerHour = slope(warm.map(({ atMs, residentMb }) => [atMs / 3_600_000, residentMb]))
  const half = Math.floor(warm.length / 2)
  const files =
    median(warm.slice(half).map((each) => each.files)) - median(warm.slice(0, half).map((each) => each.files))
  const minutes = warm.length < 2 ? 0 : ((warm.at(-1)?.atMs ?? 0) - (warm[0]?.atMs ?? 0)) / 60_000
  const faults: string[] = []
  if (minutes >= JUDGED_FROM_MINUTES * (1 - WARM_SHARE)) {
    if (residentMbPerHour > RESIDENT_MB_PER_HOUR_MAX)
      faults.push(`memory grows by ${residentMbPerHour.toFixed(0)} MB an hour`)
    if (files > FILES_MAX) faults.push(`${files} more files are open in the second half than in the first`)
  }
  return { residentMbPerHour, files, faults }
}

/** Least squares. */
function slope(points: readonly (readonly [number, number])[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
  const [x, y] = [mean(points.map(([each]) => each)), mean(points.map(([, each]) => each))]
  const along = points.reduce((sum, [each]) => sum + (each - x) ** 2, 0)
  return along === 0 ? 0 : points.reduce((sum, [a, b]) => sum + (a - x) * (b - y), 0) / along
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
