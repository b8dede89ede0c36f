import { existsSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { RequestListener, Server } from 'node:http'
import { createServer as createProbe } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { inspect } from 'node:util'
import { getRequestListener } from '@hono/node-server'
import type { Logger } from 'pino'
import { createApi } from './server/api/api.ts'
import { createAnthropic } from './server/api/anthropic.ts'
import { createMcp } from './server/api/mcp.ts'
import { createOauthServer } from './server/api/oauth-server.ts'
import { createOpenai } from './server/api/openai.ts'
import { createWellKnown } from './server/api/well-known.ts'
import { openHasAccount } from './server/core/identity/accounts/has-account.ts'
import { StorageStartError } from './server/core/making/files/prove-storage.ts'
import { ShopError } from './server/core/money/orders/check-shop.ts'
import { DatabaseStartError, DataDirError } from './server/db/database.ts'
import { maskAddresses } from './server/egress/mask-address.ts'
import { misspeltVariables } from './server/env.ts'
import { EnvError } from './server/variables/env-error.ts'
import { readInstallation } from './server/installation.ts'
import { openLogger } from './server/logger.ts'
import { metricsEndpoint } from './server/observe/metrics-endpoint.ts'
import { startMetrics, startTracing } from './server/observe/open-observation.ts'
import { giveBackMemory } from './server/observe/give-back-memory.ts'
import { watchEventLoop } from './server/observe/watch-event-loop.ts'
import { addressOf, diskProblem, isDiskFull, isQuiet, portProblem } from './server/preflight/preflight.mjs'
import { buildsOf, markRunning } from './server/preflight/running.mjs'
import { openRuntime, type Runtime } from './server/runtime.ts'
import { summarizeStart } from './server/start-summary.ts'
import { openHttpServer } from './server/web/http-server.ts'
import { openDoor } from './server/web/open-door.ts'
import { openStoredBuilds, type StoredBuilds } from './server/web/stored-builds.ts'
import { createWebServer } from './server/web/web-server.ts'
import { usualLastAnswersMs } from './server/worker/worker.ts'

/** Milliseconds that pending requests may take after the signal to stop. */
const drainMs = 10_000

const root = dirname(createRequire(import.meta.url).resolve('#config'))
const buildDir = join(root, 'dist')

/** A failed start: prints one line for the operator and exits with code 1. */
class StartError extends Error {}

/** Failures whose message is written for the operator. */
const expected = [StartError, EnvError, ShopError, DataDirError, DatabaseStartError, StorageStartError]

let logger: Logger | undefined
let dataDir: string | undefined

async function start(): Promise<void> {
  const { env: given } = readInstallation()
  dataDir = resolve(given.DATA_DIR)
  const servesPages = given.ROLES.includes('web')
  if (servesPages && process.env.NODE_ENV !== 'production')
    throw new StartError('NODE_ENV must be "production" to serve the built app; "npm run dev" is for development.')
  if (servesPages && !existsSync(buildDir)) throw new StartError('The app is not built: run "npm start", or "npm run build" first.')
  // The real port instead of 0: links and callbacks contain it.
  const env = { ...given, PORT: await requireFreePort(given.HOST, given.PORT) }
  if (env.METRICS_PORT !== undefined) await requireFreePort(env.METRICS_HOST, env.METRICS_PORT)

  // Another build may become the current one while this one is served.
  const build = servesPages ? realpathSync(buildDir) : undefined
  markRunning(root, build ?? buildDir)

  const log = openLogger(env)
  logger = log
  for (const { found, meant } of misspeltVariables(process.env)) log.warn(`The variable ${found} has no effect. Did you mean ${meant}?`)
  const stopTracing = await startTracing(process.env)
  const door = await openDoor(env).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(portProblem(error, env.HOST, env.PORT))
  })
  const needsRuntime = env.ROLES.includes('api') || env.ROLES.includes('worker')
  const runtime = needsRuntime ? await openRuntime({ env, logger: log, onFatal }) : undefined
  const served = env.ROLES.includes('api') ? runtime : undefined
  const metrics =
    env.METRICS_PORT !== undefined || env.METRICS_TOKEN !== undefined
      ? metricsEndpoint(
          await startMetrics({
            roles: env.ROLES,
            server: runtime && { ...runtime, dataDir: resolve(env.DATA_DIR), countStreams: runtime.hub.countStreams },
          }),
          env.METRICS_TOKEN,
        )
      : undefined
  const storedBuilds = served && openBuilds(served)
  const web = await createWebServer({
    env,
    logger: log,
    buildDir: build,
    api: served && createApi(served),
    openai: served && createOpenai(served),
    anthropic: served && createAnthropic(served),
    mcp: served && env.MCP ? createMcp(served) : undefined,
    oauth: served && createOauthServer(served),
    wellKnown: served && createWellKnown(served),
    stamp: served?.shop.stamp,
    hasAccount: served && openHasAccount(served.db),
    readiness: runtime?.readiness,
    storedBuilds,
    metrics: env.METRICS_PORT === undefined ? metrics : undefined,
  })

  const { server } = door
  door.serve(web.listener)
  const answerMetrics = metrics && getRequestListener(metrics)
  const metricsServer =
    answerMetrics && env.METRICS_PORT !== undefined
      ? await listen((incoming, outgoing) => void answerMetrics(incoming, outgoing), env.METRICS_HOST, env.METRICS_PORT)
      : undefined
  watchEventLoop({ seconds: env.WATCHDOG_SECONDS, logger: log })
  giveBackMemory()
  const shownHost = ['0.0.0.0', '::', '127.0.0.1'].includes(env.HOST) ? 'localhost' : env.HOST
  console.log(`Quartet is ready: http://${addressOf(shownHost, env.PORT)}`)
  if (served && !isQuiet(process)) for (const line of await summarizeStart(served)) console.log(line)

  function onFatal(error: Error): void {
    log.fatal({ err: error }, 'database stopped unexpectedly')
    process.exit(1)
  }

  // A stray rejection of one request (a visitor who left in the middle of a page) must not end the server.
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'))

  let stopping = false
  async function stop(): Promise<void> {
    if (stopping) process.exit(1)
    stopping = true
    const forced = setTimeout(() => process.exit(1), drainMs + usualLastAnswersMs + 10_000)
    forced.unref()
    const drained = new Promise<void>((resolve) => server.close(() => resolve()))
    web.endStreams()
    // A connection becomes idle only when its response ends, and would then stay open for another request.
    const idle = setInterval(() => server.closeIdleConnections(), 50)
    const impatient = setTimeout(() => server.closeAllConnections(), drainMs)
    await drained
    clearTimeout(impatient)
    clearInterval(idle)
    await runtime?.[Symbol.asyncDispose]()
    metricsServer?.close()
    await stopTracing()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
}

/** Opens the assets of other builds, and stores those of this one. A checkout with its files in a folder has its builds next to each other. */
function openBuilds({ env, storage, logger: log }: Runtime): StoredBuilds | undefined {
  if (!existsSync(buildDir) || (storage.kind === 'folder' && existsSync(buildsOf(root)))) return undefined
  const builds = openStoredBuilds({
    storage,
    buildDir: realpathSync(buildDir),
    folder: join(resolve(env.DATA_DIR), 'builds'),
    logger: log,
  })
  builds.publish().catch((error: unknown) => log.warn({ err: error }, 'the assets of this build could not be stored'))
  return builds
}

/**
 * Checks the port before anything is opened, so that a second start reports the problem and touches nothing. Returns it, and for 0 the one
 * that the system chose.
 */
function requireFreePort(host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createProbe()
    probe.once('error', (error) => reject(new StartError(portProblem(error, host, port))))
    probe.listen(port, host, () => {
      const address = probe.address()
      const chosen = typeof address === 'object' && address ? address.port : port
      probe.close(() => resolve(chosen))
    })
  })
}

function listen(listener: RequestListener, host: string, port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = openHttpServer(listener)
    server.once('error', (error) => reject(new StartError(portProblem(error, host, port))))
    server.listen(port, host, () => resolve(server))
  })
}

start().catch((error: unknown) => {
  const isExpected = expected.some((kind) => error instanceof kind)
  const full = isDiskFull(error) && dataDir !== undefined ? diskProblem(dataDir, error) : undefined
  if (full !== undefined) console.error(full)
  else if (error instanceof Error && isExpected) console.error(error.message)
  // An error of the database would print every parameter of its statement.
  else if (logger) logger.fatal({ err: error }, 'the start failed')
  else console.error(maskAddresses(inspect(error)))
  process.exit(1)
})
