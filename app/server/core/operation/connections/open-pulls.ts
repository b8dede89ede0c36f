import { and, asc, eq, isNull, or, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '#app/server/db/database.ts'
import { ollamaPulls } from '#app/server/db/schema/ollama-pulls.ts'
import { pullFromOllama, type PullProgress } from '#app/server/providers/compatible/pull-ollama.ts'

type Pull = PullProgress & { model: string; failure: 'unreachable' | 'failed' | null }

export type Pulls = {
  /** Lists the downloads of all processes, and continues those whose process has ended. */
  list(): Promise<Pull[]>
  /** Makes an Ollama server download a model. A second call for the same model changes nothing while it is being downloaded. */
  start(model: string, url: string): Promise<void>
  /** Stops a download, whose part stays with Ollama, or forgets a failed one. */
  cancel(model: string): Promise<void>
  close(): Promise<void>
}

const usualBeatMillis = 1_000
/** Seconds without a sign of its process after which another one continues a download. */
const silentSeconds = 15

const isFree = sql`${ollamaPulls.seenAt} < now() - make_interval(secs => ${silentSeconds})`
const isOwn = (model: string, pullId: string) => and(eq(ollamaPulls.model, model), eq(ollamaPulls.pullId, pullId))

/** Opens the downloads that the processes have asked Ollama for. Each is a row, which the process that reads Ollama's response maintains. */
export function openPulls(db: Database, { beatMillis = usualBeatMillis } = {}): Pulls {
  const own = new Map<string, { stop: AbortController; work: Promise<void> }>()

  function run(model: string, url: string, pullId: string): void {
    const stop = new AbortController()
    let progress: PullProgress = { bytes: 0, total: null, perSecond: null }
    const write = async () => {
      const values = { ...progress, perSecond: progress.perSecond && Math.round(progress.perSecond), seenAt: sql`now()` }
      const written = await db.update(ollamaPulls).set(values).where(isOwn(model, pullId)).returning({ model: ollamaPulls.model })
      // Another process has canceled it, or continues it.
      if (written.length === 0) stop.abort()
    }
    // A database that is away for a moment does not end a download.
    const beat = setInterval(() => void write().catch(() => {}), beatMillis)
    async function work() {
      try {
        const failure = await pullFromOllama({ url, model, signal: stop.signal, onProgress: (now) => (progress = now) })
        if (stop.signal.aborted) return
        if (failure) await db.update(ollamaPulls).set({ failure }).where(isOwn(model, pullId))
        else await db.delete(ollamaPulls).where(isOwn(model, pullId))
      } finally {
        clearInterval(beat)
        own.delete(pullId)
      }
    }
    own.set(pullId, { stop, work: work().catch(() => {}) })
  }

  return {
    async list() {
      const rows = await db
        .select({ model: ollamaPulls.model, url: ollamaPulls.url, isLeft: sql<boolean>`${ollamaPulls.failure} is null and ${isFree}` })
        .from(ollamaPulls)
      for (const { model, url } of rows.filter(({ isLeft }) => isLeft)) {
        const pullId = uuidv7()
        const taken = await db
          .update(ollamaPulls)
          .set({ pullId, seenAt: sql`now()` })
          .where(and(eq(ollamaPulls.model, model), isNull(ollamaPulls.failure), isFree))
          .returning({ model: ollamaPulls.model })
        if (taken.length > 0) run(model, url, pullId)
      }
      const { model, bytes, total, perSecond, failure } = ollamaPulls
      return db.select({ model, bytes, total, perSecond, failure }).from(ollamaPulls).orderBy(asc(ollamaPulls.createdAt))
    },
    async start(model, url) {
      const pullId = uuidv7()
      const fresh = { url, pullId, bytes: 0, total: null, perSecond: null, failure: null, seenAt: sql`now()` }
      const [started] = await db
        .insert(ollamaPulls)
        .values({ ...fresh, model })
        .onConflictDoUpdate({ target: ollamaPulls.model, set: fresh, setWhere: or(sql`${ollamaPulls.failure} is not null`, isFree) })
        .returning({ model: ollamaPulls.model })
      if (started) run(model, url, pullId)
    },
    async cancel(model) {
      const [canceled] = await db.delete(ollamaPulls).where(eq(ollamaPulls.model, model)).returning({ pullId: ollamaPulls.pullId })
      if (canceled) own.get(canceled.pullId)?.stop.abort()
    },
    async close() {
      const open = [...own]
      for (const [, { stop }] of open) stop.abort()
      await Promise.all(open.map(([, { work }]) => work))
      // The next process that looks continues them at once.
      for (const [pullId] of open)
        await db
          .update(ollamaPulls)
          .set({ seenAt: new Date(0) })
          .where(eq(ollamaPulls.pullId, pullId))
    },
  }
}
