import { eq, inArray, sql } from 'drizzle-orm'
import type { Transaction } from '#app/server/db/database.ts'
import { referralRewards } from '#app/server/db/schema/referrals.ts'
import { users } from '#app/server/db/schema/users.ts'
import { readShop } from '../shop/shop.ts'
import { findStandingPayment, readStanding } from '../grants/read-standing.ts'
import { denialOf } from '../grants/rules.ts'
import { grantTokens } from '../tokens/grant-tokens.ts'
import { findInviter } from './find-inviter.ts'

/**
 * Rewards both sides once for an invited person's first purchase, as soon as both may get tokens. The caller holds both accounts' locks.
 * Inviting oneself earns nothing, neither under another spelling of the address nor through a ring of accounts.
 */
export async function rewardReferral(tx: Transaction, invitedId: string): Promise<void> {
  const inviterId = await findInviter(tx, invitedId)
  if (inviterId === null || (await isOnesOwn(tx, invitedId, inviterId))) return
  const paymentId = await findStandingPayment(tx, invitedId)
  for (const userId of [invitedId, inviterId]) {
    const standing = await readStanding(tx, userId)
    if (denialOf('referral', { ...standing, paid: paymentId !== undefined })) return
  }
  if (paymentId === undefined) return
  const { inviter, invited } = (await readShop(tx)).settings.referral
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

/** Whether `byId` invited `id`, directly or through others. */
async function invited(tx: Transaction, id: string, byId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ found: boolean }>(sql`
    with recursive line(id) as (
      select ${users.referredBy} from ${users} where ${eq(users.id, id)}
      union select u.referred_by from users u join line on u.id = line.id
    )
    select exists (select 1 from line where id = ${byId}) as found`)
  return rows[0]?.found ?? false
}
