import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { PushKind } from '#app/contract/account/push.ts'
import type { DatabaseHandle } from '#app/server/db/database.ts'
import { pushMessages, pushSubscriptions } from '#app/server/db/schema/push.ts'
import { sessions } from '#app/server/db/schema/sessions.ts'

/** Adds a browser of a person, with a session of its own, that wants these kinds of push notifications. */
export async function createBrowser({ db }: Pick<DatabaseHandle, 'db'>, { id: userId }: { id: string }, kinds: PushKind[]) {
  const [id, sessionId] = [uuidv7(), uuidv7()]
  await db.insert(sessions).values({ id: sessionId, userId })
  const endpoint = `https://push.example/${id}`
  await db.insert(pushSubscriptions).values({ id, userId, sessionId, endpoint, p256dh: 'key', auth: 'secret', kinds })
  return {
    /** The contents of the notifications that are planned for it. */
    async planned() {
      const rows = await db.select().from(pushMessages).where(eq(pushMessages.subscriptionId, id)).orderBy(pushMessages.id)
      return rows.map(({ content }) => content)
    },
  }
}
