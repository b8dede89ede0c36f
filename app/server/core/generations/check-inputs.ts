import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { Kind } from '#app/contract/values.ts'
import type { FieldErrorCode } from '#app/contract/error-codes.ts'
import type { GenerationInput } from '#app/contract/generations.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { files, uploads } from '../../db/schema/files.ts'
import { generations } from '../../db/schema/generations.ts'
import type { ProviderModel } from '../../providers/provider.ts'
import { Problem } from '../problem.ts'

export type CheckInputsOptions = { userId: string; model: Pick<ProviderModel, 'inputs'>; inputs: readonly GenerationInput[] }

/**
 * Rejects inputs that the model does not accept, missing required inputs, and unusable sources: another person's, deleted, unfinished or of
 * another kind. The error does not distinguish these.
 */
export async function checkInputs(db: Database | Transaction, { userId, model, inputs }: CheckInputsOptions): Promise<void> {
  const given = new Set(inputs.map(({ role }) => role))
  if (model.inputs.some(({ role, required }) => required && !given.has(role)))
    throw new Problem('invalid_input', { fields: { inputs: 'input_missing' } })
  if (given.has('mask') && !given.has('source')) throw new Problem('invalid_input', { fields: { inputs: 'mask_without_source' } })
  if (inputs.length === 0) return
  const kindOf = await readKinds(db, userId, inputs)
  const taken = new Map<string, number>()
  const fields: Record<string, FieldErrorCode> = {}
  for (const [index, input] of inputs.entries()) {
    const accepted = model.inputs.find(({ role }) => role === input.role)
    const count = (taken.get(input.role) ?? 0) + 1
    taken.set(input.role, count)
    const kind = kindOf.get(keyOf(input))
    if (!accepted || count > accepted.max) fields[`inputs.${index}`] = 'input_not_taken'
    else if (!kind || !accepted.types.includes(kind)) fields[`inputs.${index}`] = 'input_unknown'
  }
  if (Object.keys(fields).length > 0) throw new Problem('invalid_input', { fields })
}

const uploadKey = (id: string) => `upload ${id}`
const generationKey = (id: string, index: number) => `generation ${id} ${index}`
const keyOf = (input: GenerationInput): string =>
  'upload_id' in input ? uploadKey(input.upload_id) : generationKey(input.generation_id, input.index ?? 0)

/** The kind of each usable source of the person. */
async function readKinds(db: Database | Transaction, userId: string, inputs: readonly GenerationInput[]): Promise<Map<string, Kind>> {
  const uploadIds = inputs.flatMap((input) => ('upload_id' in input ? [input.upload_id] : []))
  const generationIds = inputs.flatMap((input) => ('generation_id' in input ? [input.generation_id] : []))
  const uploaded = await db
    .select({ id: uploads.id, type: uploads.type })
    .from(uploads)
    .where(and(inArray(uploads.id, uploadIds), eq(uploads.userId, userId)))
  const made = await db
    .select({ id: generations.id, type: generations.type, text: generations.text, position: files.position })
    .from(generations)
    .leftJoin(files, and(eq(files.generationId, generations.id), isNotNull(files.position)))
    .where(
      and(
        inArray(generations.id, generationIds),
        eq(generations.userId, userId),
        eq(generations.status, 'succeeded'),
        isNull(generations.deletedAt),
      ),
    )
  const giving = made.filter(({ type, text, position }) => (type === 'text' ? text : position) !== null)
  return new Map([
    ...uploaded.map(({ id, type }) => [uploadKey(id), type] as const),
    ...giving.map(({ id, type, position }) => [generationKey(id, position ?? 0), type] as const),
  ])
}
