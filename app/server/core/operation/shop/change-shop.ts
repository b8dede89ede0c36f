import { desc, eq, lt, ne, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { Recorded } from '#app/contract/operator/operator.ts'
import type { OperatorShop, ShopChange, ShopPreview, ShopSettings, ShopVersion } from '#app/contract/money/shop-settings.ts'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { shopVersions } from '#app/server/db/schema/shop.ts'
import { subscriptions } from '#app/server/db/schema/subscriptions.ts'
import { users } from '#app/server/db/schema/users.ts'
import type { Payments } from '#app/server/payments/payments.ts'
import { announceShop, type ShopInForce, defaultSettings, readShop } from '../../money/shop/shop.ts'
import { type Act, recordAct } from '../../rules/audit/record-act.ts'
import { type Page, pageLimit, type PageQuery, readCursor, toPage } from '../../page.ts'
import { Problem } from '../../problem.ts'
import { changedPlans, changesBetween, warningsOf } from './compare-settings.ts'

/** Returns the shop as it is now. */
export async function getShop(db: Database, payments: Payments): Promise<OperatorShop> {
  const { version, settings, isDefault } = await readShop(db)
  return { version, settings, is_default: isDefault, subscriptions: await countSubscriptions(db), test: payments.test }
}

async function countSubscriptions(db: Database): Promise<OperatorShop['subscriptions']> {
  return db
    .select({ plan: subscriptions.plan, count: sql<number>`count(*)::int` })
    .from(subscriptions)
    .where(ne(subscriptions.status, 'ended'))
    .groupBy(subscriptions.plan)
    .orderBy(subscriptions.plan)
}

export type PreviewShopOptions = { payments: Payments; settings: ShopSettings }

/** Compares settings with those in force. Changes nothing. */
export async function previewShop(db: Database, { payments, settings }: PreviewShopOptions): Promise<ShopPreview> {
  const { settings: before } = await readShop(db)
  const touched = changedPlans(before, settings)
  const running = await countSubscriptions(db)
  return {
    changes: changesBetween(before, settings),
    warnings: warningsOf(settings, payments),
    kept: running.filter(({ plan }) => touched.includes(plan)).map(({ plan, count }) => ({ plan, subscriptions: count })),
  }
}

export type SaveShopOptions = Act & { shop: ShopInForce; payments: Payments; version: number; settings: ShopSettings }

/** Puts settings into force as a new version. Throws `shop_changed` if there is a newer version than the caller has seen. */
export function saveShop(db: Database, { settings, ...options }: SaveShopOptions): Promise<OperatorShop> {
  return putIntoForce(db, options, async () => ({ settings, restores: null }))
}

export type RestoreShopOptions = Omit<SaveShopOptions, 'settings'> & { number: number }

/** Puts an earlier version into force again, as a new version; 0 is the defaults. Throws `not_found` and `shop_changed`. */
export function restoreShop(db: Database, { number, ...options }: RestoreShopOptions): Promise<OperatorShop> {
  return putIntoForce(db, options, async (tx) => {
    if (number === 0) return { settings: null, restores: 0 }
    const [earlier] = await tx.select().from(shopVersions).where(eq(shopVersions.number, number))
    if (!earlier) throw new Problem('not_found')
    return { settings: earlier.settings, restores: number }
  })
}

type Next = { settings: ShopSettings | null; restores: number | null }

async function putIntoForce(
  db: Database,
  { shop, payments, version, ...act }: Omit<SaveShopOptions, 'settings'>,
  readNext: (tx: Transaction) => Promise<Next>,
): Promise<OperatorShop> {
  await db.transaction(async (tx) => {
    // Serializes changes: without rows there is nothing to lock.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('shop', 0))`)
    const before = await readShop(tx)
    if (before.version !== version) throw new Problem('shop_changed')
    const { settings, restores } = await readNext(tx)
    const changes = changesBetween(before.settings, settings ?? defaultSettings)
    if (changes.length === 0 && before.isDefault === (settings === null)) throw new Problem('nothing_to_change')
    const number = version + 1
    await tx.insert(shopVersions).values({ number, id: uuidv7(), settings, restores, actorId: act.userId, reason: act.reason })
    await recordAct(tx, {
      ...act,
      action: restores === null ? 'shop_changed' : 'shop_restored',
      personId: null,
      before: { version, ...recorded(changes, 'before') },
      after: { version: number, ...recorded(changes, 'after'), ...(restores !== null && { restores }) },
    })
    await announceShop(tx)
  })
  shop.invalidate()
  return getShop(db, payments)
}

const recorded = (changes: readonly ShopChange[], side: 'before' | 'after'): Recorded =>
  Object.fromEntries(changes.map((change) => [change.field, change[side]]))

/** Lists the versions, newest first. */
export async function listShopVersions(db: Database, query: PageQuery): Promise<Page<ShopVersion>> {
  const limit = pageLimit(query)
  const before = readCursor(query.cursor)
  const rows = await db
    .select({ version: shopVersions, id: shopVersions.id, actor: { id: users.id, email: users.email } })
    .from(shopVersions)
    .leftJoin(users, eq(users.id, shopVersions.actorId))
    .where(before === undefined ? undefined : lt(shopVersions.id, before))
    .orderBy(desc(shopVersions.id))
    .limit(limit + 1)
  return toPage(rows, limit, ({ version: { id, number, settings, restores, reason, createdAt }, actor }) => ({
    id,
    number,
    settings,
    restores,
    actor,
    reason,
    created_at: createdAt.toISOString(),
  }))
}
