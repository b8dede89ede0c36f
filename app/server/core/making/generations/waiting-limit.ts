import { and, eq } from 'drizzle-orm'
import { config } from '#config'
import type { Transaction } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { users } from '#app/server/db/schema/users.ts'
import { Problem } from '../../problem.ts'
import { type MaintenanceRow, maintenanceColumn } from '../../rules/maintenance/require-open.ts'

const { maxWaiting } = config.generations

type Admission = MaintenanceRow & { blockedAt: Date | null; waiting: number }

/**
 * Reads what decides whether runs of a person are accepted. The runs' rows must exist, and the account be locked: of concurrent runs each
 * counts those before it, and a block stops every run that came before it.
 */
export async function readAdmission(tx: Transaction, userId: string): Promise<Admission> {
  const [person] = await tx
    .select({
      role: users.role,
      maintenance: maintenanceColumn,
      blockedAt: users.blockedAt,
      waiting: tx.$count(generations, and(eq(generations.userId, userId), eq(generations.status, 'queued'))),
    })
    .from(users)
    .where(eq(users.id, userId))
  if (!person) throw new Problem('unauthorized')
  return person
}

/** Throws if more runs of the person wait than one may have, or if the person has just been blocked. */
export function requireWaitingRoom({ blockedAt, waiting }: Admission): void {
  if (blockedAt) throw new Problem('unauthorized')
  if (waiting > maxWaiting) throw new Problem('too_many_waiting', { most: maxWaiting })
}
