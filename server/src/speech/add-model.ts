/**
 * Installs a model of the catalogue on this machine. A partial download is kept and continued later. Only a file with the right
 * hash is unpacked, and only usable files are moved to the models folder.
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { type InstalledModels, installedModels, modelFolder } from './installed-models.ts'
import type { CatalogueModel } from './model-catalogue.ts'

export interface AddModelDeps {
  /** Directory of SPEECH_DIR. */
  directory: string
  fetch: typeof fetch
  progress(doneBytes: number, totalBytes: number | null): void
  /** Detects the installed models in the folder. */
  look?: (directory: string) => InstalledModels
  signal?: AbortSignal
}

/** The message is a sentence for the user of the command. */
export class ModelNotAdded extends Error {
  override readonly name = 'ModelNotAdded'
  readonly expected = true
}

export const ADD_MODEL_LIMITS = {
  /** Required disk space as a multiple of the download: archive, content and a reserve. */
  spaceFactor: 4,
  /** Maximum number of attempts to continue a broken download. */
  attempts: 5,
} as const

const run = promisify(execFile)

/** `language` is for models that understand many languages. Returns the model's folder. */
export async function addModel(model: CatalogueModel, requested: string | null, deps: AddModelDeps): Promise<string> {
  const language = languageFor(model, requested)
  const folder = modelFolder(deps.directory, model.use, language, model.name)
  if (existsSync(folder))
    throw new ModelNotAdded(`${model.name} is there already: ${folder}. Remove the folder to add it again.`)
  const downloads = join(deps.directory, '.downloads')
  await mkdir(downloads, { recursive: true })
  await checkSpace(downloads, model)
  const archive = join(downloads, `${model.name}-${model.sha256.slice(0, 12)}.tar.bz2`)
  await download(model, archive, deps)
  const unpacked = join(downloads, `${model.name}.unpacked`)
  try {
    await unpack(archive, unpacked)
    const content = await onlyFolder(unpacked)
    if (model.kind !== undefined) await writeFile(join(content, 'model.json'), JSON.stringify({ kind: model.kind }))
    await mkdir(dirname(folder), { recursive: true })
    await rename(content, folder)
  } finally {
    await rm(unpacked, { recursive: true, force: true })
  }
  await checkUsable(folder, deps)
  await rm(archive, { force: true })
  return folder
}

function languageFor(model: CatalogueModel, requested: string | null): string {
  if (requested !== null && !/^[a-z]{2,3}$/u.test(requested))
    throw new ModelNotAdded(`"${requested}" is not a language; write it as es, fr, de, pt.`)
  if (model.language === null && requested === null)
    throw new ModelNotAdded(
      `${model.name} understands many languages: say which with --language, such as --language es.`,
    )
  if (model.language !== null && requested !== null && requested !== model.language)
    throw new ModelNotAdded(`${model.name} is for ${model.language} only.`)
  return model.language ?? (requested as string)
}

async function checkSpace(directory: string, { name, megabytes }: CatalogueModel): Promise<void> {
  const { bavail, bsize } = await statfs(directory)
  const neededBytes = megabytes * 1_000_000 * ADD_MODEL_LIMITS.spaceFactor
  if (bavail * bsize >= neededBytes) return
  throw new ModelNotAdded(
    `${name} needs ${Math.ceil(neededBytes / 1_000_000)} MB of free space below ${directory} while it is unpacked.`,
  )
}

async function download(model: CatalogueModel, archive: string, deps: AddModelDeps): Promise<void> {
  const part = `${archive}.part`
  if (!existsSync(archive)) {
    for (let attempt = 1; ; attempt++) {
      const before = await sizeOf(part)
      try {
        await receive(model, part, deps)
        break
      } catch (error) {
        deps.signal?.throwIfAborted()
        if (error instanceof ModelNotAdded) throw error
        const moved = (await sizeOf(part)) > before
        if (attempt >= ADD_MODEL_LIMITS.attempts || !moved) throw brokenOff(model, error)
      }
    }
    await rename(part, archive)
  }
  const found = await hashOf(archive)
  if (found === model.sha256) return
  await rm(archive, { force: true })
  throw new ModelNotAdded(
    `The file from ${model.url} is not the one that is known (SHA-256 ${found} instead of ${model.sha256}). It was deleted and not used.`,
  )
}

function brokenOff({ url }: CatalogueModel, error: unknown): ModelNotAdded {
  const { cause, message } = error as Error & { cause?: { code?: string; message?: string } }
  const reason = cause?.code ?? cause?.message ?? message
  return new ModelNotAdded(
    `The download from ${url} broke off (${reason}). Add it again: the download continues where it stopped.`,
  )
}

/** Continues the download where the last attempt ended, if the server supports it. */
async function receive({ url, megabytes }: CatalogueModel, part: string, deps: AddModelDeps): Promise<void> {
  const from = await sizeOf(part)
  const headers: Record<string, string> = from > 0 ? { range: `bytes=${from}-` } : {}
  const response = await deps.fetch(url, { headers, ...(deps.signal ? { signal: deps.signal } : {}) })
  // The file is already complete.
  if (response.status === 416 && from > 0) return void (await response.body?.cancel())
  if (response.status !== 200 && response.status !== 206) {
    await response.body?.cancel()
    throw new ModelNotAdded(`${url} answered with status ${response.status}.`)
  }
  const begin = response.status === 206 ? from : 0
  const length = Number(response.headers.get('content-length') ?? Number.NaN)
  const total = Number.isFinite(length) ? begin + length : null
  const limit = megabytes * 1_000_000 * 2
  let done = begin
  const file = await open(part, begin > 0 ? 'a' : 'w')
  try {
    for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>) {
      // Written before more is read, so that received data is kept however the download ends.
      await file.writeFile(piece)
      done += piece.length
      if (done > limit) throw new ModelNotAdded(`${url} sends more than twice the expected size.`)
      deps.progress(done, total)
    }
  } finally {
    await file.close()
  }
  if (total !== null && done < total) throw new Error('the connection ended early')
}

async function sizeOf(file: string): Promise<number> {
  return (await stat(file).catch(() => null))?.size ?? 0
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/** Uses this machine's tar, which needs bzip2 for some archives and writes nothing outside the folder. */
async function unpack(archive: string, into: string): Promise<void> {
  await rm(into, { recursive: true, force: true })
  await mkdir(into, { recursive: true })
  try {
    await run('tar', ['-xjf', archive, '-C', into, '--no-same-owner'])
  } catch (error) {
    const { code, stderr = '' } = error as { code?: unknown; stderr?: string }
    const missing = code === 'ENOENT' || /bzip2/u.test(stderr)
    throw new ModelNotAdded(
      missing
        ? 'tar and bzip2 are needed to unpack it; install them (apt install tar bzip2) and run the command again: nothing is downloaded twice.'
        : `The archive could not be unpacked: ${stderr.split('\n')[0] ?? ''}`,
    )
  }
}

async function onlyFolder(directory: string): Promise<string> {
  const entries = await readdir(directory, { withFileTypes: true })
  const [first] = entries
  if (entries.length !== 1 || first?.isDirectory() !== true)
    throw new ModelNotAdded('The archive is not the one folder that was expected.')
  return join(directory, first.name)
}

async function checkUsable(folder: string, { directory, look = installedModels }: AddModelDeps): Promise<void> {
  const { usable, unusable } = look(directory)
  if (usable.some((model) => model.directory === folder)) return
  const fault = unusable.find((model) => model.directory === folder)?.fault ?? 'Its files are not known.'
  await rm(folder, { recursive: true, force: true })
  throw new ModelNotAdded(`It cannot be used here and was removed again: ${fault}`)
}
