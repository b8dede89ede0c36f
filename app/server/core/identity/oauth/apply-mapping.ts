import { and, eq } from 'drizzle-orm'
import type { SignInService } from '#app/contract/account/sign-in-services.ts'
import type { Role } from '#app/contract/account/roles.ts'
import type { Transaction } from '#app/server/db/database.ts'
import { identities } from '#app/server/db/schema/credentials.ts'
import { groups } from '#app/server/db/schema/groups.ts'
import type { OidcIssuer } from '#app/server/variables/oidc-issuers.ts'
import type { OauthProfile } from '#app/server/oauth/service.ts'
import { defaultGroupId } from '../../rules/groups/entitlement.ts'
import { announceGroups } from '../../rules/groups/open-offers.ts'
import { lockUser } from '../../lock-user.ts'
import { setRole } from '../credentials/set-role.ts'
import { recordAct } from '../../rules/audit/record-act.ts'
import { lockGroup, moveToGroup } from '../../money/welcomes/move-to-group.ts'
import { lockAccount } from '../../money/tokens/lock-account.ts'

type Wanted = { role: Role | null; groupId: string | null }

export type ApplyMappingOptions = {
  oidc: OidcIssuer
  provider: SignInService
  profile: OauthProfile
  userId: string
  address: string
}

/** Gives the person the role and the group that their groups at the issuer stand for, and removes those given before. */
export async function applyMapping(
  tx: Transaction,
  { oidc, provider, profile: { subject, groups: theirs = [] }, userId, address }: ApplyMappingOptions,
): Promise<void> {
  const roles = theirs.map((group) => (Object.hasOwn(oidc.roles, group) ? oidc.roles[group] : undefined))
  const role = roles.includes('operator') ? 'operator' : roles.includes('support') ? 'support' : null
  // The order of the configuration decides between several groups.
  const name = Object.entries(oidc.groups).find(([group]) => theirs.includes(group))?.[1]
  const [group] = name === undefined ? [] : await tx.select({ id: groups.id }).from(groups).where(eq(groups.name, name))
  await moveTo(tx, { provider, subject, userId, address, service: oidc.label, wanted: { role, groupId: group?.id ?? null } })
}

type MoveOptions = {
  provider: SignInService
  subject: string
  userId: string
  address: string | null
  service: string
  /** Stored in the audit log. */
  reason?: string
  wanted: Wanted
}

/**
 * Moves the person from what the identity gave before to what it gives now. A role or a group that a person gave stays: the mapping
 * changes members and what it gave itself only, and never an owner.
 */
export async function moveTo(
  tx: Transaction,
  { provider, subject, userId, address, service, reason = '', wanted }: MoveOptions,
): Promise<void> {
  const own = and(eq(identities.provider, provider), eq(identities.subject, subject), eq(identities.userId, userId))
  const group = await lockGroup(tx, wanted.groupId ?? defaultGroupId)
  await lockAccount(tx, userId)
  const person = await lockUser(tx, userId)
  const [identity] = await tx.select().from(identities).where(own)
  if (!person || !identity) return
  const act = { userId: null, address, reason }

  const isOurRole = person.role === 'member' || (person.role === identity.grantedRole && person.role !== 'owner')
  const role = isOurRole ? (wanted.role ?? 'member') : person.role
  if (role !== person.role) {
    await setRole(tx, { userId, role })
    await recordAct(tx, { ...act, personId: userId, action: 'role_changed', before: { role: person.role }, after: { role, service } })
  }
  const isOurGroup = person.groupId === null || person.groupId === identity.grantedGroupId
  if (isOurGroup && wanted.groupId !== person.groupId) {
    await moveToGroup(tx, { ...act, person, group, service })
    await announceGroups(tx)
  }
  await tx
    .update(identities)
    .set({ grantedRole: isOurRole ? wanted.role : null, grantedGroupId: isOurGroup ? wanted.groupId : null })
    .where(own)
}
