import { sql } from 'drizzle-orm'
import type { DatabaseHandle, Transaction } from '../../db/database.ts'
import type { Env } from '../../env.ts'
import type { Keys } from '../../keys.ts'
import type { ModelsFile } from '../../providers/models-file/no-models-file.ts'
import type { KeysOf } from '../../providers/connected/open-connected.ts'
import type { Provider } from '../../providers/provider.ts'
import type { ProviderSource } from '../../providers/providers.ts'
import { applySetting } from './apply-setting.ts'
import { connectedEnv } from './connected-env.ts'
import { knownKeys, ringKeys } from './service-keys.ts'
import { readSettings, type Settings } from './read-settings.ts'

const channel = 'quartet_connections'

/** Announces changed settings to all processes, at the commit. */
export const announceSettings = (tx: Transaction) => tx.execute(sql`select pg_notify(${channel}, '')`)

export type Connections = ProviderSource & {
  /** The settings of the browser as of now. */
  settings(): Promise<Settings>
  /** The settings of the environment. */
  modelsFile: ModelsFile
  /** Makes this process read the settings before it uses them again, without waiting for the notification. */
  invalidate(): void
}

export type OpenConnectionsOptions = {
  env: Env
  keys: Keys
  modelsFile: ModelsFile
  /** Providers that need no connection. */
  builtIn: readonly Provider[]
  /** Connects to the services and servers of the environment, with the keys of the services. */
  connect: (env: Env, keysOf: KeysOf) => readonly Provider[]
  /** Called with the error if the settings cannot be read; the last known ones stay. */
  onError: (error: unknown) => void
}

/** Opens the providers of the environment and the browser, and connects again once the settings have changed in any process. */
export async function openConnections(
  handle: DatabaseHandle,
  { env, keys, modelsFile, builtIn, connect, onError }: OpenConnectionsOptions,
): Promise<Connections> {
  let isStale = false
  const invalidate = () => void (isStale = true)
  const stopListening = await handle.listen(channel, invalidate, invalidate)
  let settings = await readSettings(handle.db, keys).catch(async (error: unknown) => {
    await stopListening()
    throw error
  })
  const open = ({ connections }: Settings) =>
    connect(connectedEnv(env, connections.values()), (id) => ringKeys(keys, id, knownKeys(env, id, connections.get(id))))
  let connected = open(settings)
  let adjust = adjusting(modelsFile, settings)
  let reading: Promise<void> | undefined

  async function read(): Promise<void> {
    try {
      while (isStale) {
        isStale = false
        const latest = await readSettings(handle.db, keys)
        if (latest.version !== settings.version) {
          const before = connected
          connected = open(latest)
          // Runs that have started keep the connection that they started with.
          await closeAll(before)
        }
        settings = latest
        adjust = adjusting(modelsFile, settings)
      }
    } catch (error) {
      isStale = true
      onError(error)
    } finally {
      reading = undefined
    }
  }

  async function refresh(): Promise<void> {
    if (isStale) reading ??= read()
    await reading
  }

  return {
    refresh,
    invalidate,
    modelsFile,
    providers: () => [...builtIn, ...connected],
    adjust: () => adjust,
    async settings() {
      await refresh()
      return settings
    },
    async close() {
      await stopListening()
      await reading
      await closeAll([...builtIn, ...connected])
    },
  }
}

const adjusting =
  (modelsFile: ModelsFile, { models }: Settings): ReturnType<ProviderSource['adjust']> =>
  (model) => {
    const usual = modelsFile.adjust(model)
    const setting = models.get(model.id)
    return usual && setting ? applySetting(usual, setting) : usual
  }

async function closeAll(providers: readonly Provider[]): Promise<void> {
  await Promise.all(providers.map((provider) => provider.close()))
}
