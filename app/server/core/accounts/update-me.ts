import { eq } from 'drizzle-orm'
import type { User } from '#app/contract/accounts.ts'
import type { Currency, Locale } from '#config'
import type { Database } from '../../db/database.ts'
import { users } from '../../db/schema.ts'
import { cleanName } from './clean-name.ts'
import { getSession } from './get-session.ts'

/** What is undefined stays; a null or empty name takes the name away. */
export type UpdateMeOptions = {
  userId: string
  name?: string | null | undefined
  locale?: Locale | undefined
  timeZone?: string | undefined
  /** Null: by the language. */
  currency?: Currency | null | undefined
  mailWhenDone?: boolean | undefined
}

export async function updateMe(db: Database, { userId, name, locale, timeZone, currency, mailWhenDone }: UpdateMeOptions): Promise<User> {
  const changes = {
    ...(name !== undefined && { name: cleanName(name) }),
    ...(locale && { locale }),
    ...(timeZone && { timeZone }),
    ...(currency !== undefined && { currency }),
    ...(mailWhenDone !== undefined && { mailWhenDone }),
  }
  if (Object.keys(changes).length > 0) await db.update(users).set(changes).where(eq(users.id, userId))
  return getSession(db, { userId })
}
