import { sql } from 'drizzle-orm'
import type { Database, DatabaseHandle, Transaction } from '#app/server/db/database.ts'
import type { Env } from '#app/server/env.ts'
import type { Keys } from '#app/server/keys.ts'
import { type Catalogue, shippedCatalogue } from '#app/server/providers/catalogue/catalogue.ts'
import type { ModelsFile } from '#app/server/providers/models-file/no-models-file.ts'
import type { KeysOf } from '#app/server/providers/connected/open-connected.ts'
import type { ConnectedProvider, SettingsAt } from '#app/server/providers/connected/connected-provider.ts'
import { withCatalogue } from '#app/server/providers/models-file/with-catalogue.ts'
import { withDefinitions } from '#app/server/providers/models-file/with-definitions.ts'
import type { Provider, ProviderModel } from '#app/server/providers/provider.ts'
import type { ProviderSource } from '#app/server/providers/providers.ts'
import { applyOffer, applySetting } from './apply-setting.ts'
import { connectedEnv } from './connected-env.ts'
import { readVersion } from './read-definitions.ts'
import { openEdition, openInForce, readEdition } from './read-editions.ts'
import { knownKeys, ringKeys } from './service-keys.ts'
import { readSettings, type Settings } from './read-settings.ts'

const channel = 'quartet_connections'

/** Announces changed settings to all processes, at the commit. */
export const announceSettings = (tx: Transaction) => tx.execute(sql`select pg_notify(${channel}, '')`)

export type Connections = ProviderSource & {
  /** The settings of the browser as of now. */
  settings(): Promise<Settings>
  /** The settings for models, those of the browser included, as last read. */
  modelsFile(): ModelsFile
  /** Providers whose models can be defined by the operator. */
  connected(): readonly ConnectedProvider[]
  /** Providers of which only names and prices can be changed. */
  builtIn: readonly Provider[]
  /** The settings for models of `MODELS_FILE`. */
  defaults: ModelsFile
  /** Makes this process read the settings before it uses them again, without waiting for the notification. */
  invalidate(): void
}

/** The settings for models in force, and those with another version of one. */
export type ModelTools = { modelsFile: ModelsFile; settingsAt: SettingsAt }

export type OpenConnectionsOptions = {
  env: Env
  keys: Keys
  modelsFile: ModelsFile
  /** Providers that need no connection. */
  builtIn: readonly Provider[]
  /** Connects to the services and servers of the environment, with the keys of the services. */
  connect: (env: Env, keysOf: KeysOf, models: ModelTools) => readonly ConnectedProvider[]
  /** Called with the error if the settings cannot be read; the last known ones stay. */
  onError: (error: unknown) => void
}

/** Opens the providers of the environment and the browser, and connects again once the settings have changed in any process. */
export async function openConnections(
  handle: DatabaseHandle,
  { env, keys, modelsFile: defaults, builtIn, connect, onError }: OpenConnectionsOptions,
): Promise<Connections> {
  let isStale = false
  const invalidate = () => void (isStale = true)
  const stopListening = await handle.listen(channel, invalidate, invalidate)
  let settings = await readSettings(handle.db, keys, env).catch(async (error: unknown) => {
    await stopListening()
    throw error
  })
  const layered = ({ definitions, edition }: Settings) => {
    const catalogue = openInForce(edition, () => onError(new Error('this release cannot read the catalogue of the feed')))
    return withDefinitions(withCatalogue(defaults, catalogue), definitions, (model) =>
      onError(new Error(`the definition of ${model} is not valid any more`)),
    )
  }
  const open = ({ connections }: Settings, models: ModelsFile): readonly ConnectedProvider[] =>
    connect(connectedEnv(env, connections.values()), (id) => ringKeys(keys, id, knownKeys(env, id, connections.get(id))), {
      modelsFile: models,
      settingsAt,
    })
  let modelsFile = layered(settings)
  const settingsAt = openVersions(handle.db, defaults, () => modelsFile.catalogue)
  let connected = open(settings, modelsFile)
  let adjust = adjusting(modelsFile, settings)
  let reading: Promise<void> | undefined

  async function read(): Promise<void> {
    try {
      while (isStale) {
        isStale = false
        const latest = await readSettings(handle.db, keys, env)
        if (latest.version !== settings.version) {
          const before = connected
          modelsFile = layered(latest)
          connected = open(latest, modelsFile)
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
    modelsFile: () => modelsFile,
    defaults,
    builtIn,
    connected: () => connected,
    providers: () => [...builtIn, ...connected],
    adjust: () => adjust,
    at: async (id, version) => modelWith({ builtIn, connected }, id, await settingsAt(id, version)),
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

/** Most versions of models that are kept in memory. */
const mostVersions = 100

/**
 * Returns the settings with one version of a model: that of its definition, over the catalogue in force, or an edition of the catalogue.
 * Versions never change.
 */
function openVersions(db: Database, defaults: ModelsFile, catalogueInForce: () => Catalogue): SettingsAt {
  const known = new Map<string, ModelsFile>()
  async function open(model: string, version: string, inForce: Catalogue): Promise<ModelsFile> {
    const definition = await readVersion(db, { model, version })
    if (definition) return withDefinitions(withCatalogue(defaults, inForce), [definition])
    const stored = await readEdition(db, version)
    return withCatalogue(defaults, (stored && openEdition(stored)) ?? shippedCatalogue)
  }
  return async (model, version) => {
    if (version === null) return defaults
    const inForce = catalogueInForce()
    const key = JSON.stringify([version, inForce.edition])
    const cached = known.get(key)
    if (cached) return cached
    const settings = await open(model, version, inForce)
    const [oldest] = known.keys()
    if (known.size >= mostVersions && oldest !== undefined) known.delete(oldest)
    known.set(key, settings)
    return settings
  }
}

type Opened = { builtIn: readonly Provider[]; connected: readonly ConnectedProvider[] }

/** Returns a model as it is with the given settings, whether it is on or off. */
export async function modelWith({ builtIn, connected }: Opened, id: string, settings: ModelsFile): Promise<ProviderModel | undefined> {
  for (const provider of connected) {
    const model = await provider.modelWith(id, settings)
    if (model) return settings.adjust(model)
  }
  for (const provider of builtIn) {
    const model = (await provider.models()).find((one) => one.id === id)
    if (model) return settings.adjust(model)
  }
  return undefined
}

/** Returns a model before the settings of the browser for it alone; undefined if it is hidden. */
export function usualModel(model: ProviderModel, modelsFile: ModelsFile, connections: Settings['connections']): ProviderModel | undefined {
  const adjusted = modelsFile.adjust(model)
  return adjusted && applyOffer(adjusted, connections.get(model.provider)?.offer ?? null, modelsFile.settings)
}

const adjusting =
  (modelsFile: ModelsFile, { models, connections }: Settings): ReturnType<ProviderSource['adjust']> =>
  (model) => {
    const usual = usualModel(model, modelsFile, connections)
    const setting = models.get(model.id)
    return usual && setting ? applySetting(usual, setting) : usual
  }

async function closeAll(providers: readonly Provider[]): Promise<void> {
  await Promise.all(providers.map((provider) => provider.close()))
}
