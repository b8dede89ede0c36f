import { desc, sql } from 'drizzle-orm'
import type { ShopSettings } from '#app/contract/money/shop-settings.ts'
import { config, currencies } from '#config'
import type { Database, DatabaseHandle, Transaction } from '#app/server/db/database.ts'
import { shopVersions } from '#app/server/db/schema/shop.ts'

const channel = 'quartet_shop'

/** Announces a new version of the shop to all processes, at the commit. */
export const announceShop = (tx: Transaction) => tx.execute(sql`select pg_notify(${channel}, '')`)

/** Packs, plans and free tokens in force. Version 0 is the defaults of `app.config.ts`. */
export type Shop = { version: number; settings: ShopSettings; isDefault: boolean }

/** The settings of `app.config.ts`. */
export const defaultSettings: ShopSettings = {
  currencies: [...currencies],
  packs: config.packs.map(({ price, ...pack }) => ({ ...pack, price: { ...price } })),
  plans: config.plans.map(({ id, tokensPerMonth, monthly, yearly }) => ({
    id,
    tokens_per_month: tokensPerMonth,
    monthly: { ...monthly },
    yearly: { ...yearly },
  })),
  welcome_grant: config.tokens.welcomeGrant,
  referral: { ...config.referral.reward },
}

/** Reads the version in force. Whatever grants or sells tokens reads it here, so no process works with earlier prices. */
export async function readShop(db: Database | Transaction): Promise<Shop> {
  const [latest] = await db
    .select({ number: shopVersions.number, settings: shopVersions.settings })
    .from(shopVersions)
    .orderBy(desc(shopVersions.number))
    .limit(1)
  return { version: latest?.number ?? 0, settings: latest?.settings ?? defaultSettings, isDefault: !latest?.settings }
}

/** The version in force, for lists and cached pages. */
export type ShopInForce = {
  current(): Promise<Shop>
  /** Differs after every change that this process has heard of. */
  stamp(): number
  /** Makes this process read the version again, without waiting for the notification. */
  invalidate(): void
  close(): Promise<void>
}

/** Caches the version in force until any process changes it. */
export async function openShop(handle: DatabaseHandle): Promise<ShopInForce> {
  let stamp = 0
  let known: Promise<Shop> | undefined
  const invalidate = () => {
    stamp += 1
    known = undefined
  }
  const stopListening = await handle.listen(channel, invalidate, invalidate)
  return {
    invalidate,
    stamp: () => stamp,
    close: stopListening,
    current() {
      if (known) return known
      const reading = readShop(handle.db)
      known = reading
      reading.catch(() => {
        if (known === reading) known = undefined
      })
      return reading
    },
  }
}
