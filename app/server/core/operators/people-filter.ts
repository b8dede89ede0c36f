import { isIP } from 'node:net'
import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { validate } from 'uuid'
import type { OperatorPerson } from '#app/contract/operator.ts'
import type { Role } from '#app/contract/roles.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { orders } from '../../db/schema/payments.ts'
import { sessions } from '../../db/schema/sessions.ts'
import { users } from '../../db/schema/users.ts'
import { defaultGroupId } from '../groups/entitlement.ts'

export const stateOfPerson = sql<
  OperatorPerson['state']
>`case when ${users.blockedAt} is not null then 'blocked' when ${users.deleteAfter} is not null then 'deleting' else 'active' end`

type PeopleFilter = {
  q?: string | undefined
  roles?: readonly Role[] | undefined
  states?: readonly OperatorPerson['state'][] | undefined
  group?: string | undefined
}

/** The condition of a list of people. Erased accounts are left out. */
export function isListed(db: Database | Transaction, { q, roles, states, group }: PeopleFilter): SQL | undefined {
  return and(
    isNull(users.erasedAt),
    roles && inArray(users.role, [...roles]),
    states && inArray(stateOfPerson, [...states]),
    group === undefined ? undefined : group === defaultGroupId ? isNull(users.groupId) : eq(users.groupId, group),
    q ? isSought(db, q) : undefined,
  )
}

function isSought(db: Database | Transaction, sought: string): SQL | undefined {
  if (validate(sought))
    return or(eq(users.id, sought), inArray(users.id, db.select({ id: orders.userId }).from(orders).where(eq(orders.id, sought))))
  if (isIP(sought)) return inArray(users.id, db.select({ id: sessions.userId }).from(sessions).where(eq(sessions.address, sought)))
  const beginning = sought.toLowerCase()
  return or(sql`starts_with(${users.email}, ${beginning})`, sql`starts_with(lower(${users.name}), ${beginning})`)
}
