import { and, eq, isNull } from 'drizzle-orm'
import type { Role } from '#app/contract/account/roles.ts'
import type { Database } from '#app/server/db/database.ts'
import { users } from '#app/server/db/schema/users.ts'
import { setRole } from '../../identity/credentials/set-role.ts'
import { lockPerson } from './lock-person.ts'
import type { Actor } from './policy.ts'
import { recordAct } from '../../rules/audit/record-act.ts'

export type AssignRoleOptions = { actor: Actor; personId: string; role: Role; reason: string; address: string }

/** Changes a person's role. An owner cannot change their own, so an installation never loses its last owner here. */
export async function assignRole(db: Database, { actor, personId, role, reason, address }: AssignRoleOptions): Promise<void> {
  await db.transaction(async (tx) => {
    const person = await lockPerson(tx, { actor, personId, right: 'assign_roles' })
    if (person.role === role) return
    await setRole(tx, { userId: personId, role })
    await recordAct(tx, {
      userId: actor.userId,
      address,
      reason,
      action: 'role_changed',
      personId,
      before: { role: person.role },
      after: { role },
    })
  })
}

/** Changes the role of the account with this email, from the command line. Returns the earlier role; null without such an account. */
export async function assignRoleByEmail(db: Database, { email, role }: { email: string; role: Role }): Promise<Role | null> {
  return db.transaction(async (tx) => {
    const [person] = await tx
      .select({ id: users.id, role: users.role })
      .from(users)
      .where(and(eq(users.email, email), isNull(users.erasedAt)))
      .for('no key update')
    if (!person) return null
    if (person.role === role) return role
    await setRole(tx, { userId: person.id, role })
    const act = { userId: null, address: null, reason: 'npm run operator' }
    await recordAct(tx, { ...act, action: 'role_changed', personId: person.id, before: { role: person.role }, after: { role } })
    return person.role
  })
}
