import { and, eq, isNull, notInArray } from 'drizzle-orm'
import type { StreamEnding } from '#app/contract/base/stream-endings.ts'
import type { Transaction } from '#app/server/db/database.ts'
import {
  emailChanges,
  passkeyChallenges,
  passkeys,
  passwordResetTokens,
  signInChallenges,
  twoFactor,
} from '#app/server/db/schema/credentials.ts'
import { handovers, sessions } from '#app/server/db/schema/sessions.ts'
import { revokeApiKeys } from '../api-keys/revoke-api-key.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { type Credential, type CredentialEvent, endings } from './endings.ts'
import { removeIdentities } from './remove-identities.ts'

export type EndCredentialsOptions = {
  userId: string
  event: CredentialEvent
  /** The sessions that `others_end` spares. */
  acting?: readonly string[]
  /** Whether the person asked for what ends only then. */
  asked?: boolean
  /** The reason that open streams give. */
  reason?: StreamEnding
  now: Date
}

type Ender = (tx: Transaction, options: EndCredentialsOptions & { spared: readonly string[]; operatorOnly: boolean }) => Promise<number>

/**
 * In the order in which other transactions lock these rows: a confirmation of two-factor locks the authenticator before the sessions.
 * Passwords are set by the events themselves, and recovery codes are deleted with their authenticator.
 */
const enders: { credential: Credential; end: Ender }[] = [
  {
    credential: 'two_factor',
    end: async (tx, { userId }) =>
      (await tx.delete(twoFactor).where(eq(twoFactor.userId, userId)).returning({ userId: twoFactor.userId })).length,
  },
  {
    credential: 'passkeys',
    async end(tx, { userId }) {
      await tx.delete(passkeyChallenges).where(eq(passkeyChallenges.userId, userId))
      return (await tx.delete(passkeys).where(eq(passkeys.userId, userId)).returning({ id: passkeys.id })).length
    },
  },
  { credential: 'identities', end: removeIdentities },
  {
    credential: 'sessions',
    end: (tx, { userId, spared, reason = 'session_ended', now }) =>
      endSessions(tx, {
        which: [eq(sessions.userId, userId), ...(spared.length > 0 ? [notInArray(sessions.id, [...spared])] : [])],
        reason,
        now,
      }),
  },
  {
    credential: 'api_keys',
    end: (tx, { userId, operatorOnly, now }) => revokeApiKeys(tx, { userId, ...(operatorOnly && { scope: 'operator' }), now }),
  },
  {
    credential: 'mailed_links',
    async end(tx, { userId, now }) {
      await tx
        .update(passwordResetTokens)
        .set({ usedAt: now })
        .where(and(eq(passwordResetTokens.userId, userId), isNull(passwordResetTokens.usedAt)))
      const ended = await tx
        .update(emailChanges)
        .set({ endedAt: now })
        .where(and(eq(emailChanges.userId, userId), isNull(emailChanges.endedAt)))
        .returning({ userId: emailChanges.userId })
      return ended.length
    },
  },
  {
    credential: 'handovers',
    async end(tx, { userId, now }) {
      await tx
        .update(signInChallenges)
        .set({ usedAt: now })
        .where(and(eq(signInChallenges.userId, userId), isNull(signInChallenges.usedAt)))
      const ended = await tx
        .update(handovers)
        .set({ usedAt: now })
        .where(and(eq(handovers.userId, userId), isNull(handovers.usedAt)))
        .returning({ userId: handovers.userId })
      return ended.length
    },
  },
]

/** Ends the credentials that an event ends by the table `endings`. Returns the number of each kind that ended. */
export async function endCredentials(tx: Transaction, options: EndCredentialsOptions): Promise<Partial<Record<Credential, number>>> {
  const { event, acting = [], asked = false } = options
  const ended: Partial<Record<Credential, number>> = {}
  for (const { credential, end } of enders) {
    const ending = endings[event][credential]
    if (ending === 'stays' || ending === 'paused' || (ending === 'asked' && !asked)) continue
    const spared = ending === 'others_end' ? acting : []
    ended[credential] = await end(tx, { ...options, spared, operatorOnly: ending === 'operator_ends' })
  }
  return ended
}
