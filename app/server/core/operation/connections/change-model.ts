import { eq, sql } from 'drizzle-orm'
import type { Recorded } from '#app/contract/operator/operator.ts'
import type { PriceRule } from '#app/contract/runs/models.ts'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { modelSettings } from '#app/server/db/schema/connections.ts'
import { type Act, recordAct } from '../../rules/audit/record-act.ts'
import { Problem } from '../../problem.ts'
import { givesPrice, withOwnPrice } from './apply-setting.ts'
import { announceSettings, type Connections } from './open-connections.ts'
import type { ModelSetting } from './read-settings.ts'

export type ChangeModelOptions = Act & {
  connections: Connections
  model: string
  enabled?: boolean | undefined
  /** Null for the usual price. */
  price?: PriceRule | null | undefined
}

/** Turns a model on or off, or sets its price for runs submitted from now on. Throws `not_found` and `invalid_input`. */
export async function changeModel(db: Database, { connections, model: id, enabled, price, ...act }: ChangeModelOptions): Promise<void> {
  await connections.refresh()
  const lists = await Promise.allSettled(connections.providers().map((provider) => provider.models()))
  const model = lists.flatMap((list) => (list.status === 'fulfilled' ? list.value : [])).find((one) => one.id === id)
  if (!model) throw new Problem('not_found')
  if (price && !givesPrice(withOwnPrice(model, price))) throw new Problem('invalid_input', { fields: { price: 'not_an_option' } })
  await db.transaction(async (tx) => {
    // Serializes changes of the same model, which may have no row yet.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`model ${id}`}, 0))`)
    const before = await readSetting(tx, id)
    const after = { enabled: enabled ?? before.enabled, price: price === undefined ? before.price : price }
    await tx
      .insert(modelSettings)
      .values({ model: id, ...after })
      .onConflictDoUpdate({ target: modelSettings.model, set: { ...after, updatedAt: sql`now()` } })
    await recordAct(tx, {
      ...act,
      action: price === undefined ? 'model_switched' : 'model_priced',
      personId: null,
      before: recorded(before),
      after: { ...recorded(after), subject: id },
    })
    await announceSettings(tx)
  })
  connections.invalidate()
}

async function readSetting(tx: Transaction, id: string): Promise<ModelSetting> {
  const [row] = await tx.select().from(modelSettings).where(eq(modelSettings.model, id))
  return { enabled: row?.enabled ?? true, price: row?.price ?? null }
}

const recorded = ({ enabled, price }: ModelSetting): Recorded => ({ enabled, price: price && JSON.stringify(price) })
