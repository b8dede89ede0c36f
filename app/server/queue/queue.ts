import { setTimeout as sleep } from 'node:timers/promises'
import { type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import { type ConstructorOptions, fromDrizzle, type Job, PgBoss, type Queue as QueueSettings } from 'pg-boss'
import type { DatabaseLogger } from '../db/connections.ts'
import type { Database, DatabaseHandle, Transaction } from '../db/database.ts'
import { changeSchema } from '../db/schema-lock.ts'
import { tracing } from '../tracing.ts'

export type Jobs = {
  'run-generation': { generation_id: string }
  /** Runs of remote models, which do not wait for this machine's own work. */
  'run-remote': { generation_id: string }
  /** A call of the studio's tools. */
  'run-call': { call_id: string }
  /** Starts the run that goes on from a step whose calls have ended. */
  'go-on': { step_id: string }
  /** Emails the person that a long run has ended. */
  'mail-done': { generation_id: string }
  /** Deletes the files of purged works. */
  'purge-files': { user_id: string }
  /** Acts on many people, one after another. */
  'act-in-bulk': { bulk_id: string }
  /** Makes or deletes a voice of a person at its service. */
  'change-voice': { voice_id: string }
  sweep: Record<string, never>
  /** Checks the invariants of the whole server; its output is the number of violations by invariant. */
  audit: Record<string, never>
  /** Queries payment providers, which may be slow. */
  'sweep-payments': Record<string, never>
}
export type JobName = keyof Jobs

export type EnqueueOptions = {
  startAfterSeconds?: number
  /** Jobs with a lower number are handled first; without one, a job is handled before all others but those of 0. */
  due?: number | null
}

export type Queue = {
  /** Enqueues a job in the caller's transaction, so that row and job are written together. */
  enqueue<J extends JobName>(tx: Transaction, name: J, data: Jobs[J], options?: EnqueueOptions): Promise<void>
  /** Enqueues several jobs with one statement. */
  enqueueAll<J extends JobName>(tx: Transaction, name: J, jobs: readonly { data: Jobs[J]; due?: number | null }[]): Promise<void>
  /**
   * Handles jobs; the handler's result is stored as the output of the job. A failing handler is retried with backoff; a `batch` is handled and retried as a whole. `signal` aborts if the queue
   * closes or the job was given to another worker.
   */
  work<J extends JobName>(
    name: J,
    options: { concurrency: number; batch?: number },
    handler: (data: Jobs[J], signal: AbortSignal) => Promise<object | void>,
  ): Promise<void>
  /** Runs a failed job again, with all its retries. Returns the name of its queue; undefined for a job that has not failed. */
  retry(id: string): Promise<JobName | undefined>
  /** Schedules a job by cron, in UTC, at most every minute. */
  schedule(name: 'sweep' | 'sweep-payments' | 'audit', cron: string): Promise<void>
  /** Stops fetching, aborts the handlers' signals and waits a few seconds; unfinished jobs run again later. */
  close(): Promise<void>
}

export type OpenQueueOptions = {
  logger?: DatabaseLogger
  roles: { work: boolean }
  /** Polling interval in seconds, for tests; at least half a second. */
  pollSeconds?: number
  /** Milliseconds that a close waits for handlers, for tests. */
  closeMs?: number
}

const minute = 60
const hour = 60 * minute
const day = 24 * hour

const common = { notify: true, retryBackoff: true, retryDelay: 1, retentionSeconds: 14 * day, deleteAfterSeconds: day }

const queues: Record<JobName, Omit<QueueSettings, 'name'>> = {
  /** A slow provider may take hours. The heartbeat of a dead worker is missed long before the job expires. */
  'run-generation': { ...common, retryLimit: 8, retryDelayMax: minute, expireInSeconds: 12 * hour, heartbeatSeconds: minute },
  'run-remote': { ...common, retryLimit: 8, retryDelayMax: minute, expireInSeconds: hour, heartbeatSeconds: minute },
  'run-call': { ...common, retryLimit: 8, retryDelayMax: minute, expireInSeconds: 5 * minute },
  'go-on': { ...common, retryLimit: 8, retryDelayMax: minute, expireInSeconds: 5 * minute },
  'purge-files': { ...common, retryLimit: 8, retryDelayMax: 10 * minute, expireInSeconds: 10 * minute },
  /** A restart goes on after the last person. */
  'act-in-bulk': { ...common, retryLimit: 8, retryDelayMax: minute, expireInSeconds: 12 * hour, heartbeatSeconds: minute },
  /** Not retried: the sweep enqueues what is due again. */
  'change-voice': { ...common, retryLimit: 0, retryBackoff: false, expireInSeconds: 10 * minute, deleteAfterSeconds: hour },
  /** Not retried: the mailer retries itself, and an email lost in a crash is better than a duplicate. */
  'mail-done': { ...common, retryLimit: 0, retryBackoff: false, expireInSeconds: 5 * minute },
  /** One waiting job is enough. A missed one needs no retry, because the next is a minute away. */
  sweep: { ...common, policy: 'short', retryLimit: 0, retryBackoff: false, expireInSeconds: 10 * minute, deleteAfterSeconds: hour },
  /** Kept for longer than a week, because metrics show the latest. */
  audit: { ...common, policy: 'short', retryLimit: 1, expireInSeconds: 2 * hour, deleteAfterSeconds: 8 * day },
  'sweep-payments': {
    ...common,
    policy: 'short',
    retryLimit: 0,
    retryBackoff: false,
    expireInSeconds: 30 * minute,
    deleteAfterSeconds: hour,
  },
}

/** Seconds between polls. New jobs are announced, so polling serves only retries, delayed jobs and lost announcements. */
const usualPollSeconds = 2
const usualCloseMs = 5_000
const silent: DatabaseLogger = { info: () => {}, warn: () => {}, error: () => {} }

/** Opens the queue. With `roles.work` off it only enqueues: no polling, listening, cron or maintenance. */
export async function openQueue(
  handle: DatabaseHandle,
  { logger = silent, roles, pollSeconds = usualPollSeconds, closeMs = usualCloseMs }: OpenQueueOptions,
): Promise<Queue> {
  const boss = new PgBoss({
    db: bossDatabase(handle),
    backend: handle.kind,
    useListenNotify: roles.work,
    supervise: roles.work,
    schedule: roles.work,
    // PGlite has no autovacuum; the database adapter vacuums.
    monitorVacuum: handle.kind === 'postgres',
    reindex: handle.kind === 'postgres',
    maintenanceIntervalSeconds: hour,
    // Flows are not used, so they are hardly ever polled.
    flowIntervalSeconds: day,
  })
  boss.on('error', (error) => logger.error({ err: error }, 'queue error'))
  boss.on('warning', (warning) => logger.warn({ warning }, 'queue warning'))
  await changeSchema(handle, async () => {
    await boss.start()
    await createQueues(boss)
  })

  const closing = new AbortController()
  const workers: { name: JobName; id: string }[] = []

  async function startWorker<J extends JobName>(
    name: J,
    batchSize: number,
    handler: (data: Jobs[J], signal: AbortSignal) => Promise<object | void>,
  ) {
    const options = { pollingIntervalSeconds: pollSeconds, notifyPollingIntervalSeconds: pollSeconds, batchSize }
    const worker = { name, id: '' }
    worker.id = await boss.work<Traced<Jobs[J]>>(name, options, async (jobs: Job<Traced<Jobs[J]>>[]) => {
      try {
        // A job fetched during the close runs after the next start.
        closing.signal.throwIfAborted()
        const [output] = await Promise.all(
          jobs.map(({ data, signal }) =>
            tracing.span(`job ${name}`, { kind: 'consumer', parent: spanOf(data), attributes: { 'quartet.queue': name } }, () =>
              handler(data, AbortSignal.any([signal, closing.signal])),
            ),
          ),
        )
        return output
      } catch (error) {
        logger.warn({ err: error, queue: name, jobs: jobs.map(({ id }) => id) }, 'job failed')
        // pg-boss stores the error, and the original may quote a provider's answer with a key in it.
        // oxlint-disable-next-line preserve-caught-error -- the cause is what must not be stored
        throw new Error(error instanceof Error ? error.name : 'failed')
      } finally {
        // A burst is announced while its first job is being fetched; this fetches the next without waiting for the poll.
        boss.notifyWorker(worker.id)
      }
    })
    workers.push(worker)
  }

  return {
    async enqueue(tx, name, data, { startAfterSeconds, due } = {}) {
      // The job is written by the caller's transaction, next to its row. Written before the row, a crash would leave a job for a run that
      // does not exist; written after it, a run that has its hold but never starts, until `recoverJobs` finds it. On PGlite there is a
      // second reason: its only connection is the one of this transaction, and a statement on another would wait for it forever.
      const db = fromDrizzle(tx, sql)
      await boss.send(name, traced(data), { db, priority: priorityOf(due), ...(startAfterSeconds && { startAfter: startAfterSeconds }) })
    },
    async enqueueAll(tx, name, list) {
      await boss.insert(
        name,
        list.map(({ data, due }) => ({ data: traced(data), priority: priorityOf(due) })),
        { db: fromDrizzle(tx, sql) },
      )
    },
    async work(name, { concurrency, batch = 1 }, handler) {
      for (let count = 0; count < concurrency; count += 1) await startWorker(name, batch, handler)
    },
    async retry(id) {
      const { rows } = await handle.db.execute<{ name: string }>(
        sql`select name from pgboss.job where id::text = ${id} and state = 'failed' and ${isKnownJob}`,
      )
      const name = rows.map((row) => row.name).find(isJobName)
      if (name !== undefined) await boss.retry(name, id)
      return name
    },
    async schedule(name, cron) {
      await boss.schedule(name, cron, {}, { tz: 'UTC' })
    },
    async close() {
      closing.abort(new Error('The queue is closing.'))
      const idle = Promise.all(workers.map(({ name, id }) => boss.offWork(name, { id, wait: true })))
      await Promise.race([idle, sleep(closeMs, undefined, { ref: false })])
      await boss.stop({ graceful: false })
    },
  }
}

/** The span that enqueued a job travels with it. */
type Traced<Data> = Data & { traceparent?: string }

/** Jobs that an earlier version scheduled have no data. */
const spanOf = (data: { traceparent?: string } | null) => data?.traceparent

function traced<Data extends object>(data: Data): Traced<Data> {
  const traceparent = tracing.traceparent()
  return traceparent === undefined ? data : { ...data, traceparent }
}

/** pg-boss handles jobs of a higher priority first, and of equal priority in the order of their creation. */
const priorityOf = (due: number | null | undefined) => -(due ?? 0)

/**
 * Matches runs for which no job waits. `handled`: nor is one being handled. `dueNow`: jobs that start later do not count, such as those of
 * a retry. Cheap for a whole queue at once, which it compares by hash.
 */
export const hasNoJob = (id: SQLWrapper, { handled, dueNow = false }: { handled: boolean; dueNow?: boolean }): SQL =>
  sql`not exists (select 1 from pgboss.job where name in ('run-generation', 'run-remote') and state ${sql.raw(handled ? '<=' : '<')} 'active' and data->>'generation_id' = ${id}::text ${sql.raw(dueNow ? "and start_after <= now() + interval '2 seconds'" : '')})`

/** The runs of jobs for services that wait for their turn, at most so many. */
export const waitingRemoteRuns = (most: number): SQL =>
  sql`select (data->>'generation_id')::uuid as run_id from pgboss.job where name = 'run-remote' and state < 'active' limit ${most}`

export type WaitingJobs = {
  queue: JobName
  count: number
  /** Seconds that the oldest has been due. */
  oldest: number
}

/** Counts the jobs that are due, by queue. */
export async function countJobs(db: Database): Promise<WaitingJobs[]> {
  const { rows } = await db.execute<Omit<WaitingJobs, 'queue'> & { queue: string }>(sql`
    select name as queue, count(*)::int as count, extract(epoch from now() - min(start_after))::float8 as oldest
    from pgboss.job where state < 'active' and start_after <= now() group by name`)
  return rows.flatMap(({ queue, ...counted }) => (isJobName(queue) ? [{ queue, ...counted }] : []))
}

const isKnownJob = sql`name in (${sql.join(
  Object.keys(queues).map((name) => sql`${name}`),
  sql`, `,
)})`

export type FailedJob = { id: string; queue: JobName; runId: string | null; tries: number; failedAt: Date }

const maxFailed = 50

/** Lists the jobs that failed after all retries, the latest first. pg-boss deletes them after a day. */
export async function listFailedJobs(db: Database): Promise<FailedJob[]> {
  const { rows } = await db.execute<{ id: string; queue: string; run: string | null; retries: number; at: string }>(sql`
    select id, name as queue, data->>'generation_id' as run, retry_count as retries, coalesce(completed_on, created_on) as at
    from pgboss.job where state = 'failed' and ${isKnownJob} order by at desc limit ${maxFailed}`)
  return rows.flatMap(({ id, queue, run, retries, at }) =>
    isJobName(queue) ? [{ id, queue, runId: run, tries: retries + 1, failedAt: new Date(at) }] : [],
  )
}

/** The number of failed jobs, as an expression. */
export const failedJobs = sql`(select count(*)::int from pgboss.job where state = 'failed' and ${isKnownJob})`

/** Whether an audit is waiting or running. */
export async function isAuditPending(db: Database): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select 1 from pgboss.job where name = 'audit' and state <= 'active' and start_after <= now() limit 1`,
  )
  return rows.length > 0
}

/** The end of the latest audit and the number of violations by invariant; undefined before the first. */
export async function readLatestAudit(db: Database): Promise<{ at: Date; violations: Record<string, number> } | undefined> {
  const { rows } = await db.execute<{ at: string; violations: Record<string, number> | null }>(sql`
    select completed_on as at, output as violations from pgboss.job
    where name = 'audit' and state = 'completed' order by completed_on desc limit 1`)
  const [latest] = rows
  return latest && { at: new Date(latest.at), violations: latest.violations ?? {} }
}

export type UnfinishedJob = { [J in JobName]: { name: J; data: Jobs[J]; startAfterSeconds: number } }[JobName]

/** Reads the jobs that a move to another database must not lose: those of runs are enqueued by its first start, the scheduled ones by cron. */
export async function readUnfinishedJobs(db: Pick<Database, 'execute'>): Promise<UnfinishedJob[]> {
  const { rows } = await db.execute<UnfinishedJob>(sql`
    select name, data, greatest(0, ceil(extract(epoch from start_after - now())))::int as "startAfterSeconds" from pgboss.job
    where name not in ('run-generation', 'run-remote', 'sweep', 'sweep-payments', 'audit') and state <= 'active'`)
  return rows.filter(({ name }) => isJobName(name))
}

export async function enqueueAgain(queue: Queue, tx: Transaction, jobs: readonly UnfinishedJob[]): Promise<void> {
  for (const { name, data, startAfterSeconds } of jobs) await queue.enqueue(tx, name, data, { startAfterSeconds })
}

/** Whether the queue's tables exist and can be read. */
export async function hasQueue(db: Database): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from pgboss.version`)
  return rows.length > 0
}

/** Creates missing queues and updates changed ones. All are in pg-boss's cache afterwards (see `enqueue`). */
async function createQueues(boss: PgBoss) {
  const present = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  for (const name of Object.keys(queues).filter(isJobName)) {
    // pg-boss cannot change the policy of a queue.
    const { policy: _policy, ...settings } = queues[name]
    const existing = present.get(name)
    if (!existing) await boss.createQueue(name, queues[name])
    else if (differs(settings, existing)) await boss.updateQueue(name, settings)
    // Its start has cached the others.
    else continue
    // Sending to an uncached queue looks it up on another connection, which deadlocks inside a transaction on PGlite.
    await boss.findJobs(name, { id: '00000000-0000-0000-0000-000000000000' })
  }
}

function differs(settings: object, existing: object) {
  const stored = new Map<string, unknown>(Object.entries(existing))
  return Object.entries(settings).some(([key, value]) => stored.get(key) !== value)
}

function isJobName(name: string): name is JobName {
  return name in queues
}

/** Runs pg-boss on the application's pool, because PGlite has a single connection. */
function bossDatabase({ pool, listen }: DatabaseHandle): NonNullable<ConstructorOptions['db']> {
  return {
    executeSql: (text, values) => pool.query(text, values),
    async listen(channel, onNotification, onReconnect) {
      const close = await listen(channel, onNotification, onReconnect)
      onReconnect()
      return { close }
    },
  }
}
