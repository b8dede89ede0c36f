import type { OperatorConnection, OperatorModel, UnlistedModel } from '#app/contract/operator/connections.ts'
import type { Locale } from '#config'
import type { Database } from '#app/server/db/database.ts'
import type { Env } from '#app/server/env.ts'
import type { Keys } from '#app/server/keys.ts'
import { translate } from '#app/server/i18n.ts'
import type { ProviderModel } from '#app/server/providers/provider.ts'
import { applySetting } from './apply-setting.ts'
import { listDefinitions } from './read-definitions.ts'
import { isBelowCost } from './cost.ts'
import { connectionIds, describeConnection, nameOf } from './describe-connection.ts'
import { readKeyHealth } from './key-health.ts'
import { type Connections, usualModel } from './open-connections.ts'

type Offer = { usual: ProviderModel; model: ProviderModel }

/** Returns every model with its price before and after the settings of the browser, those that are off included. */
async function readOffers(connections: Connections): Promise<Offer[]> {
  const settings = await connections.settings()
  const { models } = settings
  const lists = await Promise.allSettled(connections.providers().map((provider) => provider.models()))
  return lists
    .flatMap((list) => (list.status === 'fulfilled' ? list.value : []))
    .flatMap((model) => usualModel(model, connections.modelsFile(), settings.connections) ?? [])
    .filter((usual) => !usual.retired)
    .map((usual) => ({ usual, model: applySetting(usual, models.get(usual.id) ?? { enabled: true, price: null }) }))
}

/** Lists the connections of all services, and those of the operator's own servers. */
export async function listConnections(
  db: Database,
  { connections, env, keys }: { connections: Connections; env: Env; keys: Keys },
): Promise<OperatorConnection[]> {
  const health = await readKeyHealth(db)
  const settings = await connections.settings()
  const offers = await readOffers(connections)
  const listed = new Map<string, number>()
  for (const { usual } of offers) listed.set(usual.provider, (listed.get(usual.provider) ?? 0) + 1)
  return connectionIds(env, settings).map((id) => describeConnection(env, settings, { id, listed: listed.get(id) ?? 0, keys, health }))
}

/** Lists the models of all connected services with their prices and costs. */
export async function listOperatorModels(
  db: Database,
  { connections, locale, tokenValue }: { connections: Connections; locale: Locale; tokenValue: number | null },
): Promise<{ items: OperatorModel[]; unlisted: UnlistedModel[] }> {
  const { models } = await connections.settings()
  const defined = new Map((await listDefinitions(db, locale)).map((one) => [one.id, one]))
  const definitionOf = ({ id, version }: ProviderModel) =>
    version === undefined ? (id in connections.defaults.settings.models ? 'file' : 'service') : 'browser'
  const items = (await readOffers(connections)).map(({ usual, model }): OperatorModel => {
    const setting = models.get(usual.id)
    const { cost = null } = usual
    return {
      id: usual.id,
      name: translate(locale, usual.name),
      type: usual.type,
      ...(usual.task === 'embed' && { task: usual.task }),
      service: { id: usual.provider, name: nameOf(usual.provider) },
      built_in: connections.providers().some(({ id, builtIn }) => id === usual.provider && builtIn === true),
      enabled: setting?.enabled ?? true,
      price: model.price,
      usual_price: usual.price,
      definition: definitionOf(usual),
      has_draft: defined.get(usual.id)?.hasDraft ?? false,
      own_price: model.price !== usual.price,
      cost,
      below_cost: cost !== null && tokenValue !== null && isBelowCost(model, cost, tokenValue),
      unavailable_reason:
        usual.unavailable && model.unavailable ? translate(locale, model.unavailable.text, model.unavailable.values) : null,
    }
  })
  const unlisted = [...defined.values()].filter(({ id, hasDraft, removed }) => (hasDraft || removed) && !items.some((one) => one.id === id))
  return { items, unlisted: unlisted.map(({ id, name, removed }) => ({ id, name, removed })) }
}
