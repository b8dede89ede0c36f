import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Logger } from 'pino'
import { config } from '#config'
import { type NoticeBoard, openNotices } from './core/operation/announcements/open-notices.ts'
import { openKeyHealth } from './core/operation/connections/key-health.ts'
import { type Connections, openConnections } from './core/operation/connections/open-connections.ts'
import { type ShopInForce, openShop } from './core/money/shop/shop.ts'
import { type DisposableDomains, readDisposableDomains } from './core/rules/safety/disposable-domains.ts'
import { type DemoImages, openDemoImages } from './core/making/demo/demo-images.ts'
import { type DiskWatch, openDiskWatch } from './core/making/files/disk-watch.ts'
import { proveStorage } from './core/making/files/prove-storage.ts'
import { openPublishedRecipes, type PublishedRecipes } from './core/library/recipes/published.ts'
import { type Offers, openOffers } from './core/rules/groups/open-offers.ts'
import { type EventHub, openEventHub } from './core/library/events/event-hub.ts'
import { openReaders, type Readers } from './core/library/events/readers.ts'
import { type Allowances, openAllowances } from './core/rules/limits/allowances.ts'
import { type Attempts, openAttempts } from './core/rules/limits/attempts.ts'
import { openCounters } from './core/rules/limits/counters.ts'
import { openServiceSlots } from './core/rules/limits/service-slots.ts'
import { type ModelFigures, openModelFigures } from './core/making/models/model-figures.ts'
import { openProgressJournal, type ProgressJournal } from './core/making/runs/progress-writer.ts'
import { openRunStarts, type RunStarts } from './core/making/generations/run-starts.ts'
import { revokeLostGrants } from './core/identity/oauth/revoke-lost-grants.ts'
import { type KeptMailer, keepFailedMails } from './core/operation/operations/failed-mails.ts'
import { backupReports } from './core/operation/operations/report-backup.ts'
import { openReadiness, type Readiness } from './core/operation/operations/readiness.ts'
import { openOwnVoices, type OwnVoicesOf } from './core/making/voices/open-own-voices.ts'
import { openUploadSlots, type UploadSlots } from './core/making/uploads/upload-slots.ts'
import { openModerationReader } from './core/operation/connections/open-moderation.ts'
import type { ReadModeration } from './core/making/models/moderation.ts'
import { unfinishedRestore } from './backup/restore-backup.ts'
import { scheduleBackups } from './backup/schedule-backups.ts'
import { serveSnapshots } from './backup/snapshot-socket.ts'
import { checkShop } from './core/money/orders/check-shop.ts'
import { type Database, type DatabaseHandle, openDatabase } from './db/database.ts'
import { openEngine } from '@quartet/engine/protocol/open-engine.ts'
import type { Env } from './env.ts'
import { deriveKeys, type Keys, readOrCreateSecret } from './keys.ts'
import type { Mailer } from './mail/mailer.ts'
import { openMailer } from './mail/open-mailer.ts'
import { type Oauth, openOauth } from './oauth/oauth.ts'
import { openConfiguredPayments } from './payments/open-configured-payments.ts'
import type { Payments } from './payments/payments.ts'
import { endingModels, openConnected } from './providers/connected/open-connected.ts'
import { openers } from './providers/openers.ts'
import { openPulls, type Pulls } from './core/operation/connections/open-pulls.ts'
import { localProvider } from './providers/local/local-provider.ts'
import { type Installer, openInstaller } from './providers/local/open-installer.ts'
import { openModelsFile } from './providers/models-file/open-models-file.ts'
import { openProviders, type Providers } from './providers/providers.ts'
import { sketchProvider } from './providers/sketch/provider.ts'
import { openQueue, type Queue } from './queue/queue.ts'
import { openPlaces } from './storage/open-storage.ts'
import { signals } from './signals.ts'
import type { Storage } from './storage/storage.ts'
import { watchStorage } from './storage/watch-storage.ts'
import { withFallback } from './storage/with-fallback.ts'
import { startWorker } from './worker/worker.ts'

/** Everything that a process opens once. Use cases take the parts that they need, the database first. */
export type Runtime = {
  env: Env
  logger: Logger
  keys: Keys
  handle: DatabaseHandle
  db: Database
  queue: Queue
  storage: Storage
  readiness: Readiness
  disk: DiskWatch
  mailer: KeptMailer
  oauth: Oauth
  payments: Payments
  connections: Connections
  notices: NoticeBoard
  providers: Providers
  /** Installs models on this machine. */
  installer: Installer
  /** Downloads of the connected Ollama server. */
  pulls: Pulls
  /** Left out by tests without moderation. */
  moderation?: ReadModeration | undefined
  /** Email domains whose addresses get no free tokens. */
  disposable: DisposableDomains
  /** Counters of attempts at passwords, codes and links. */
  attempts: Attempts
  /** Allowances of API calls per person and session. */
  allowances: Allowances
  modelFigures: ModelFigures
  /** Prices and models by person, for lists. */
  offers: Offers
  /** Recipes that everybody sees. */
  published: PublishedRecipes
  /** Voices by person, for lists of models. */
  ownVoices: OwnVoicesOf
  /** Packs, plans and free tokens in force. */
  shop: ShopInForce
  uploadSlots: UploadSlots
  demo: DemoImages
  progress: ProgressJournal
  /** Starts of runs by the worker of this process. */
  starts: RunStarts
  hub: EventHub
  readers: Readers
}

export type OpenRuntimeOptions = {
  env: Env
  logger: Logger
  /** Called if the embedded database has failed: the process should exit. */
  onFatal(error: Error): void
}

/** Opens the adapters in order of dependency. They are closed in reverse order, also if a later one fails to open. */
export async function openRuntime({ env, logger, onFatal }: OpenRuntimeOptions): Promise<Runtime & AsyncDisposable> {
  checkShop(config)
  const stack = new AsyncDisposableStack()
  try {
    stack.defer(signals.fileDamaged.subscribe((file) => logger.warn(file, 'a file ended the process in which it was parsed')))
    const dataDir = resolve(env.DATA_DIR)
    const handle = await openDatabase({
      ...(env.DATABASE_URL && { url: env.DATABASE_URL }),
      dataDir,
      logger,
      onFatal,
      poolSize: env.DATABASE_POOL,
    })
    stack.defer(() => handle.close())
    // From now on the folder belongs to this installation, and no restore may remove anything from it.
    await rm(join(dataDir, unfinishedRestore), { force: true })
    const keys = deriveKeys(env.SECRET ?? (await readOrCreateSecret(dataDir)))
    const places = await openPlaces(env)
    const storage = watchStorage(places.fallback ? withFallback(places.store, places.fallback) : places.store)
    stack.defer(() => storage.close?.())
    await proveStorage(handle.db, { ...places, alone: handle.kind === 'pglite' })
    // A random name, because process ids repeat, especially in containers.
    const scratchDir = join(dataDir, 'scratch', randomUUID())
    // The embedded database has one process, so earlier processes left everything here.
    if (handle.kind === 'pglite') await rm(join(dataDir, 'scratch'), { recursive: true, force: true })
    stack.defer(() => rm(scratchDir, { recursive: true, force: true }))
    // Separate from the engine's folder, which the engine clears at its start.
    const receivedDir = `${scratchDir}-received`
    await mkdir(receivedDir, { recursive: true, mode: 0o700 })
    stack.defer(() => rm(receivedDir, { recursive: true, force: true }))
    const modelsFile = await openModelsFile(env)
    for (const line of endingModels(env, modelsFile)) logger.warn(line)
    const disposable = await readDisposableDomains(env)
    const keyHealth = openKeyHealth(handle.db, {
      onError: (error) => logger.error({ err: error }, 'the health of keys could not be read or recorded'),
    })
    const connections = await openConnections(handle, {
      env,
      keys,
      modelsFile,
      builtIn: [sketchProvider(openEngine({ scratchDir, logger })), localProvider({ env, dataDir, scratchDir: receivedDir, logger })],
      connect: (connected, keysOf, models) =>
        openConnected({
          env: connected,
          openers,
          ...models,
          scratchDir: receivedDir,
          samplesDir: join(dataDir, 'voice-samples'),
          keysOf,
          keyHealth,
        }),
      onError: (error) => logger.error({ err: error }, 'the settings of connections could not be read'),
    })
    stack.defer(() => connections.close())
    const moderation = await openModerationReader({ env, db: handle.db, connections })
    const slots = openServiceSlots(handle)
    stack.defer(() => slots.close())
    const providers = openProviders(connections, { openSlots: slots.open })
    const installer = openInstaller({ env, dataDir, logger })
    stack.defer(() => installer.close())
    if (env.ROLES.some((role) => role !== 'web')) installer.resume()
    const worksHere = env.ROLES.includes('worker')
    const queue = await openQueue(handle, { logger, roles: { work: worksHere } })
    stack.defer(() => queue.close())
    const mailer = openMailer({ env, dataDir, logger })
    stack.defer(() => mailer.close())
    const oauth = openOauth({ env })
    // Other processes may lack the settings of sign-in.
    if (env.ROLES.includes('api')) await revokeLostGrants(handle.db, { issuers: env.OIDC_ISSUERS, logger })
    const payments = await openConfiguredPayments({ env, db: handle.db })
    const runtime = stack.use(
      await openParts({
        env,
        logger,
        keys,
        handle,
        dataDir,
        queue,
        storage,
        mailer,
        oauth,
        payments,
        connections,
        providers,
        installer,
        moderation,
        disposable,
        onUnreadNotices: (error) => logger.error({ err: error }, 'the announcements could not be read'),
      }),
    )
    if (handle.copyTo) stack.defer(await serveSnapshots({ dataDir, copyTo: handle.copyTo, logger }))
    if (worksHere) stack.defer(scheduleBackups({ env, handle, logger, ...backupReports(runtime) }))
    if (worksHere) stack.defer(await startWorker(runtime))
    const closing = stack.move()
    return { ...runtime, [Symbol.asyncDispose]: () => closing.disposeAsync() }
  } catch (error) {
    await stack.disposeAsync()
    throw error
  }
}

type GivenParts = Pick<
  Runtime,
  | 'env'
  | 'logger'
  | 'keys'
  | 'handle'
  | 'queue'
  | 'storage'
  | 'oauth'
  | 'payments'
  | 'connections'
  | 'providers'
  | 'installer'
  | 'moderation'
  | 'disposable'
> & {
  dataDir: string
  mailer: Mailer
  onUnreadNotices: (error: unknown) => void
  /** Time that a run without a reader waits for a client that retries with its key; by default as configured. */
  readerGraceMs?: number | undefined
}

/** Opens the parts of a runtime that need only the database and the given ones, which stay open when these are closed. */
export async function openParts({
  dataDir,
  mailer,
  onUnreadNotices,
  readerGraceMs,
  ...given
}: GivenParts): Promise<Runtime & AsyncDisposable> {
  const { env, logger, keys, handle, storage, providers } = given
  const { db } = handle
  await using stack = new AsyncDisposableStack()
  const opened = <Part extends { close(): unknown }>(part: Part): Part => stack.adopt(part, async (it) => void (await it.close()))
  const diskFloorBytes = env.DISK_FLOOR_MB * 1_000_000
  const counters = openCounters(handle)
  const progress = openProgressJournal(db)
  const runtime = {
    ...given,
    db,
    readiness: openReadiness({ handle, storage, dataDir, diskFloorBytes, logger }),
    disk: openDiskWatch({ dataDir, logger, floorBytes: diskFloorBytes }),
    mailer: keepFailedMails(mailer, { db, keys, logger }),
    notices: opened(await openNotices(handle, { onError: onUnreadNotices })),
    pulls: opened(openPulls(db)),
    attempts: openAttempts(counters),
    allowances: openAllowances(counters),
    modelFigures: openModelFigures(db),
    offers: opened(await openOffers(handle)),
    published: opened(await openPublishedRecipes(handle, { providers })),
    ownVoices: opened(await openOwnVoices(handle)),
    shop: opened(await openShop(handle)),
    uploadSlots: openUploadSlots(),
    demo: openDemoImages(),
    progress,
    starts: openRunStarts(),
    hub: opened(
      await openEventHub(handle, {
        live: progress.live,
        onError: (error) => logger.error({ err: error }, 'a stream was not notified of a run'),
      }),
    ),
    readers: opened(openReaders(db, { providers, ...(readerGraceMs !== undefined && { graceMs: readerGraceMs }) })),
  }
  const parts = stack.move()
  return { ...runtime, [Symbol.asyncDispose]: () => parts.disposeAsync() }
}
