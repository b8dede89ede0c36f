import { eq, inArray, sql } from 'drizzle-orm'
import { config } from '#config'
import type { Transaction } from '../../db/database.ts'
import { referralRewards, users } from '../../db/schema.ts'
import type { Payment } from '../orders/grant-for-payment.ts'
import { grantTokens } from '../tokens/grant-tokens.ts'
import { findInviter } from './find-inviter.ts'
import { mailboxOf } from './mailbox-of.ts'

/**
 * Thanks both for the first purchase of somebody who was invited. The caller holds both accounts' locks. Nobody is thanked for
 * inviting themselves: not under a second spelling of their address, and not around a ring of accounts.
 */
export async function rewardReferral(tx: Transaction, { payment }: { payment: Payment }): Promise<void> {
  const invitedId = payment.userId
  const inviterId = await findInviter(tx, invitedId)
  if (inviterId === null || (await isOnesOwn(tx, invitedId, inviterId))) return
  const { inviter, invited }: { inviter: number; invited: number } = config.referral.reward
  const [first] = await tx
    .insert(referralRewards)
    .values({ invitedId, inviterId, paymentId: payment.id, inviterTokens: inviter, invitedTokens: invited })
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
    .select({ email: users.email })
    .from(users)
    .where(inArray(users.id, [invitedId, inviterId]))
  if (new Set(both.map(({ email }) => mailboxOf(email))).size < 2) return true
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
