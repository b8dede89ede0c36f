import { randomUUID } from 'node:crypto'
import { link, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { installFailures, installSteps } from '#app/contract/operator/local-models.ts'
import { modelFolder } from './model-folder.ts'

/**
 * Requested installations as files of the folder of models, so that every process that shares the folder sees them: servers, and the command
 * line, which has no database. One process installs at a time: the one that holds the lock.
 */

const progressSchema = v.object({
  step: v.nullable(v.picklist(installSteps)),
  bytes: v.number(),
  total: v.nullable(v.number()),
  perSecond: v.nullable(v.number()),
  failure: v.nullable(v.picklist(installFailures)),
  /** For the terminal. */
  message: v.nullable(v.string()),
})
export type SavedProgress = v.InferOutput<typeof progressSchema>

const ownerSchema = v.object({ host: v.string(), pid: v.number(), token: v.string() })
type Owner = v.InferOutput<typeof ownerSchema>

/** Without a request, the progress is that of a failure, or of an installation that is being canceled. */
export type JournalEntry = { requestedAt: number | null; progress: SavedProgress | null }

export type InstallLock = { beat: () => Promise<boolean>; release: () => Promise<void> }

/** Milliseconds without a heartbeat after which the process of another machine is taken for dead. */
const usualStaleMs = 15_000

// oxlint-disable-next-line max-lines-per-function -- Its functions share one state, which nothing else may touch.
export function openJournal(dataDir: string, { staleMs = usualStaleMs }: { staleMs?: number } = {}) {
  const folder = join(modelFolder(dataDir), '.installs')
  const place = (id: string, ending: 'request' | 'progress') => join(folder, `${id}.${ending}`)
  const lockPath = join(folder, 'lock')
  const open = () => mkdir(folder, { recursive: true, mode: 0o700 })

  async function holder(): Promise<(Owner & { alive: boolean }) | null> {
    const [text, found] = await Promise.all([readFile(lockPath, 'utf8').catch(() => null), stat(lockPath).catch(() => null)])
    if (text === null || found === null) return null
    const parsed = v.safeParse(ownerSchema, parseJson(text))
    const isFresh = Date.now() - found.mtimeMs < staleMs
    if (!parsed.success) return { host: '', pid: 0, token: '', alive: isFresh }
    const { host, pid, token } = parsed.output
    const isHere = host === hostname()
    return { ...parsed.output, alive: held.has(token) || (isFresh && !(isHere && (pid === process.pid || !isRunning(pid)))) }
  }

  return {
    /** Whether a process is installing. */
    isWorking: async (): Promise<boolean> => (await holder())?.alive ?? false,
    /** Returns the lock, or null while another process has it. */
    async lock(): Promise<InstallLock | null> {
      await open()
      const owner = { host: hostname(), pid: process.pid, token: randomUUID() }
      const draft = join(folder, `lock.${owner.token}`)
      await writeFile(draft, JSON.stringify(owner))
      try {
        const last = await holder()
        if (last?.alive) return null
        if (last && !(await removeLock(last.token))) return null
        // A lock of this process that is not held counts as that of a dead process, so it is held before others can see it.
        held.add(owner.token)
        // A link is made by one process only.
        const isMade = await link(draft, lockPath).then(
          () => true,
          () => false,
        )
        if (!isMade) {
          held.delete(owner.token)
          return null
        }
      } finally {
        await rm(draft, { force: true })
      }
      const isOurs = async () => (await readFile(lockPath, 'utf8').catch(() => '')).includes(owner.token)
      return {
        async beat() {
          const now = new Date()
          return (
            (await isOurs()) &&
            (await utimes(lockPath, now, now).then(
              () => true,
              () => false,
            ))
          )
        },
        async release() {
          held.delete(owner.token)
          if (await isOurs()) await rm(lockPath, { force: true })
        },
      }
    },
    async request(id: string): Promise<void> {
      await open()
      await rm(place(id, 'progress'), { force: true })
      await writeFile(place(id, 'request'), '')
    },
    /** Rejects if the disk does not answer. */
    isRequested: (id: string): Promise<boolean> =>
      stat(place(id, 'request')).then(
        () => true,
        (error: unknown) => {
          if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
          throw error
        },
      ),
    /** Withdraws a request. The process that works on it stops within a second. */
    withdraw: (id: string): Promise<void> => rm(place(id, 'request'), { force: true }),
    async save(id: string, progress: SavedProgress): Promise<void> {
      const draft = `${place(id, 'progress')}.draft`
      await writeFile(draft, JSON.stringify(progress))
      await rename(draft, place(id, 'progress'))
    },
    /** Removes the request and the progress. */
    async end(id: string): Promise<void> {
      await Promise.all([rm(place(id, 'request'), { force: true }), rm(place(id, 'progress'), { force: true })])
    },
    /** Returns requests, the oldest first, and failures. */
    async read(): Promise<Map<string, JournalEntry>> {
      const names = await readdir(folder).catch(() => [])
      const ids = new Set(names.flatMap((name) => /^(.+)\.(?:request|progress)$/.exec(name)?.[1] ?? []))
      const entries = await Promise.all(
        [...ids].map(async (id): Promise<[string, JournalEntry]> => {
          const [requested, text] = await Promise.all([
            stat(place(id, 'request')).catch(() => null),
            readFile(place(id, 'progress'), 'utf8').catch(() => ''),
          ])
          const parsed = v.safeParse(progressSchema, parseJson(text))
          return [id, { requestedAt: requested?.mtimeMs ?? null, progress: parsed.success ? parsed.output : null }]
        }),
      )
      return new Map(entries.toSorted(([, one], [, other]) => (one.requestedAt ?? 0) - (other.requestedAt ?? 0)))
    },
  }

  /** Removes the lock of a dead process. Returns false if another process was faster. */
  async function removeLock(token: string): Promise<boolean> {
    const aside = join(folder, `lock.${randomUUID()}`)
    if (
      !(await rename(lockPath, aside).then(
        () => true,
        () => false,
      ))
    )
      return false
    const wasDead = token === '' || (await readFile(aside, 'utf8').catch(() => '')).includes(token)
    if (!wasDead) await link(aside, lockPath).catch(() => undefined)
    await rm(aside, { force: true })
    return wasDead
  }
}

/** The locks of this process. A restarted container has the same host and process id as before. */
const held = new Set<string>()

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // A process of another user exists, too.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
