import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { DatabaseHandle } from '../../db/database.ts'
import { hasQueue } from '../../queue/queue.ts'
import { readDiskSpace } from '../../storage/disk-space.ts'
import type { Storage } from '../../storage/storage.ts'

const readinessChecks = ['database', 'queue', 'storage', 'disk'] as const
type ReadinessCheck = (typeof readinessChecks)[number]

export type Readiness = {
  /** Never throws. */
  check(): Promise<{ name: ReadinessCheck; ok: boolean }[]>
}

export type ReadinessOptions = {
  handle: DatabaseHandle
  storage: Storage
  dataDir: string
  /** Free bytes below which a process accepts no more work: results would be lost half-written. */
  diskFloorBytes: number
  logger: Logger
}

/** Milliseconds that an outcome is reused, so that probes cost nothing under load. */
const maxAgeMs = { database: 1_000, queue: 1_000, storage: 15_000, disk: 5_000 }
/** Milliseconds after which a check counts as failed. */
const timeoutMs = 3_000

/** Checks what this process needs: the database, the queue's tables, a storage that accepts files, and free space. */
export function openReadiness({ handle, storage, dataDir, diskFloorBytes, logger }: ReadinessOptions): Readiness {
  const checks: Record<ReadinessCheck, () => Promise<boolean>> = {
    database: async () => Boolean(await handle.db.execute(sql`select 1`)),
    queue: () => hasQueue(handle.db),
    storage: async () => (await storage.check()).writable,
    disk: async () => (await readDiskSpace(dataDir)).free >= diskFloorBytes,
  }
  const latest = new Map<ReadinessCheck, { at: number; outcome: Promise<boolean> }>()
  const failing = new Set<ReadinessCheck>()

  async function outcomeOf(name: ReadinessCheck): Promise<boolean> {
    const ok = await Promise.race([checks[name](), giveUp()]).catch(() => false)
    if (ok && failing.delete(name)) logger.info({ check: name }, 'ready again')
    if (!ok && !failing.has(name)) logger.error({ check: name }, 'not ready')
    if (!ok) failing.add(name)
    return ok
  }

  /** Concurrent probes share one check. */
  function recent(name: ReadinessCheck): Promise<boolean> {
    const known = latest.get(name)
    if (known && performance.now() - known.at < maxAgeMs[name]) return known.outcome
    const outcome = outcomeOf(name)
    latest.set(name, { at: performance.now(), outcome })
    return outcome
  }

  return { check: () => Promise.all(readinessChecks.map(async (name) => ({ name, ok: await recent(name) }))) }
}

const giveUp = () => new Promise<boolean>((resolve) => setTimeout(resolve, timeoutMs, false).unref())
