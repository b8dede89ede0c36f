import type { Database, Transaction } from '#app/server/db/database.ts'
import { Problem } from '../../problem.ts'
import { grantTokens } from '../../money/tokens/grant-tokens.ts'
import { lockAccount } from '../../money/tokens/lock-account.ts'
import { takeTokens } from '../../money/tokens/take-tokens.ts'
import { lockDailyGrants, requireDailyGrant } from './daily-grants.ts'
import { lockPerson } from './lock-person.ts'
import { type Actor, grantLimitOf } from './policy.ts'
import { type Act, findEarlierAct, recordAct } from '../../rules/audit/record-act.ts'
import { noteReplay } from '../../replays.ts'

export type ChangeTokensOptions = {
  actor: Actor
  personId: string
  /** Tokens to grant, or, below zero, to take. */
  amount: number
  reason: string
  address: string
  idempotencyKey: string | undefined
}

/**
 * Grants tokens that do not expire, or takes tokens: those that were already spent become a debt. The person sees the reason in their
 * history. Throws `over_grant_limit` and `over_daily_grant_limit`.
 */
export async function changeTokens(
  db: Database,
  { actor, personId, amount, reason, address, idempotencyKey }: ChangeTokensOptions,
): Promise<void> {
  const limit = grantLimitOf(actor.role)
  if (limit !== null && Math.abs(amount) > limit) throw new Problem('over_grant_limit', { most: limit })
  await db.transaction(async (tx) => {
    await lockDailyGrants(tx, actor)
    await lockPerson(tx, { actor, personId, right: 'grant_tokens' })
    const act = { userId: actor.userId, address, reason, idempotencyKey }
    if (await hasChanged(tx, { ...act, personId, amount })) return
    await requireDailyGrant(tx, { actor, amount })
    await changeLockedTokens(tx, { ...act, personId, amount })
  })
}

type ChangeLocked = Act & { userId: string; personId: string; amount: number; idempotencyKey: string | undefined }

/** Whether the actor has already made the change with the key. Throws `idempotency_conflict` if it was another one. */
async function hasChanged(tx: Transaction, { personId, amount, ...act }: ChangeLocked): Promise<boolean> {
  const earlier = await findEarlierAct(tx, act)
  if (!earlier) return false
  if (earlier.personId !== personId || earlier.reason !== act.reason || earlier.after?.['amount'] !== amount)
    throw new Problem('idempotency_conflict')
  noteReplay()
  return true
}

/** Changes the tokens of a locked person, once for each key of the actor. */
export async function changeLockedTokens(tx: Transaction, { personId, amount, ...act }: ChangeLocked): Promise<void> {
  if (await hasChanged(tx, { ...act, personId, amount })) return
  const { reason } = act
  const before = await lockAccount(tx, personId)
  if (amount > 0) await grantTokens(tx, { userId: personId, source: 'grant', amount, expiresAt: null, reason: asText(reason) })
  else await takeTokens(tx, { userId: personId, amount: -amount, paymentId: null, reason: asText(reason) })
  const after = await lockAccount(tx, personId)
  await recordAct(tx, {
    ...act,
    action: amount > 0 ? 'tokens_granted' : 'tokens_taken',
    personId,
    before: { available: before.available, debt: before.debt },
    after: { available: after.available, debt: after.debt, amount },
  })
}

/** Reasons without spaces in lower case are codes in the ledger, for instance `restReason`, which its audit and the pages read. */
export const asText = (reason: string): string => (/^[a-z_]+$/.test(reason) ? `${reason}.` : reason)
