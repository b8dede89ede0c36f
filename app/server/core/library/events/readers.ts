import { lte, sql } from 'drizzle-orm'
import { config } from '#config'
import type { Database } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import type { Providers } from '#app/server/providers/providers.ts'
import { cancelGeneration } from '../../making/generations/cancel-generation.ts'
import { type OwnGeneration, ownGeneration } from '../../making/generations/find-generation.ts'

/** One API client that waits for a run. */
export type Reader = {
  /** The client has disconnected: cancels the run, unless another client may still want it. */
  leave(): Promise<void>
  /** The client has received the whole result. */
  end(): void
}

export type Readers = {
  /** Attaches a reader. `keyed`: the client sent an idempotency key and may return for the run, in any process. */
  attach(run: OwnGeneration, options: { keyed: boolean }): Promise<Reader>
  close(): Promise<void>
}

export type OpenReadersOptions = { providers: Providers; graceMs?: number }

/**
 * Cancels runs whose client has disconnected: at once, or with an idempotency key after `graceMs` without any reader. The lease is in the
 * row, so that clients of other processes count. A stopping process cancels nothing: its runs continue.
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
    // An ended run has nothing to cancel; media that cannot be stopped continue.
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
