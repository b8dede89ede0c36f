import { eq, inArray, sql } from 'drizzle-orm'
import { config } from '#config'
import type { Transaction } from '../../db/database.ts'
import { referralRewards, users } from '../../db/schema.ts'
import { findStandingPayment, readStanding } from '../grants/read-standing.ts'
import { refusalOf } from '../grants/rules.ts'
import { grantTokens } from '../tokens/grant-tokens.ts'
import { findInviter } from './find-inviter.ts'

/**
 * Rewards both sides once for the first purchase of somebody who was invited, as soon as both may be granted tokens. The caller holds both
 * accounts' locks. Nobody is rewarded for inviting themselves: not under a second spelling of their address, and not around a ring of accounts.
 */
export async function rewardReferral(tx: Transaction, invitedId: string): Promise<void> {
  const inviterId = await findInviter(tx, invitedId)
  if (inviterId === null || (await isOnesOwn(tx, invitedId, inviterId))) return
  const paymentId = await findStandingPayment(tx, invitedId)
  for (const userId of [invitedId, inviterId]) {
    const standing = await readStanding(tx, userId)
    if (refusalOf('referral', { ...standing, paid: paymentId !== undefined })) return
  }
  if (paymentId === undefined) return
  const { inviter, invited }: { inviter: number; invited: number } = config.referral.reward
  const [first] = await tx
    .insert(referralRewards)
    .values({ invitedId, inviterId, paymentId, inviterTokens: inviter, invitedTokens: invited })
    .onConflictDoNothing()
    .returning({ invitedId: referralRewards.invitedId })
  if (!first) return
  const grant = { source: 'referral', expiresAt: null, reason: null } as const
  if (invited > 0) await grantTokens(tx, { ...grant, userId: invitedId, amount: invited })
  if (inviter > 0) await grantTokens(tx, { ...grant, userId: inviterId, amount: inviter })
}

async function isOnesOwn(tx: Transaction, invitedId: string, inviterId: string): Promise<boolean> {
  if (invitedId === inviterId) return true
  const both = await tx
    .select({ mailbox: users.mailbox })
    .from(users)
    .where(inArray(users.id, [invitedId, inviterId]))
  if (new Set(both.map(({ mailbox }) => mailbox)).size < 2) return true
  return invited(tx, inviterId, invitedId)
}

/** Whether `byId` is among those by whose links `id` has come, however far back. */
async function invited(tx: Transaction, id: string, byId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ found: boolean }>(sql`
    with recursive line(id) as (
      select ${users.referredBy} from ${users} where ${eq(users.id, id)}
      union select u.referred_by from users u join line on u.id = line.id
    )
    select exists (select 1 from line where id = ${byId}) as found`)
  return rows[0]?.found ?? false
}
