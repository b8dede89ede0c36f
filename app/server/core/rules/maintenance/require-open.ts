import { and, eq } from 'drizzle-orm'
import type { Role } from '#app/contract/account/roles.ts'
import type { Transaction } from '#app/server/db/database.ts'
import { maintenance } from '#app/server/db/schema/announcements.ts'
import { users } from '#app/server/db/schema/users.ts'
import { Problem } from '../../problem.ts'

/** Roles that may run models during maintenance, to test them. */
const testers: readonly Role[] = ['operator', 'owner']

export const mayTest = (role: Role): boolean => testers.includes(role)

/** Throws `maintenance` while new runs of the person are refused. */
export async function requireOpen(tx: Transaction, userId: string): Promise<void> {
  const [state] = await tx
    .select({ endsAt: maintenance.endsAt, role: users.role })
    .from(maintenance)
    .innerJoin(users, eq(users.id, userId))
    .where(and(eq(maintenance.id, 1), eq(maintenance.enabled, true)))
  if (state && !mayTest(state.role)) throw maintenanceProblem(state.endsAt)
}

/** Says when runs are expected to be accepted again, if that is known and ahead. */
export function maintenanceProblem(endsAt: Date | null, now = new Date()): Problem {
  const left = endsAt ? (endsAt.getTime() - now.getTime()) / 1000 : 0
  return new Problem('maintenance', left > 0 ? { retryAfter: left } : {})
}
