import { and, asc, eq, ne } from 'drizzle-orm'
import { validate } from 'uuid'
import { type OwnVoices, voiceConsentVersion } from '#app/contract/runs/voices.ts'
import { config, type Locale } from '#config'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { voices } from '#app/server/db/schema/voices.ts'
import { translate } from '#app/server/i18n.ts'
import type { Keys } from '#app/server/keys.ts'
import { services } from '#app/server/providers/connected/open-connected.ts'
import type { Providers } from '#app/server/providers/providers.ts'
import { Problem } from '../../problem.ts'
import { toVoice, type VoiceRow } from './to-voice.ts'

export const consentText = /*i18n*/ {
  id: 'voice.consent',
  message:
    'This is my own voice, or I have the consent of the person whose voice it is. I understand that the recording is sent to the service, that only I can use the voice here, that I must not impersonate anyone with it, and that I can delete it at any time.',
}

/** Name of a service of the catalogue. */
const nameOf = (id: string) => Object.entries(services).find(([service]) => service === id)?.[1].name ?? id

export type ListVoicesOptions = { providers: Providers; keys: Keys; userId: string; locale: Locale }

/** Lists a person's voices, and what a new one needs. */
export async function listVoices(db: Database, { providers, keys, userId, locale }: ListVoicesOptions): Promise<OwnVoices> {
  const cloners = await providers.voiceCloners()
  const rows = await readVoicesOf(db, userId)
  return {
    items: rows.map((row) => toVoice(row, { keys, locale })),
    most: config.voices.maxPerPerson,
    price: config.voices.price,
    services: [...cloners].map(([id, { seconds }]) => ({
      id,
      name: nameOf(id),
      min_seconds: seconds.least,
      max_seconds: seconds.most,
    })),
    consent: { version: voiceConsentVersion, locale, text: translate(locale, consentText) },
  }
}

/** Reads the voices that a person has. */
export const readVoicesOf = async (db: Database, userId: string): Promise<VoiceRow[]> =>
  db
    .select()
    .from(voices)
    .where(and(eq(voices.userId, userId), ne(voices.status, 'deleting')))
    .orderBy(asc(voices.createdAt), asc(voices.id))

export type OwnVoiceRow = { userId: string; id: string }

/** Matches a person's own voice; another person's is `not_found`. */
export function isOwnVoice({ userId, id }: OwnVoiceRow) {
  if (!validate(id)) throw new Problem('not_found')
  return and(eq(voices.id, id), eq(voices.userId, userId), ne(voices.status, 'deleting'))
}

export async function findVoice(db: Database | Transaction, own: OwnVoiceRow): Promise<VoiceRow> {
  const [row] = await db.select().from(voices).where(isOwnVoice(own))
  if (!row) throw new Problem('not_found')
  return row
}
