import { and, asc, eq, sql } from 'drizzle-orm'
import type { Model } from '#app/contract/runs/models.ts'
import { ownVoice } from '#app/contract/runs/own-voice.ts'
import type { Database, DatabaseHandle, Transaction } from '#app/server/db/database.ts'
import { voices } from '#app/server/db/schema/voices.ts'
import type { Keys } from '#app/server/keys.ts'
import { type ByPerson, openByPerson } from '../../by-person.ts'
import { signFileUrl } from '../files/file-url.ts'

const channel = 'quartet_voices'

/** Announces changed voices of a person to all processes, at the commit. */
export const announceVoices = (tx: Transaction, userId: string) => tx.execute(sql`select pg_notify(${channel}, ${userId})`)

type ReadyVoice = { id: string; service: string; name: string; uploadId: string | null }

/** The voices with which people can run models, for lists of models. Runs read them from the database. */
export type OwnVoicesOf = ByPerson<readonly ReadyVoice[]>

/** Caches the voices of people, because every page lists models. */
export const openOwnVoices = (handle: DatabaseHandle): Promise<OwnVoicesOf> =>
  openByPerson(handle, { channel, read: (userId) => readVoices(handle.db, userId) })

async function readVoices(db: Database, userId: string | null): Promise<readonly ReadyVoice[]> {
  if (userId === null) return []
  return db
    .select({ id: voices.id, service: voices.service, name: voices.name, uploadId: voices.uploadId })
    .from(voices)
    .where(and(eq(voices.userId, userId), eq(voices.status, 'ready')))
    .orderBy(asc(voices.createdAt), asc(voices.id))
}

/** Adds a person's voices to the models that read in them; returns the same list without any. */
export function withVoicesOf(models: Model[], own: readonly ReadyVoice[], keys: Keys): Model[] {
  if (own.length === 0) return models
  return models.map((model) => {
    const { voice } = model.options.properties
    if (!voice || !('enum' in voice)) return model
    const fitting = own.filter(({ service }) => service === voice['x-own-voices'])
    if (fitting.length === 0) return model
    const samples = fitting.flatMap(({ id, uploadId }) => (uploadId ? [[ownVoice(id), signFileUrl(keys, uploadId)]] : []))
    const added = {
      ...voice,
      enum: [...fitting.map(({ id }) => ownVoice(id)), ...voice.enum],
      'x-labels': { ...voice['x-labels'], ...Object.fromEntries(fitting.map(({ id, name }) => [ownVoice(id), name])) },
      'x-samples': { ...voice['x-samples'], ...Object.fromEntries(samples) },
    }
    return { ...model, options: { ...model.options, properties: { ...model.options.properties, voice: added } } }
  })
}
