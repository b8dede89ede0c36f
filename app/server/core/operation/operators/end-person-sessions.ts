import type { Database } from '#app/server/db/database.ts'
import { endCredentials } from '../../identity/credentials/end-credentials.ts'
import { lockPerson } from './lock-person.ts'
import type { BlockOptions } from './block-person.ts'
import { recordAct } from '../../rules/audit/record-act.ts'

/** Ends all sessions of a person, with their mailed links; they can sign in again at once. */
export async function endPersonSessions(db: Database, { actor, personId, reason, address, now = new Date() }: BlockOptions): Promise<void> {
  await db.transaction(async (tx) => {
    await lockPerson(tx, { actor, personId, right: 'end_sessions' })
    await endCredentials(tx, { userId: personId, event: 'sessions_ended', now })
    await recordAct(tx, { userId: actor.userId, address, reason, action: 'sessions_ended', personId })
  })
}
