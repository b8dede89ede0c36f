import { mkdir, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { archiveFolderOf, localModels, type LocalModel } from './catalogue.ts'
import type { DownloadOptions } from './download-file.ts'
import { InstallError } from './install-error.ts'
import { type JournalEntry, openJournal, type SavedProgress } from './install-journal.ts'
import { checkRoom, type InstallEnv, installModel, type InstallProgress } from './install-model.ts'
import { measureSpeed } from '../measure-speed.ts'
import { installedModels, isInPlace, modelFolder, pathOf } from './model-folder.ts'

export type InstallState = JournalEntry & { working: boolean }

export type Installer = {
  /** Requested and failed installations by model. */
  states(): Promise<ReadonlyMap<string, InstallState>>
  /** Requests an installation. Throws `InstallError` if memory or disk do not suffice. */
  start(model: LocalModel): Promise<void>
  /** Stops an installation and removes everything that was downloaded for it. */
  cancel(model: LocalModel): Promise<void>
  /** Removes the files of a model. Returns false while it is being installed. */
  remove(model: LocalModel): Promise<boolean>
  /** Continues installations that a stopped process has left. */
  resume(): void
  /** Resolves when this process has nothing to install. */
  idle(): Promise<void>
  /** Stops; `forget` withdraws the current request, whose part of the file stays. */
  close(options?: { forget?: boolean }): Promise<void>
}

export type OpenInstallerOptions = {
  env: InstallEnv
  dataDir: string
  /** The part of a pino logger that is used. */
  logger?: { warn(details: object, message: string): void }
  models?: readonly LocalModel[]
  times?: DownloadOptions['times']
  beatMs?: number
  staleMs?: number
}

/** Milliseconds between two looks at cancel requests of other processes. */
const usualBeatMs = 1_000
/** Milliseconds between two saved states of a download. */
const saveMs = 400

/** Opens the installer of models on this machine. It is the same for the server and the command line. */
// oxlint-disable-next-line max-lines-per-function -- Its functions share one state, which nothing else may touch.
export function openInstaller({
  env,
  dataDir,
  logger,
  models = localModels,
  times,
  beatMs = usualBeatMs,
  staleMs,
}: OpenInstallerOptions): Installer {
  const journal = openJournal(dataDir, staleMs === undefined ? {} : { staleMs })
  let work: Promise<void> | undefined
  /** Set by a request that came while the end of the queue was being read. */
  let isCalled = false
  let current: { id: string; stop: AbortController; ended: Promise<void> } | undefined
  let closed = false

  function kick(): Promise<void> {
    if (closed) return Promise.resolve()
    isCalled = true
    work ??= workOff()
      .catch((error: unknown) => logger?.warn({ err: error }, 'the installation of local models stopped'))
      .finally(() => (work = undefined))
    return work
  }

  async function nextOf(): Promise<LocalModel | undefined> {
    const requested = [...(await journal.read())].filter(([, { requestedAt }]) => requestedAt !== null)
    for (const [id] of requested) {
      const model = models.find((one) => one.id === id)
      if (model) return model
      // An earlier release had this model.
      await journal.end(id)
    }
    return undefined
  }

  async function workOff(): Promise<void> {
    for (;;) {
      isCalled = false
      if (closed || (!(await nextOf()) && !isCalled)) return
      const lock = await journal.lock()
      if (!lock) return
      try {
        for (let next = await nextOf(); next && !closed; next = await nextOf()) if (!(await installOne(next, lock.beat))) return
      } finally {
        await lock.release()
      }
    }
  }

  /** Returns false if another process has taken the lock. */
  async function installOne(model: LocalModel, beat: () => Promise<boolean>): Promise<boolean> {
    const { id } = model
    const stop = new AbortController()
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    current = { id, stop, ended }
    let isOurs = true
    let looking: Promise<void> | undefined
    async function look(): Promise<void> {
      isOurs = await beat()
      if (!isOurs || !(await journal.isRequested(id))) stop.abort()
    }
    const timer = setInterval(() => {
      // A disk that does not answer for a moment is no cancel, after which the download would be deleted.
      looking ??= look()
        .catch(() => undefined)
        .finally(() => (looking = undefined))
    }, beatMs)
    const progress = openProgress((saved) => journal.save(id, saved))
    try {
      await installModel(model, { env, dataDir, signal: stop.signal, onProgress: progress.show, ...(times && { times }) })
      await progress.settle()
      await journal.end(id)
    } catch (error) {
      await progress.settle()
      if (!stop.signal.aborted) {
        const known =
          error instanceof InstallError ? error : new InstallError('failed', 'The model could not be installed.', { cause: error })
        logger?.warn({ err: known.cause ?? known, model: id }, 'a local model could not be installed')
        // On a full disk the reason is in the log only. A request that stays would start the download again and again.
        await journal.save(id, { ...progress.last(), failure: known.reason, message: known.message }).catch(() => undefined)
        await journal.withdraw(id)
      } else if (isOurs && !closed) await clear(model)
    } finally {
      clearInterval(timer)
      await looking
      current = undefined
      end()
    }
    return isOurs
  }

  /** Removes everything of an installation that has not ended. */
  async function clear(model: LocalModel): Promise<void> {
    await removeAll((await Promise.all(model.files.map((file) => partsOf(pathOf(dataDir, file))))).flat())
    if (!(await isInPlace(model, dataDir))) await removeFiles(model)
    await journal.end(model.id)
  }

  /** Removes the files of a model that no other installed model has. */
  async function removeFiles(model: LocalModel): Promise<void> {
    const others = (await installedModels(dataDir)).filter(({ id }) => id !== model.id)
    const needed = new Set(others.flatMap(({ files }) => files.map(({ name }) => name)))
    const names = model.files.map(({ name }) => name).filter((name) => !needed.has(name))
    const folder = model.kind === 'image' ? model.folder : archiveFolderOf(model)
    await removeAll([...names, ...(folder === null ? [] : [folder])].map((name) => pathOf(dataDir, { name })))
  }

  return {
    async states() {
      const [entries, working] = await Promise.all([journal.read(), journal.isWorking()])
      // The process that installed has stopped.
      if (!working && [...entries.values()].some(({ requestedAt }) => requestedAt !== null)) void kick()
      return new Map([...entries].map(([id, entry]) => [id, { ...entry, working }]))
    },
    async start(model) {
      await checkRoom(model, { env, dataDir })
      if (!(await journal.isRequested(model.id))) await journal.request(model.id)
      void kick()
    },
    async cancel(model) {
      await journal.withdraw(model.id)
      if (current?.id === model.id) {
        current.stop.abort()
        // A request that comes next is not removed with the rest of this one.
        await current.ended
      }
      // A process that installs another model leaves this one alone, because its request is gone.
      else if (current || !(await journal.isWorking())) await clear(model)
    },
    async remove(model) {
      if (await journal.isRequested(model.id)) return false
      await removeFiles(model)
      await clear(model)
      return true
    },
    resume() {
      void mkdir(modelFolder(dataDir), { recursive: true, mode: 0o700 }).then(kick, () => undefined)
    },
    async idle() {
      await work
    },
    async close({ forget = false } = {}) {
      closed = true
      const left = current?.id
      current?.stop.abort()
      await work
      if (forget && left !== undefined) await journal.end(left)
    },
  }
}

/** Saves the progress of an installation at a bounded rate, one write at a time. */
function openProgress(save: (progress: SavedProgress) => Promise<void>) {
  let last: SavedProgress = { step: null, bytes: 0, total: null, perSecond: null, failure: null, message: null }
  let speed = measureSpeed()
  let savedAt = Number.NEGATIVE_INFINITY
  let saving: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  function write(): void {
    clearTimeout(timer)
    timer = undefined
    savedAt = performance.now()
    const saved = last
    // A state that cannot be saved is replaced by the next one.
    saving = saving.then(() => save(saved)).catch(() => undefined)
  }
  return {
    show({ step, bytes, total }: InstallProgress): void {
      const isNew = step !== last.step
      if (isNew) speed = measureSpeed()
      last = { ...last, step, bytes, total, perSecond: speed.add(bytes) }
      const wait = isNew ? 0 : Math.max(0, savedAt + saveMs - performance.now())
      if (wait === 0) write()
      // A download that stands still shows its last byte.
      else timer ??= setTimeout(write, wait)
    },
    last: () => last,
    settle() {
      clearTimeout(timer)
      return saving
    },
  }
}

/** Returns the incomplete versions of a file. */
async function partsOf(path: string): Promise<string[]> {
  const names = await readdir(dirname(path)).catch(() => [])
  return names.filter((name) => name.startsWith(`${basename(path)}.`) && name.endsWith('.part')).map((name) => join(dirname(path), name))
}

const removeAll = (paths: readonly string[]) => Promise.all(paths.map((path) => rm(path, { recursive: true, force: true })))
