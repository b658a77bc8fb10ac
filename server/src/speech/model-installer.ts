/**
 * Downloads models of the catalogue on request, one at a time, on the machine of this process. What is under way is known in
 * this process only; a download that broke off is continued by the next request.
 */
import type { Log } from '../kernel/log.ts'
import { type AddModelDeps, addModel, ModelNotAdded } from './add-model.ts'
import { type InstalledModels, installedModels } from './installed-models.ts'
import { type CatalogueModel, MODEL_CATALOGUE } from './model-catalogue.ts'

export type Installation =
  | { state: 'running'; doneBytes: number; totalBytes: number | null }
  /** The program uses it from its next start on. */
  | { state: 'installed' }
  | { state: 'failed'; message: string }

export interface ModelInstallerDeps {
  /** SPEECH_DIR. */
  directory: string
  fetch: typeof fetch
  log: Pick<Log, 'info' | 'error'>
  catalogue?: readonly CatalogueModel[]
  look?: (directory: string) => InstalledModels
}

export class ModelInstaller {
  readonly catalogue: readonly CatalogueModel[]
  readonly #deps: ModelInstallerDeps
  readonly #look: (directory: string) => InstalledModels
  readonly #states = new Map<string, Installation>()
  readonly #ending = new AbortController()
  #running: Promise<void> | null = null

  constructor(deps: ModelInstallerDeps) {
    this.#deps = deps
    this.#look = deps.look ?? installedModels
    this.catalogue = deps.catalogue ?? MODEL_CATALOGUE
  }

  get isBusy(): boolean {
    return this.#running !== null
  }

  /** Read from the folder, so that models that were added by the command count too. */
  installedNames(): ReadonlySet<string> {
    return new Set(this.#look(this.#deps.directory).usable.map(({ name }) => name))
  }

  stateOf(name: string): Installation | null {
    return this.#states.get(name) ?? null
  }

  /** Returns immediately; `stateOf` shows the progress. The caller has checked `isBusy`. */
  start(model: CatalogueModel, language: string | null): void {
    this.#states.set(model.name, { state: 'running', doneBytes: 0, totalBytes: null })
    this.#running = this.#install(model, language).finally(() => {
      this.#running = null
    })
  }

  async #install(model: CatalogueModel, language: string | null): Promise<void> {
    const { directory, fetch, log } = this.#deps
    const deps: AddModelDeps = {
      directory,
      fetch,
      look: this.#look,
      signal: this.#ending.signal,
      progress: (doneBytes, totalBytes) => this.#states.set(model.name, { state: 'running', doneBytes, totalBytes }),
    }
    try {
      await addModel(model, language, deps)
      this.#states.set(model.name, { state: 'installed' })
      log.info({ model: model.name }, 'added a speech model')
    } catch (error) {
      const isExpected = error instanceof ModelNotAdded
      const message = isExpected ? error.message : 'The model could not be added. The log of the server has the reason.'
      this.#states.set(model.name, { state: 'failed', message })
      if (!isExpected && !this.#ending.signal.aborted)
        log.error({ err: error, model: model.name }, 'failed to add a speech model')
    }
  }

  /** What was downloaded stays, and is continued later. */
  async stop(): Promise<void> {
    this.#ending.abort()
    await this.#running
  }
}
