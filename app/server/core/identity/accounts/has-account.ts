import type { Database } from '#app/server/db/database.ts'
import { users } from '#app/server/db/schema/users.ts'

/** Returns a question whether this installation has an account. Once it has one, the database is not asked again. */
export function openHasAccount(db: Database): () => Promise<boolean> {
  let known = false
  return async () => {
    known ||= (await db.select({ id: users.id }).from(users).limit(1)).length > 0
    return known
  }
}
