import { type OperatorRight, operatorRights } from '#app/contract/operator/operator-rights.ts'
import { type Role, roles } from '#app/contract/account/roles.ts'
import { config } from '#config'

const forSupport: readonly OperatorRight[] = ['enter', 'see_people', 'grant_tokens', 'end_sessions', 'see_runs', 'see_shop', 'create_keys']

const rights: Record<Role, readonly OperatorRight[]> = {
  member: [],
  support: forSupport,
  operator: operatorRights.filter((right) => right !== 'assign_roles'),
  owner: operatorRights,
}

/** The rights that act on another person. */
const onPeople: readonly OperatorRight[] = [
  'grant_tokens',
  'end_sessions',
  'block_people',
  'assign_roles',
  'set_limits',
  'manage_accounts',
  'stop_runs',
  'view_content',
  'manage_shop',
]
/** Rights that an owner has over themselves, because a server of one person has nobody else. */
const onOneself: readonly OperatorRight[] = ['grant_tokens', 'set_limits', 'stop_runs', 'view_content', 'manage_shop']

export const rightsOf = (role: Role): readonly OperatorRight[] => rights[role]

/** The most tokens that the role may change at once; null without a limit. */
export const grantLimitOf = (role: Role): number | null => (role === 'support' ? config.operators.supportGrantLimit : null)

export type Actor = { userId: string; role: Role }
export type Target = { id: string; role: Role }

/**
 * The rights of the actor that reach this person: owners reach everyone, others only people whose role is below theirs. Nobody blocks
 * themselves, ends their own sessions here or changes their own role.
 */
export function rightsOver(actor: Actor, target: Target): OperatorRight[] {
  const own = actor.userId === target.id
  const isReached = actor.role === 'owner' || roles.indexOf(target.role) < roles.indexOf(actor.role)
  return rightsOf(actor.role).filter((right) => onPeople.includes(right) && isReached && (!own || onOneself.includes(right)))
}
