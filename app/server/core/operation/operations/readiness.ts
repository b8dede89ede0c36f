import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { DatabaseHandle } from '#app/server/db/database.ts'
import { hasQueue } from '#app/server/queue/queue.ts'
import { readDiskSpace } from '#app/server/storage/disk-space.ts'
import { fullCodes, type Storage } from '#app/server/storage/storage.ts'

const readinessChecks = ['database', 'queue', 'storage', 'disk'] as const
type ReadinessCheck = (typeof readinessChecks)[number]

export type Readiness = {
  /** Never throws. */
  check(): Promise<ReadinessOutcome[]>
}

export type ReadinessOutcome = {
  name: ReadinessCheck
  ok: boolean
  /** Whether the process should be taken out of service. One with a full disk still serves everything but new runs and uploads. */
  stops: boolean
}

/** The checks for which the process should be taken out of service. */
export const stopping = (outcomes: readonly ReadinessOutcome[]): string[] => outcomes.flatMap(({ name, stops }) => (stops ? [name] : []))

export type ReadinessOptions = {
  handle: DatabaseHandle
  storage: Storage
  dataDir: string
  /** Free bytes below which a process accepts no more work: results would be lost half-written. */
  diskFloorBytes: number
  logger: Logger
}

type Outcome = 'ok' | 'full' | 'failing'

/** Milliseconds that an outcome is reused, so that probes cost nothing under load. */
const maxAgeMs = { database: 1_000, queue: 1_000, storage: 15_000, disk: 5_000 }
/** Milliseconds after which a check counts as failed. */
const timeoutMs = 3_000

/** Checks what this process needs: the database, the queue's tables, a storage that accepts files, and free space. */
export function openReadiness({ handle, storage, dataDir, diskFloorBytes, logger }: ReadinessOptions): Readiness {
  const checks: Record<ReadinessCheck, () => Promise<Outcome>> = {
    database: async () => ((await handle.db.execute(sql`select 1`)) ? 'ok' : 'failing'),
    queue: async () => ((await hasQueue(handle.db)) ? 'ok' : 'failing'),
    async storage() {
      const { writable, error } = await storage.check()
      return writable ? 'ok' : fullCodes.has(error ?? '') ? 'full' : 'failing'
    },
    disk: async () => ((await readDiskSpace(dataDir)).free >= diskFloorBytes ? 'ok' : 'full'),
  }
  const latest = new Map<ReadinessCheck, { at: number; outcome: Promise<Outcome> }>()
  const failing = new Set<ReadinessCheck>()

  async function outcomeOf(name: ReadinessCheck): Promise<Outcome> {
    const outcome = await Promise.race([checks[name](), giveUp()]).catch(() => 'failing' as const)
    if (outcome === 'ok') {
      if (failing.delete(name)) logger.info({ check: name }, 'ready again')
    } else if (!failing.has(name)) {
      failing.add(name)
      logger.error({ check: name }, outcome === 'full' ? 'no space left: new runs and uploads are refused' : 'not ready')
    }
    return outcome
  }

  /** Concurrent probes share one check. */
  function recent(name: ReadinessCheck): Promise<Outcome> {
    const known = latest.get(name)
    if (known && performance.now() - known.at < maxAgeMs[name]) return known.outcome
    const outcome = outcomeOf(name)
    latest.set(name, { at: performance.now(), outcome })
    return outcome
  }

  async function check(name: ReadinessCheck): Promise<ReadinessOutcome> {
    const outcome = await recent(name)
    return { name, ok: outcome === 'ok', stops: outcome === 'failing' }
  }
  return { check: () => Promise.all(readinessChecks.map(check)) }
}

const giveUp = () => new Promise<Outcome>((resolve) => setTimeout(resolve, timeoutMs, 'failing').unref())
