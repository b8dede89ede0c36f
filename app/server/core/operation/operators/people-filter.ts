import { isIP } from 'node:net'
import { and, eq, inArray, isNotNull, isNull, not, or, type SQL, sql } from 'drizzle-orm'
import { validate } from 'uuid'
import type { OperatorPerson, paidStates, yesOrNo } from '#app/contract/operator/operator.ts'
import type { Role } from '#app/contract/account/roles.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { orders, payments } from '#app/server/db/schema/payments.ts'
import { sessions } from '#app/server/db/schema/sessions.ts'
import { tokenAccounts } from '#app/server/db/schema/tokens.ts'
import { users } from '#app/server/db/schema/users.ts'
import { isOneOf } from '../../is-one-of.ts'
import { startsWith } from '../../matches.ts'
import { defaultGroupId } from '../../rules/groups/entitlement.ts'

export const stateOfPerson = sql<
  OperatorPerson['state']
>`case when ${users.blockedAt} is not null then 'blocked' when ${users.deleteAfter} is not null then 'deleting' else 'active' end`

/** The same states as conditions, which indexes can answer. */
const isInState: Record<OperatorPerson['state'], SQL | undefined> = {
  blocked: isNotNull(users.blockedAt),
  deleting: and(isNull(users.blockedAt), isNotNull(users.deleteAfter)),
  active: and(isNull(users.blockedAt), isNull(users.deleteAfter)),
}

type PeopleFilter = {
  q?: string | undefined
  roles?: readonly Role[] | undefined
  states?: readonly OperatorPerson['state'][] | undefined
  group?: string | undefined
  ran?: (typeof yesOrNo)[number] | undefined
  paid?: (typeof paidStates)[number] | undefined
}

// Subqueries, because the condition of a bulk action has no joins.
const hasRun = sql`(exists (select from ${tokenAccounts} where ${tokenAccounts.userId} = ${users.id} and ${tokenAccounts.lastDay} is not null)
  or exists (select from ${generations} where ${generations.userId} = ${users.id} and ${generations.status} in ('queued', 'running') and ${generations.deletedAt} is null))`
const hasPaid = (where: SQL) => sql`exists (select from ${payments} where ${payments.userId} = ${users.id} and ${where})`
const hasPaidMoney = hasPaid(sql`${payments.provider} <> 'test'`)
const isInPaidState: Record<(typeof paidStates)[number], SQL | undefined> = {
  yes: hasPaidMoney,
  test: and(not(hasPaidMoney), hasPaid(sql`true`)),
  no: not(hasPaid(sql`true`)),
}

/** The condition of a list of people. Erased accounts are left out. */
export function isListed({ q, roles, states, group, ran, paid }: PeopleFilter): SQL | undefined {
  return and(
    isNull(users.erasedAt),
    roles && inArray(users.role, [...roles]),
    states && or(...states.map((state) => isInState[state])),
    group === undefined ? undefined : group === defaultGroupId ? isNull(users.groupId) : eq(users.groupId, group),
    ran && (ran === 'yes' ? hasRun : not(hasRun)),
    paid && isInPaidState[paid],
    q ? isSought(q) : undefined,
  )
}

function isSought(sought: string): SQL | undefined {
  if (validate(sought))
    return isOneOf(users.id, sql`select ${sought}::uuid union all select ${orders.userId} from ${orders} where ${orders.id} = ${sought}`)
  if (isIP(sought)) return isOneOf(users.id, sql`select ${sessions.userId} from ${sessions} where ${sessions.address} = ${sought}`)
  return or(startsWith(sql`${users.email}`, sought), startsWith(sql`lower(${users.name})`, sought))
}
