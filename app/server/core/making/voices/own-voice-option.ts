import { and, eq } from 'drizzle-orm'
import { validate } from 'uuid'
import type { OptionValues } from '#app/contract/runs/generations.ts'
import { ownVoiceId } from '#app/contract/runs/own-voice.ts'
import type { Database } from '#app/server/db/database.ts'
import { voices } from '#app/server/db/schema/voices.ts'
import { ProviderError, type ProviderModel } from '#app/server/providers/provider.ts'
import { checkOptions } from '../models/check-options.ts'
import { Problem } from '../../problem.ts'

type OfModel = Pick<ProviderModel, 'options'>
type Choice = { userId: string; model: OfModel; options: OptionValues }

/** Validates options, in which the voice may be one of the person's own. */
export async function checkOptionsOf(db: Database, { userId, model, options }: Choice): Promise<OptionValues> {
  const id = ownVoiceId(options.voice)
  if (id === undefined) return checkOptions(model.options, options)
  if (!(await findReady(db, { userId, model, id }))) throw new Problem('invalid_input', { fields: { 'options.voice': 'not_an_option' } })
  const { voice, ...others } = options
  return { ...checkOptions(model.options, others), ...(voice !== undefined && { voice }) }
}

/** Replaces an own voice by the service's id of it. Rejects if the voice has been deleted since the submission. */
export async function resolveOwnVoice(
  db: Database,
  { userId, model, options }: Choice,
): Promise<{ options: OptionValues; keyRef?: string }> {
  const id = ownVoiceId(options.voice)
  if (id === undefined) return { options }
  const found = await findReady(db, { userId, model, id })
  if (!found?.remoteId || !found.keyRef)
    throw new ProviderError('invalid_input', 'the voice is gone', { option: 'voice', nothingStarted: true })
  return { options: { ...options, voice: found.remoteId }, keyRef: found.keyRef }
}

async function findReady(db: Database, { userId, model, id }: { userId: string; model: OfModel; id: string }) {
  const { voice } = model.options
  const service = voice && 'enum' in voice ? voice['x-own-voices'] : undefined
  if (service === undefined || !validate(id)) return undefined
  const [found] = await db
    .select({ remoteId: voices.remoteId, keyRef: voices.keyRef })
    .from(voices)
    .where(and(eq(voices.id, id), eq(voices.userId, userId), eq(voices.service, service), eq(voices.status, 'ready')))
  return found
}
