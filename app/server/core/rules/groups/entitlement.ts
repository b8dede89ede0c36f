import { eq, sql } from 'drizzle-orm'
import { config } from '#config'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { prepared } from '#app/server/db/prepared.ts'
import { serviceConnections } from '#app/server/db/schema/connections.ts'
import { groups } from '#app/server/db/schema/groups.ts'
import { toolSettings } from '#app/server/db/schema/tool-settings.ts'
import { users } from '#app/server/db/schema/users.ts'
import { toolsOf } from './tool-settings.ts'

/** The id of the default group, to which everyone without another group belongs. Its row exists once it has been changed. */
export const defaultGroupId = '00000000-0000-7000-8000-000000000000'

/** The prices, models and limits of a person, by their group and their own limits. Null is no limit. */
export type Entitlement = {
  priceFactor: number
  /** Ids of the models that they may use; null for all. */
  models: readonly string[] | null
  /** Ids of servers whose models they may use only if `models` names them. */
  reserved: readonly string[]
  /** The studio's tools that they and their assistants may use: those that are on, and that their group has; null for all. */
  tools: readonly string[] | null
  /** Tokens for a day in UTC. */
  dailyTokens: number | null
  /** Runs at once; null for the server's own limit. */
  concurrentRuns: number | null
  /** Bytes of all files. */
  storageBytes: number | null
}

/** The part of it that lists of models show. */
export type Offer = Pick<Entitlement, 'priceFactor' | 'models' | 'reserved' | 'tools'>

export const usualOffer: Offer = { priceFactor: 1, models: null, reserved: [], tools: null }

/** The group of the row of `users`, for joins. */
export const isGroupOfUser = sql`${groups.id} = coalesce(${users.groupId}, ${defaultGroupId}::uuid)`
export const entitledConcurrentRuns = sql<number | null>`coalesce(${users.concurrentRuns}, ${groups.concurrentRuns})`
export const entitledDailyTokens = sql<number | null>`coalesce(${users.dailyTokens}, ${groups.dailyTokens})::float8`

const reservedServers = sql<
  string[]
>`array(select ${serviceConnections.id} from ${serviceConnections} where ${serviceConnections.offer} ->> 'audience' = 'staff' order by 1)`

/** The tools that are on for everybody; null until somebody has set them. */
const toolsOn = sql<string[] | null>`(select ${toolSettings.tools} from ${toolSettings})`

const entitlementColumns = {
  priceFactor: groups.priceFactor,
  models: groups.models,
  tools: groups.tools,
  toolsOn,
  reserved: sql<string[]>`case when ${users.role} = 'member' then ${reservedServers} else '{}' end`,
  dailyTokens: entitledDailyTokens,
  concurrentRuns: entitledConcurrentRuns,
  storageMegabytes: sql<number | null>`coalesce(${users.storageMegabytes}, ${groups.storageMegabytes})`,
}

const entitlementOfPerson = prepared((db) =>
  db
    .select(entitlementColumns)
    .from(users)
    .leftJoin(groups, isGroupOfUser)
    .where(eq(users.id, sql.placeholder('userId')))
    .prepare('entitlement_of_person'),
)

/** Reads what a person may use. Quotes, holds and limits use it, so a change takes effect with the next run. */
export async function readEntitlement(db: Database | Transaction, userId: string): Promise<Entitlement> {
  const [row] = await entitlementOfPerson(db).execute({ userId })
  if (!row) throw new Error(`there is no user ${userId}`)
  const { storageMegabytes, priceFactor, tools, toolsOn: on, ...limits } = row
  return {
    ...limits,
    tools: toolsOf(on, tools),
    priceFactor: priceFactor ?? usualOffer.priceFactor,
    storageBytes: bytesOf(storageMegabytes ?? config.library.storage.maxMegabytes),
  }
}

/** Reads the prices and the models of the default group, which guests see because it is theirs once they have signed up. */
export async function readGuestOffer(db: Database): Promise<Offer> {
  const [[row], [server]] = await Promise.all([
    db
      .select({ priceFactor: groups.priceFactor, models: groups.models, tools: groups.tools })
      .from(groups)
      .where(eq(groups.id, defaultGroupId)),
    db.select({ reserved: reservedServers, on: toolsOn }).from(sql`(select 1) as one`),
  ])
  const { reserved = [], on = null } = server ?? {}
  return { ...usualOffer, ...row, tools: toolsOf(on, row?.tools ?? null), reserved }
}

const bytesOf = (megabytes: number | null) => (megabytes === null ? null : megabytes * 1_000_000)
