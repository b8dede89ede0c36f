import { eq, sql } from 'drizzle-orm'
import type { Role } from '#app/contract/account/roles.ts'
import type { Transaction } from '#app/server/db/database.ts'
import { maintenance } from '#app/server/db/schema/announcements.ts'
import { users } from '#app/server/db/schema/users.ts'
import { Problem } from '../../problem.ts'

/** Roles that may run models during maintenance, to test them. */
const testers: readonly Role[] = ['operator', 'owner']

export const mayTest = (role: Role): boolean => testers.includes(role)

/** A person with the maintenance that is under way, if any. */
export type MaintenanceRow = { role: Role; maintenance: { endsAt: string | null } | null }

/** A column of queries; null without maintenance. */
export const maintenanceColumn = sql<MaintenanceRow['maintenance']>`(
  select json_build_object('endsAt', ${maintenance.endsAt}) from ${maintenance} where ${maintenance.id} = 1 and ${maintenance.enabled})`

/** Throws `maintenance` while new runs of the person are refused. */
export function requireOpenFor({ role, maintenance: state }: MaintenanceRow): void {
  if (state && !mayTest(role)) throw maintenanceProblem(state.endsAt === null ? null : new Date(state.endsAt))
}

/** The same for something that is no run. */
export async function requireOpen(tx: Transaction, userId: string): Promise<void> {
  const [person] = await tx.select({ role: users.role, maintenance: maintenanceColumn }).from(users).where(eq(users.id, userId))
  if (person) requireOpenFor(person)
}

/** Says when runs are expected to be accepted again, if that is known and ahead. */
export function maintenanceProblem(endsAt: Date | null, now = new Date()): Problem {
  const left = endsAt ? (endsAt.getTime() - now.getTime()) / 1000 : 0
  return new Problem('maintenance', left > 0 ? { retryAfter: left } : {})
}
