import { and, eq, isNotNull, lte, ne, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { VoiceErrorCode } from '#app/contract/runs/voices.ts'
import type { Database } from '#app/server/db/database.ts'
import { uploads } from '#app/server/db/schema/files.ts'
import { users } from '#app/server/db/schema/users.ts'
import { voices } from '#app/server/db/schema/voices.ts'
import { type ClonedVoice, ProviderError, type VoiceCloner, VoicesFullError } from '#app/server/providers/provider.ts'
import type { Providers } from '#app/server/providers/providers.ts'
import type { Queue } from '#app/server/queue/queue.ts'
import { type Storage, StorageError } from '#app/server/storage/storage.ts'
import { lockAccount } from '../../money/tokens/lock-account.ts'
import { removeAllVoices, returnPrice } from './delete-voice.ts'
import { announceVoices } from './open-own-voices.ts'
import type { VoiceRow } from './to-voice.ts'

/** Seconds in which an attempt ends; one request takes less. */
const leaseSeconds = 5 * 60
/** Attempts to make a voice, after which the person is asked to try again. */
const mostAttempts = 5
/** Seconds after a lost answer until the service is asked whether it has made the voice. */
const lostAnswerSeconds = 60
const longestPauseSeconds = 6 * 60 * 60

/** The name of the voice at the service, which learns nothing of the person. A voice is found by it if the service's answer is lost. */
export const nameAtService = (id: string) => `quartet-${id}`

export type ChangeVoiceOptions = { providers: Providers; storage: Storage; logger: Logger; id: string; signal: AbortSignal }
type Change = Omit<ChangeVoiceOptions, 'id'> & { row: VoiceRow; cloner: VoiceCloner | undefined; wasUnknown: boolean }

/** Makes or deletes a voice at its service, if that is due: one attempt at a time, in any process. */
export async function changeVoice(db: Database, { id, ...options }: ChangeVoiceOptions): Promise<void> {
  const claimed = await db.transaction(async (tx) => {
    const [due] = await tx
      .select()
      .from(voices)
      .where(and(eq(voices.id, id), lte(voices.nextAt, sql`now()`)))
      .for('no key update')
    if (!due || due.status === 'ready') return undefined
    const [row] = await tx
      .update(voices)
      .set({
        attempts: due.attempts + 1,
        nextAt: sql`now() + make_interval(secs => ${leaseSeconds})`,
        // Until the answer, the service may have it.
        ...(due.status === 'creating' && { atService: 'maybe' as const }),
      })
      .where(eq(voices.id, id))
      .returning()
    return row && { row, wasUnknown: due.atService === 'maybe' }
  })
  if (!claimed) return
  const cloner = (await options.providers.voiceCloners()).get(claimed.row.service)
  const change = { ...options, ...claimed, cloner }
  if (claimed.row.status === 'creating') await make(db, change)
  else await remove(db, change)
}

async function make(db: Database, change: Change): Promise<void> {
  const { row, cloner, wasUnknown, logger } = change
  let made: ClonedVoice
  try {
    if (!cloner) throw new ProviderError('provider_auth', 'the service is not connected', { nothingStarted: true })
    made = await createOnce(db, { ...change, cloner })
  } catch (error) {
    if (change.signal.aborted) return retryLater(db, row, 1)
    logger.warn({ err: error, voice: row.id, attempt: row.attempts }, 'a voice was not made')
    const isDefinite = error instanceof ProviderError && error.nothingStarted
    const atService = isDefinite && !wasUnknown ? 'no' : 'maybe'
    const verdict = verdictOf(error)
    if (verdict !== 'retry' || row.attempts >= mostAttempts)
      return fail(db, row, { error: verdict === 'retry' ? 'service_failed' : verdict, atService })
    const asked = error instanceof ProviderError ? (error.retryAfterMs ?? 0) / 1_000 : 0
    const pause = atService === 'maybe' ? lostAnswerSeconds : 5
    return retryLater(db, row, Math.max(asked, pause * 2 ** (row.attempts - 1)), atService)
  }
  await db.transaction(async (tx) => {
    const found = { remoteId: made.id, keyRef: made.key, atService: 'yes' as const, attempts: 0 }
    const [ready] = await tx
      .update(voices)
      .set({ ...found, status: 'ready', error: null, nextAt: null })
      .where(and(eq(voices.id, row.id), eq(voices.status, 'creating')))
      .returning()
    // The person has deleted it in the meantime.
    if (!ready)
      await tx
        .update(voices)
        .set({ ...found, nextAt: sql`now()` })
        .where(eq(voices.id, row.id))
    await announceVoices(tx, row.userId)
  })
}

/** Creates the voice, or finds the one of an attempt whose answer was lost. */
async function createOnce(
  db: Database,
  { row, cloner, wasUnknown, storage, signal }: Change & { cloner: VoiceCloner },
): Promise<ClonedVoice> {
  const name = nameAtService(row.id)
  const find = () => cloner.find(name, signal)
  const [earlier] = wasUnknown ? await find() : []
  if (earlier) return earlier
  const [upload] = row.uploadId ? await db.select().from(uploads).where(eq(uploads.id, row.uploadId)) : []
  if (!upload) throw new ProviderError('invalid_input', 'the recording is gone', { nothingStarted: true })
  await using local = await storage.openLocal(upload.storageKey).catch((error: unknown) => {
    throw error instanceof StorageError
      ? new ProviderError('temporary', 'the recording could not be read', { nothingStarted: true })
      : error
  })
  const made = await cloner.create({ name, recording: { mediaType: upload.mediaType, path: local.path }, signal })
  // The lost attempt may have come to its end since.
  if (wasUnknown) for (const other of await find().catch(() => [])) if (other.id !== made.id) await cloner.remove(other, signal)
  return made
}

function verdictOf(error: unknown): VoiceErrorCode | 'retry' {
  if (error instanceof VoicesFullError) return 'service_full'
  if (!(error instanceof ProviderError)) return 'service_failed'
  if (error.code === 'refused' || error.code === 'invalid_input') return 'sample_refused'
  return error.retryable ? 'retry' : 'service_failed'
}

type Failure = { error: VoiceErrorCode; atService: VoiceRow['atService'] }

/** Ends the creation and returns the price. If the service may have the voice after all, it is sought and deleted there. */
async function fail(db: Database, row: VoiceRow, { error, atService }: Failure): Promise<void> {
  await db.transaction(async (tx) => {
    await lockAccount(tx, row.userId)
    const nextAt = atService === 'no' ? null : sql`now() + make_interval(secs => ${lostAnswerSeconds})`
    const [failed] = await tx
      .update(voices)
      .set({ status: 'failed', error, atService, attempts: 0, nextAt, price: 0 })
      .where(and(eq(voices.id, row.id), eq(voices.status, 'creating')))
      .returning({ id: voices.id })
    if (failed && row.price > 0) await returnPrice(tx, row)
    if (!failed)
      await tx
        .update(voices)
        .set({ atService, nextAt: sql`now()` })
        .where(eq(voices.id, row.id))
  })
}

async function retryLater(db: Database, { id }: VoiceRow, seconds: number, atService?: VoiceRow['atService']): Promise<void> {
  const secs = Math.min(seconds, longestPauseSeconds)
  await db
    .update(voices)
    .set({ nextAt: sql`now() + make_interval(secs => ${secs})`, ...(atService && { atService }) })
    .where(eq(voices.id, id))
}

/** Deletes the voice at its service, and every one of its name if it is not known whether there is one. Never gives up. */
async function remove(db: Database, { row, cloner, signal, logger }: Change): Promise<void> {
  const { id, status, atService, remoteId, keyRef, attempts } = row
  try {
    if (atService !== 'no' && !cloner) throw new ProviderError('provider_auth', 'the service is not connected')
    if (cloner && remoteId && keyRef) await cloner.remove({ id: remoteId, key: keyRef }, signal)
    if (cloner && atService === 'maybe')
      for (const found of await cloner.find(nameAtService(id), signal)) await cloner.remove(found, signal)
  } catch (error) {
    logger.warn({ err: error, voice: id, attempt: attempts }, 'a voice was not deleted at its service')
    return retryLater(db, row, signal.aborted ? 1 : 30 * 2 ** Math.min(attempts, 12))
  }
  // A failed one stays for its person to read why.
  if (status === 'failed') await db.update(voices).set({ atService: 'no', nextAt: null, attempts: 0 }).where(eq(voices.id, id))
  else await db.delete(voices).where(eq(voices.id, id))
}

/** Enqueues the changes that are due: those that are tried again, and those whose job was lost. */
export async function sweepVoices(db: Database, { queue }: { queue: Queue }): Promise<void> {
  // An older release has erased accounts without their voices.
  const left = await db
    .selectDistinct({ userId: voices.userId })
    .from(voices)
    .innerJoin(users, eq(users.id, voices.userId))
    .where(and(isNotNull(users.erasedAt), ne(voices.status, 'deleting')))
  for (const { userId } of left) await db.transaction((tx) => removeAllVoices(tx, { queue, userId }))
  const due = await db
    .select({ id: voices.id })
    .from(voices)
    .where(lte(voices.nextAt, sql`now()`))
    .orderBy(voices.nextAt)
    .limit(100)
  if (due.length === 0) return
  await db.transaction((tx) =>
    queue.enqueueAll(
      tx,
      'change-voice',
      due.map(({ id }) => ({ data: { voice_id: id } })),
    ),
  )
}
