import { and, asc, eq, sql } from 'drizzle-orm'
import type { Model } from '#app/contract/models.ts'
import { ownVoice } from '#app/contract/own-voice.ts'
import type { Database, DatabaseHandle, Transaction } from '../../db/database.ts'
import { voices } from '../../db/schema/voices.ts'
import type { Keys } from '../../keys.ts'
import { signFileUrl } from '../files/file-url.ts'

const channel = 'quartet_voices'

/** Announces changed voices of a person to all processes, at the commit. */
export const announceVoices = (tx: Transaction, userId: string) => tx.execute(sql`select pg_notify(${channel}, ${userId})`)

type ReadyVoice = { id: string; service: string; name: string; uploadId: string | null }

export type OwnVoicesOf = {
  /** The voices with which a person can run models, for lists of models. Runs read them from the database. */
  of(userId: string | null): Promise<readonly ReadyVoice[]>
  close(): Promise<void>
}

const none: readonly ReadyVoice[] = []
const maxKnown = 10_000

/** Caches the voices of people, because every page lists models. */
export async function openOwnVoices(handle: DatabaseHandle): Promise<OwnVoicesOf> {
  let known = new Map<string, Promise<readonly ReadyVoice[]>>()
  const forgetAll = () => void (known = new Map())
  // A read that began before a change belongs to an entry that is forgotten, so nobody gets it afterwards.
  const stopListening = await handle.listen(channel, (userId) => void known.delete(userId), forgetAll)
  return {
    close: stopListening,
    async of(userId) {
      if (userId === null) return none
      const cached = known.get(userId)
      if (cached) return cached
      if (known.size >= maxKnown) forgetAll()
      const current = known
      const reading = readVoices(handle.db, userId)
      current.set(userId, reading)
      reading.catch(() => current.delete(userId))
      return reading
    },
  }
}

// Drizzle's queries run each time they are awaited; the promise of a function runs them once.
async function readVoices(db: Database, userId: string): Promise<readonly ReadyVoice[]> {
  return db
    .select({ id: voices.id, service: voices.service, name: voices.name, uploadId: voices.uploadId })
    .from(voices)
    .where(and(eq(voices.userId, userId), eq(voices.status, 'ready')))
    .orderBy(asc(voices.id))
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
