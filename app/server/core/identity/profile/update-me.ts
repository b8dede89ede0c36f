import { eq } from 'drizzle-orm'
import type { User } from '#app/contract/account/accounts.ts'
import { soldCurrencies } from '#app/contract/money/currencies.ts'
import type { Currency, Locale } from '#config'
import type { Database } from '#app/server/db/database.ts'
import { users } from '#app/server/db/schema/users.ts'
import { cleanName } from '../../clean-name.ts'
import { Problem } from '../../problem.ts'
import { getMe } from './get-me.ts'

/** Undefined fields do not change; a null or empty name removes the name. */
export type UpdateMeOptions = {
  userId: string
  name?: string | null | undefined
  locale?: Locale | undefined
  timeZone?: string | undefined
  /** Null derives the currency from the language. */
  currency?: Currency | null | undefined
  mailWhenDone?: boolean | undefined
  mailWhenAsked?: boolean | undefined
}

export async function updateMe(
  db: Database,
  { userId, name, locale, timeZone, currency, mailWhenDone, mailWhenAsked }: UpdateMeOptions,
): Promise<User> {
  if (currency && !soldCurrencies.some((sold) => sold === currency))
    throw new Problem('invalid_input', { fields: { currency: 'not_an_option' } })
  const changes = {
    ...(name !== undefined && { name: cleanName(name) }),
    ...(locale && { locale }),
    ...(timeZone && { timeZone }),
    ...(currency !== undefined && { currency }),
    ...(mailWhenDone !== undefined && { mailWhenDone }),
    ...(mailWhenAsked !== undefined && { mailWhenAsked }),
  }
  if (Object.keys(changes).length > 0) await db.update(users).set(changes).where(eq(users.id, userId))
  return getMe(db, { userId })
}
