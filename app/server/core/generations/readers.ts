import { lte, sql } from 'drizzle-orm'
import { config } from '#config'
import type { Database } from '../../db/database.ts'
import { generations } from '../../db/schema.ts'
import type { Providers } from '../../providers/providers.ts'
import { cancelGeneration } from './cancel-generation.ts'
import { type OwnGeneration, ownGeneration } from './find-generation.ts'

/** One API client that waits for a run. */
export type Reader = {
  /** It has hung up: the run is canceled, unless another client may still want it. */
  leave(): Promise<void>
  /** It has read the run to its end. */
  end(): void
}

export type Readers = {
  /** `keyed`: a client with an idempotency key may come back for the run, in this process or another. */
  attach(run: OwnGeneration, options: { keyed: boolean }): Promise<Reader>
  close(): Promise<void>
}

export type OpenReadersOptions = { providers: Providers; graceMs?: number }

/**
 * Cancels runs whose client has hung up: at once, or, with an idempotency key, when nobody has read the run for `graceMs`. The lease is in
 * the row, so that a client of another process counts. A process that stops cancels nothing: such a run goes on to its end.
 */
export function openReaders(
  db: Database,
  { providers, graceMs = config.generations.readerGraceSeconds * 1000 }: OpenReadersOptions,
): Readers {
  const renewals = new Set<NodeJS.Timeout>()
  const waiting = new Set<NodeJS.Timeout>()
  const canceling = new Set<Promise<unknown>>()
  let closed = false

  function cancel(run: OwnGeneration, only?: ReturnType<typeof sql>): Promise<unknown> {
    // One that has ended meanwhile has nothing to cancel; media that can't be stopped runs on.
    const done: Promise<unknown> = cancelGeneration(db, { ...run, providers, only })
      .catch(() => undefined)
      .finally(() => canceling.delete(done))
    canceling.add(done)
    return done
  }

  async function renew(run: OwnGeneration): Promise<void> {
    await db
      .update(generations)
      .set({ readUntil: sql`now() + make_interval(secs => ${graceMs / 1000})` })
      .where(ownGeneration(run))
  }

  function cancelLater(run: OwnGeneration): void {
    if (closed) return
    const timer = setTimeout(() => {
      waiting.delete(timer)
      void cancel(run, sql`${lte(generations.readUntil, sql`now()`)}`)
    }, graceMs + 50)
    timer.unref()
    waiting.add(timer)
  }

  async function attachKeyed(run: OwnGeneration): Promise<Reader> {
    await renew(run)
    const renewal = setInterval(() => void renew(run).catch(() => undefined), graceMs / 3)
    renewal.unref()
    renewals.add(renewal)
    const end = () => {
      clearInterval(renewal)
      renewals.delete(renewal)
    }
    return {
      end,
      async leave() {
        end()
        await renew(run).catch(() => undefined)
        cancelLater(run)
      },
    }
  }

  return {
    attach: async (run, { keyed }) => (keyed ? attachKeyed(run) : { end: () => undefined, leave: async () => void (await cancel(run)) }),
    async close() {
      closed = true
      for (const timer of renewals) clearInterval(timer)
      for (const timer of waiting) clearTimeout(timer)
      await Promise.all(canceling)
    },
  }
}
