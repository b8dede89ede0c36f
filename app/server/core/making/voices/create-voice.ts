import { and, between, count, eq, ne, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type * as v from 'valibot'
import type { FieldErrorCode } from '#app/contract/base/error-codes.ts'
import type { createVoiceSchema } from '#app/contract/runs/voices.ts'
import { config } from '#config'
import type { Logger } from 'pino'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { uploads } from '#app/server/db/schema/files.ts'
import { users } from '#app/server/db/schema/users.ts'
import { voices } from '#app/server/db/schema/voices.ts'
import { ProviderError } from '#app/server/providers/provider.ts'
import type { Providers } from '#app/server/providers/providers.ts'
import type { Queue } from '#app/server/queue/queue.ts'
import { requireOpen } from '../../rules/maintenance/require-open.ts'
import type { ReadModeration } from '../models/moderation.ts'
import { Problem } from '../../problem.ts'
import { type KeyedId, keyedId } from '../../keyed-id.ts'
import { noteReplay } from '../../replays.ts'
import { hashOf } from '../../request-hash.ts'
import { hasAllowedWords } from '../../rules/safety/rules.ts'
import { lockAccount } from '../../money/tokens/lock-account.ts'
import { payTokens } from '../../money/tokens/pay-tokens.ts'
import { isTrusted } from '../../money/tokens/spendable-lots.ts'
import { findVoice, isOwnVoice, type OwnVoiceRow } from './list-voices.ts'
import { announceVoices } from './open-own-voices.ts'
import type { VoiceRow } from './to-voice.ts'

export type NameCheck = { moderation?: ReadModeration | undefined; logger: Logger }

export type CreateVoiceOptions = NameCheck & {
  providers: Providers
  queue: Queue
  userId: string
  apiKeyId?: string | null
  input: v.InferOutput<typeof createVoiceSchema>
  /** The owner has allowed the voice at this price, whatever the tokens of the key's budget and the `max_price` of the input. */
  allowed?: { maxPrice: number } | undefined
  idempotencyKey?: string | undefined
  /** Called in the transaction that writes the voice, or finds that the recording has become one. */
  onCreated?: ((tx: Transaction) => Promise<void>) | undefined
}

const unverified = {
  text: /*i18n*/ {
    id: 'voice.email_not_verified',
    message: 'Confirm your email to add a voice. Open the link we sent you or request a new one.',
  },
  values: {},
}

/** Milliseconds that a recording may lack of the least length. */
const toleranceMs = 100

/** Adds a voice, which a job then clones at its service. */
export async function createVoice(
  db: Database,
  { providers, queue, userId, apiKeyId = null, input, allowed, idempotencyKey, onCreated, ...check }: CreateVoiceOptions,
): Promise<VoiceRow> {
  const { service, name, upload_id: uploadId, consent, max_price: maxPrice } = input
  const cloner = (await providers.voiceCloners()).get(service)
  if (!cloner) throw invalid('service', 'not_an_option')
  await requireAllowedName(db, name, check)
  const { price, maxPerPerson } = config.voices
  return db.transaction(async (tx) => {
    // Serializes the person's requests, so that each counts the voices of the others.
    await lockAccount(tx, userId)
    const asked = idempotencyKey === undefined ? undefined : keyedId({ userId, idempotencyKey, hash: hashOf(input) })
    const earlier = asked && (await findEarlier(tx, { userId, asked }))
    if (earlier) return earlier
    await requireOpen(tx, userId)
    const [person] = await tx.select({ trusted: isTrusted }).from(users).where(eq(users.id, userId))
    if (!person?.trusted && config.tokens.verifyEmailFor !== 'none') throw new Problem('email_not_verified', { reason: unverified })
    const [upload] = await tx
      .select({ type: uploads.type, durationMs: uploads.durationMs })
      .from(uploads)
      .where(and(eq(uploads.id, uploadId), eq(uploads.userId, userId)))
    if (!upload) throw invalid('upload_id', 'input_unknown')
    if (upload.type !== 'audio') throw invalid('upload_id', 'input_not_taken')
    if ((upload.durationMs ?? 0) < cloner.seconds.least * 1_000 - toleranceMs) throw invalid('upload_id', 'input_too_short')
    // A repeated request must not make a second voice of the recording.
    const [known] = await tx
      .select()
      .from(voices)
      .where(and(eq(voices.userId, userId), eq(voices.uploadId, uploadId), eq(voices.service, service), ne(voices.status, 'failed')))
    if (known) {
      await onCreated?.(tx)
      return known
    }
    // Failed ones make room for the next attempt, unless the service may still have them.
    await tx.delete(voices).where(and(eq(voices.userId, userId), eq(voices.status, 'failed'), eq(voices.atService, 'no')))
    const [has] = await tx.select({ voices: count() }).from(voices).where(eq(voices.userId, userId))
    if ((has?.voices ?? 0) >= maxPerPerson) throw new Problem('too_many_voices')
    const maxAmount = allowed ? allowed.maxPrice : maxPrice
    await payTokens(tx, { userId, apiKeyId, amount: price, maxAmount, isAllowed: allowed !== undefined, reason: 'voice' })
    const [created] = await tx
      .insert(voices)
      .values({
        id: asked?.id ?? uuidv7(),
        userId,
        service,
        name,
        uploadId,
        price,
        consentVersion: consent.version,
        consentLocale: consent.locale,
        nextAt: sql`now()`,
      })
      .returning()
    if (!created) throw new Error('the voice was not inserted')
    await queue.enqueue(tx, 'change-voice', { voice_id: created.id })
    await onCreated?.(tx)
    return created
  })
}

/** Finds the voice made with the key; throws if the request of that time differs. */
async function findEarlier(tx: Transaction, { userId, asked }: { userId: string; asked: KeyedId }): Promise<VoiceRow | undefined> {
  const [first] = await tx
    .select()
    .from(voices)
    .where(and(eq(voices.userId, userId), between(voices.id, asked.first, asked.last)))
  if (first && first.id !== asked.id) throw new Problem('idempotency_conflict')
  if (first) noteReplay()
  return first
}

const invalid = (field: string, code: FieldErrorCode) => new Problem('invalid_input', { fields: { [field]: code } })

/** Throws if the operator's words or the moderation do not allow the name. */
async function requireAllowedName(db: Database, name: string, { moderation, logger }: NameCheck): Promise<void> {
  if (!(await hasAllowedWords(db, [name]))) throw invalid('name', 'name_blocked')
  try {
    await (await moderation?.())?.check(name, { signal: AbortSignal.timeout(10_000), log: logger })
  } catch (error) {
    if (error instanceof ProviderError && error.code === 'refused') throw invalid('name', 'name_blocked')
    throw new Problem('unavailable', { cause: error })
  }
}

export type RenameVoiceOptions = NameCheck & OwnVoiceRow & { name: string }

/** Renames a voice; its service does not know the name. */
export async function renameVoice(db: Database, { name, moderation, logger, ...own }: RenameVoiceOptions): Promise<VoiceRow> {
  await findVoice(db, own)
  await requireAllowedName(db, name, { moderation, logger })
  return db.transaction(async (tx) => {
    const [renamed] = await tx.update(voices).set({ name }).where(isOwnVoice(own)).returning()
    if (!renamed) throw new Problem('not_found')
    await announceVoices(tx, own.userId)
    return renamed
  })
}
