import { and, asc, count, eq, isNull } from 'drizzle-orm'
import { validate } from 'uuid'
import type { PersonVoices, VoiceCounts } from '#app/contract/operator/person-voices.ts'
import type { Database } from '#app/server/db/database.ts'
import { users } from '#app/server/db/schema/users.ts'
import { voices } from '#app/server/db/schema/voices.ts'
import type { Queue } from '#app/server/queue/queue.ts'
import type { Storage } from '#app/server/storage/storage.ts'
import { Problem } from '../../problem.ts'
import { deleteRecording, removeVoices } from '../../making/voices/delete-voice.ts'
import { findVoice, readVoicesOf } from '../../making/voices/list-voices.ts'
import type { BlockOptions } from './block-person.ts'
import { lockPerson } from './lock-person.ts'
import { recordAct } from '../../rules/audit/record-act.ts'

/** Counts the voices of all people by service. */
export async function countVoices(db: Database): Promise<VoiceCounts> {
  const rows = await db
    .select({ service: voices.service, status: voices.status, count: count() })
    .from(voices)
    .groupBy(voices.service, voices.status)
    .orderBy(asc(voices.service))
  const services = Map.groupBy(rows, ({ service }) => service)
  return {
    services: [...services].map(([service, counts]) => {
      const of = (status: (typeof counts)[number]['status']) => counts.find((one) => one.status === status)?.count ?? 0
      return { service, ready: of('ready'), creating: of('creating'), failed: of('failed'), deleting: of('deleting') }
    }),
  }
}

/** Lists a person's voices. Throws `not_found` for an unknown or erased account. */
export async function listPersonVoices(db: Database, { personId }: { personId: string }): Promise<PersonVoices> {
  if (!validate(personId)) throw new Problem('not_found')
  const [[person], rows] = await Promise.all([
    db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, personId), isNull(users.erasedAt))),
    readVoicesOf(db, personId),
  ])
  if (!person) throw new Problem('not_found')
  return {
    items: rows.flatMap(({ id, name, service, status, consentVersion, consentLocale, consentAt, createdAt }) =>
      status === 'deleting'
        ? []
        : {
            id,
            name,
            service,
            status,
            consent: { version: consentVersion, locale: consentLocale, at: consentAt.toISOString() },
            created_at: createdAt.toISOString(),
          },
    ),
  }
}

export type RemovePersonVoiceOptions = BlockOptions & { voiceId: string; queue: Queue; storage: Storage }

/** Removes a voice of a person. Throws `not_found` if it is another person's or was removed before. */
export async function removePersonVoice(
  db: Database,
  { actor, personId, voiceId, reason, address, queue, storage }: RemovePersonVoiceOptions,
): Promise<void> {
  const row = await db.transaction(async (tx) => {
    await lockPerson(tx, { actor, personId, right: 'manage_accounts' })
    const found = await findVoice(tx, { userId: personId, id: voiceId })
    await removeVoices(tx, { queue, userId: personId, rows: [found] })
    // The name of the voice stays out, because the log outlives the account.
    const after = { subject: found.service, voice: voiceId, consent: found.consentAt.toISOString() }
    await recordAct(tx, { userId: actor.userId, address, reason, action: 'voice_removed', personId, after })
    return found
  })
  await deleteRecording(db, { storage, row })
}
