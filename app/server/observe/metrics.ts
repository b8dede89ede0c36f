import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { kinds } from '#app/contract/base/values.ts'
import { type AnsweredRequest, conflictKinds, conflictOutcomes, signals, storageOperations } from '../signals.ts'
import { watchServer, type WatchedServer } from './server-metrics.ts'

export type Metrics = Disposable & {
  /** Returns every metric in Prometheus' text format. Takes a few seconds at most, even while the database is away. */
  read(): Promise<string>
  contentType: string
}

export type MetricsOptions = {
  roles: readonly string[]
  /** Undefined in a process that serves pages only. */
  server?: WatchedServer | undefined
}

/** Seconds. A page takes tens of milliseconds, an upload minutes. */
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60]
/** Seconds. A text takes less than one, a video of a service many minutes. */
const runBuckets = [0.5, 1, 2, 5, 10, 30, 60, 120, 300, 900, 3600]

/** Label values per metric; further ones are counted as `other`, so that a mistake cannot fill the memory. */
const maxRoutes = 300
const maxModels = 300

/** Counts what happens in this process and reads the state of the server at each scrape. */
// oxlint-disable-next-line max-lines-per-function -- A list: one entry per metric.
export function openMetrics({ roles, server }: MetricsOptions): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  new Gauge({ name: 'quartet_info', help: 'Roles of this process.', labelNames: ['roles'], registers }).set({ roles: roles.join(',') }, 1)

  const requestLabels = ['method', 'route', 'status'] as const
  const requests = new Histogram({
    name: 'quartet_http_request_duration_seconds',
    help: 'Time from a request to the start of its response, by route template.',
    labelNames: requestLabels,
    buckets: requestBuckets,
    registers,
  })
  const pageCalls = new Histogram({
    name: 'quartet_page_call_duration_seconds',
    help: 'Time that the API takes for calls of pages and server functions in the same process.',
    labelNames: requestLabels,
    buckets: requestBuckets,
    registers,
  })
  const ended = new Counter({
    name: 'quartet_runs_ended_total',
    help: 'Ended runs by outcome: succeeded, canceled, or the error code.',
    labelNames: ['type', 'model', 'outcome'],
    registers,
  })
  const ran = new Histogram({
    name: 'quartet_run_duration_seconds',
    help: 'Time from the start of a run to its end, successful runs only.',
    labelNames: ['type', 'model'],
    buckets: runBuckets,
    registers,
  })
  const waited = new Histogram({
    name: 'quartet_run_wait_seconds',
    help: 'Time from the submission of a run to its start.',
    labelNames: ['type'],
    buckets: runBuckets,
    registers,
  })
  const settled = new Counter({
    name: 'quartet_tokens_settled_total',
    help: 'Tokens charged for ended runs.',
    labelNames: ['type'],
    registers,
  })
  const released = new Counter({
    name: 'quartet_tokens_released_total',
    help: 'Held tokens returned by ended runs.',
    labelNames: ['type'],
    registers,
  })
  const providerErrors = new Counter({
    name: 'quartet_provider_errors_total',
    help: 'Failed attempts by provider and error class.',
    labelNames: ['provider', 'code'],
    registers,
  })
  const storageErrors = new Counter({
    name: 'quartet_storage_errors_total',
    help: 'Failed operations of the file storage.',
    labelNames: ['operation'],
    registers,
  })
  const damagedFiles = new Counter({
    name: 'quartet_damaged_files_total',
    help: 'Files that ended the process in which they were parsed.',
    labelNames: ['task'],
    registers,
  })
  const conflicts = new Counter({
    name: 'quartet_database_conflicts_total',
    help: 'Transactions that PostgreSQL has ended in favor of others (deadlock, serialization): repeated, or failed.',
    labelNames: ['kind', 'outcome'],
    registers,
  })
  const notificationErrors = new Counter({
    name: 'quartet_notification_errors_total',
    help: 'Notifications of the database that a part of this process failed to process.',
    labelNames: ['channel'],
    registers,
  })
  // Rules see the first event of a series only as a change from zero.
  for (const type of kinds) waited.zero({ type })
  for (const operation of storageOperations) storageErrors.inc({ operation }, 0)
  for (const kind of conflictKinds) for (const outcome of conflictOutcomes) conflicts.inc({ kind, outcome }, 0)
  const serverMetrics = server && watchServer(server, registers)

  const route = boundedLabel(maxRoutes)
  const model = boundedLabel(maxModels)
  const observe = (histogram: typeof requests) => (request: AnsweredRequest) =>
    histogram.observe({ method: methodLabel(request.method), route: route(request.route), status: request.status }, request.seconds)
  const subscriptions = [
    signals.httpRequest.subscribe(observe(requests)),
    signals.pageCall.subscribe(observe(pageCalls)),
    signals.runEnded.subscribe((run) => {
      const { type } = run
      const labels = { type, model: model(run.model) }
      ended.inc({ ...labels, outcome: run.errorCode ?? run.status })
      if (run.waited !== null) waited.observe({ type }, run.waited)
      if (run.ran !== null && run.status === 'succeeded') ran.observe(labels, run.ran)
      settled.inc({ type }, run.charged)
      released.inc({ type }, run.released)
    }),
    signals.providerFailed.subscribe((labels) => providerErrors.inc(labels)),
    signals.storageFailed.subscribe((labels) => storageErrors.inc(labels)),
    signals.fileDamaged.subscribe(({ task }) => damagedFiles.inc({ task })),
    signals.transactionConflict.subscribe((labels) => conflicts.inc(labels)),
    signals.notificationFailed.subscribe((labels) => notificationErrors.inc(labels)),
  ]

  return {
    async read() {
      await serverMetrics?.refresh()
      return registry.metrics()
    },
    contentType: registry.contentType,
    [Symbol.dispose]() {
      for (const unsubscribe of subscriptions) unsubscribe()
      registry.clear()
    },
  }
}

function boundedLabel(max: number): (value: string) => string {
  const known = new Set<string>()
  return (value) => {
    if (known.has(value)) return value
    if (known.size >= max) return 'other'
    known.add(value)
    return value
  }
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const methodLabel = (method: string) => (methods.has(method) ? method : 'other')
