import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { type ConstructorOptions, fromDrizzle, type Job, PgBoss, type Queue as QueueSettings } from 'pg-boss'
import type { DatabaseHandle, DatabaseLogger, Transaction } from '../db/database.ts'

export type Jobs = {
  'run-generation': { generation_id: string }
  /** The same for a model that runs elsewhere: it does not wait until this machine has finished what it renders. */
  'run-remote': { generation_id: string }
  /** Tells its person that a long run has ended. */
  'mail-done': { generation_id: string }
  /** Removes the files of what a person has deleted for good. */
  'purge-files': { user_id: string }
  sweep: Record<string, never>
  /** Asks payment services, which may take their time. */
  'sweep-payments': Record<string, never>
}
export type JobName = keyof Jobs

export type Queue = {
  /** Inside the caller's transaction, so that row and job are written together or not at all. */
  enqueue<J extends JobName>(tx: Transaction, name: J, data: Jobs[J], options?: { startAfterSeconds?: number }): Promise<void>
  /**
   * A handler that throws is run again, later and later; a `batch` is fetched and handled at once, and comes again as a whole. `signal`
   * aborts when the queue closes or the job was given to another.
   */
  work<J extends JobName>(
    name: J,
    options: { concurrency: number; batch?: number },
    handler: (data: Jobs[J], signal: AbortSignal) => Promise<void>,
  ): Promise<void>
  /** Cron in UTC, every minute at most. */
  schedule(name: 'sweep' | 'sweep-payments', cron: string): Promise<void>
  /** Stops fetching, aborts the handlers' signals and gives them a few seconds; what is not done by then is run again later. */
  close(): Promise<void>
}

export type OpenQueueOptions = {
  logger?: DatabaseLogger
  roles: { work: boolean }
  /** How often it looks without having been told, for tests; half a second at least. */
  pollSeconds?: number
  /** How long a close waits for handlers, for tests. */
  closeMs?: number
}

const minute = 60
const hour = 60 * minute
const day = 24 * hour

const common = { notify: true, retryBackoff: true, retryDelay: 1, retentionSeconds: 14 * day, deleteAfterSeconds: day }

const queues: Record<JobName, Omit<QueueSettings, 'name'>> = {
  /** A slow provider may take hours. A worker that died is noticed by its heartbeat, long before the job expires. */
  'run-generation': { ...common, retryLimit: 8, retryDelayMax: minute, expireInSeconds: 12 * hour, heartbeatSeconds: minute },
  'run-remote': { ...common, retryLimit: 8, retryDelayMax: minute, expireInSeconds: hour, heartbeatSeconds: minute },
  'purge-files': { ...common, retryLimit: 8, retryDelayMax: 10 * minute, expireInSeconds: 10 * minute },
  /** Never again: the mailer tries by itself, and a mail that comes twice is worse than one that a crash has swallowed. */
  'mail-done': { ...common, retryLimit: 0, retryBackoff: false, expireInSeconds: 5 * minute },
  /** One waiting is enough, however long no worker ran. Missed ones need no retry: the next is a minute away. */
  sweep: { ...common, policy: 'short', retryLimit: 0, retryBackoff: false, expireInSeconds: 10 * minute, deleteAfterSeconds: hour },
  'sweep-payments': {
    ...common,
    policy: 'short',
    retryLimit: 0,
    retryBackoff: false,
    expireInSeconds: 30 * minute,
    deleteAfterSeconds: hour,
  },
}

/** New jobs are announced, so this is only for retries, delayed jobs and announcements that were lost. */
const usualPollSeconds = 2
const usualCloseMs = 5_000
const silent: DatabaseLogger = { info: () => {}, warn: () => {}, error: () => {} }

/** With `roles.work` off it only enqueues: no polling, listening, cron or maintenance. */
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
    // PGlite has no autovacuum to watch; the database adapter vacuums.
    monitorVacuum: handle.kind === 'postgres',
    reindex: handle.kind === 'postgres',
    maintenanceIntervalSeconds: hour,
    // We use no flows.
    flowIntervalSeconds: day,
  })
  boss.on('error', (error) => logger.error({ err: error }, 'queue error'))
  boss.on('warning', (warning) => logger.warn({ warning }, 'queue warning'))
  await boss.start()
  await createQueues(boss)

  const closing = new AbortController()
  const workers: { name: JobName; id: string }[] = []

  async function startWorker<J extends JobName>(
    name: J,
    batchSize: number,
    handler: (data: Jobs[J], signal: AbortSignal) => Promise<void>,
  ) {
    const options = { pollingIntervalSeconds: pollSeconds, notifyPollingIntervalSeconds: pollSeconds, batchSize }
    const worker = { name, id: '' }
    worker.id = await boss.work<Jobs[J]>(name, options, async (jobs: Job<Jobs[J]>[]) => {
      try {
        await Promise.all(jobs.map((job) => handler(job.data, AbortSignal.any([job.signal, closing.signal]))))
      } catch (error) {
        logger.warn({ err: error, queue: name, jobs: jobs.map(({ id }) => id) }, 'job failed')
        // pg-boss stores what is thrown. The original may quote a provider's answer with a key in it.
        // oxlint-disable-next-line preserve-caught-error -- the cause is what must not be stored
        throw new Error(error instanceof Error ? error.name : 'failed')
      } finally {
        // A burst is announced once per job, all of it while the first is being fetched: look for the next without waiting for the poll.
        boss.notifyWorker(worker.id)
      }
    })
    workers.push(worker)
  }

  return {
    async enqueue(tx, name, data, { startAfterSeconds } = {}) {
      // Always through the caller's transaction: on PGlite any other connection would wait for this one to end.
      const db = fromDrizzle(tx, sql)
      await boss.send(name, data, startAfterSeconds ? { db, startAfter: startAfterSeconds } : { db })
    },
    async work(name, { concurrency, batch = 1 }, handler) {
      for (let count = 0; count < concurrency; count += 1) await startWorker(name, batch, handler)
    },
    async schedule(name, cron) {
      await boss.schedule(name, cron, null, { tz: 'UTC' })
    },
    async close() {
      closing.abort(new Error('The queue is closing.'))
      const idle = Promise.all(workers.map(({ name, id }) => boss.offWork(name, { id, wait: true })))
      await Promise.race([idle, sleep(closeMs, undefined, { ref: false })])
      await boss.stop({ graceful: false })
    },
  }
}

/** Creates what is missing and nothing else on a warm start. Leaves every queue in pg-boss's cache, see `enqueue`. */
async function createQueues(boss: PgBoss) {
  const present = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  for (const name of Object.keys(queues).filter(isJobName)) {
    // A policy is for ever; pg-boss refuses to update it.
    const { policy: _policy, ...settings } = queues[name]
    const existing = present.get(name)
    if (!existing) await boss.createQueue(name, queues[name])
    else if (differs(settings, existing)) await boss.updateQueue(name, settings)
    // Sending to a queue that is not cached looks it up on another connection; inside a transaction on PGlite that never ends.
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

/** pg-boss on the application's own connections: its statements expect a pool, and on PGlite there is one connection to share. */
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
