import { createHash } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type * as v from 'valibot'
import { v7 as uuidv7 } from 'uuid'
import type { BroughtTurn, createGenerationSchema, quoteSchema } from '#app/contract/generations.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { generations } from '../../db/schema.ts'
import type { ProviderModel } from '../../providers/provider.ts'
import type { Providers } from '../../providers/providers.ts'
import type { Queue } from '../../queue/queue.ts'
import { checkOptions } from '../models/check-options.ts'
import { pausedModels } from '../models/model-health.ts'
import { priceOf } from '../models/price.ts'
import { pricedRun } from '../models/priced-run.ts'
import { Problem } from '../problem.ts'
import { openThread } from '../threads/open-thread.ts'
import { holdTokens } from '../tokens/hold-tokens.ts'
import { checkInputs } from './check-inputs.ts'
import { jobOf } from './job-of.ts'
import { publishGeneration } from './publish.ts'
import { readHistory } from './read-history.ts'
import type { GenerationRow } from './to-generation.ts'

type Input = v.InferOutput<typeof createGenerationSchema>

export type CreateGenerationOptions = {
  queue: Queue
  providers: Providers
  userId: string
  /** The key that the caller has shown instead of a session. */
  apiKeyId?: string | null
  input: Input
  /** What was said before, where the caller keeps the conversation itself. */
  context?: BroughtTurn[]
  /** A second request with the same key is answered with the first one's generation. */
  idempotencyKey?: string | undefined
}

/** Puts a run into the queue: row, hold and job in one transaction, or nothing. */
export async function createGeneration(
  db: Database,
  { queue, providers, userId, apiKeyId = null, input, context, idempotencyKey }: CreateGenerationOptions,
): Promise<GenerationRow> {
  const hash = idempotencyKey === undefined ? null : hashOf({ ...input, context })
  // A retry is answered even when the model is gone or paused by now.
  const earlier = idempotencyKey !== undefined && (await findEarlier(db, { userId, idempotencyKey, hash }))
  if (earlier) return earlier
  const { model, options, price } = await prepareRun(db, { providers, userId, input, context })
  if (model.unavailable || (await isPaused(db, providers, model))) throw new Problem('model_unavailable')
  const values = {
    id: uuidv7(),
    userId,
    type: model.type,
    model: model.id,
    prompt: input.prompt,
    options,
    inputs: input.inputs,
    parentId: input.parent_id ?? null,
    threadId: input.thread_id ?? null,
    context: context ?? null,
    apiKeyId,
    status: 'queued',
    price,
    idempotencyKey: idempotencyKey ?? null,
    idempotencyHash: hash,
  } as const

  return db.transaction(async (tx) => {
    if (input.parent_id) await requireParent(tx, userId, { id: input.parent_id, threadId: input.thread_id })
    if (input.thread_id) await openThread(tx, { userId, id: input.thread_id })
    // Waits for a parallel request with the same key to end, either way.
    const [created] = await tx.insert(generations).values(values).onConflictDoNothing().returning()
    if (!created) {
      const first = idempotencyKey !== undefined && (await findEarlier(tx, { userId, idempotencyKey, hash }))
      if (!first) throw new Error('a generation collided with none')
      return first
    }
    await checkInputs(tx, { userId, model, inputs: input.inputs })
    await holdTokens(tx, { userId, generationId: created.id, amount: price, builtIn: providers.isBuiltIn(model) })
    await queue.enqueue(tx, jobOf(providers, model), { generation_id: created.id })
    await publishGeneration(tx, { userId, generationId: created.id, status: 'queued' })
    return created
  })
}

export type PrepareRunOptions = {
  providers: Providers
  userId: string
  input: v.InferOutput<typeof quoteSchema>
  context?: BroughtTurn[] | undefined
}

/** What the request comes to: the model, its options filled in, the price. The quote and the hold both come from here. */
export async function prepareRun(
  db: Database,
  { providers, userId, input, context }: PrepareRunOptions,
): Promise<{ model: ProviderModel; options: Input['options']; price: number }> {
  const model = await providers.find(input.model)
  if (!model) throw new Problem('invalid_input', { fields: { model: 'model_unknown' } })
  if (input.prompt.length > model.prompt.maxLength) throw new Problem('invalid_input', { fields: { prompt: 'prompt_too_long' } })
  const options = checkOptions(model.options, input.options)
  const history = model.history ? await readHistory(db, { userId, threadId: input.thread_id, parentId: input.parent_id, context }) : []
  const run = pricedRun({ model, prompt: input.prompt, options, history, files: input.inputs.length })
  return { model, options, price: priceOf(model.price, run) }
}

/** A model that keeps failing takes no new runs, unless another stands in for it. */
async function isPaused(db: Database, providers: Providers, model: ProviderModel): Promise<boolean> {
  if (!providers.isRemote(model) || model.fallback) return false
  return (await pausedModels(db)).has(model.id)
}

/** What a run follows is the person's own; in a conversation a turn of the same one, which has ended: what it says is sent along. */
async function requireParent(
  tx: Transaction,
  userId: string,
  { id, threadId }: { id: string; threadId: string | undefined },
): Promise<void> {
  const [parent] = await tx
    .select({ threadId: generations.threadId, finishedAt: generations.finishedAt })
    .from(generations)
    .where(and(eq(generations.id, id), eq(generations.userId, userId), isNull(generations.deletedAt)))
  if (!parent) throw new Problem('not_found')
  if (threadId && (parent.threadId !== threadId || !parent.finishedAt))
    throw new Problem('invalid_input', { fields: { parent_id: 'invalid' } })
}

type Keyed = { userId: string; idempotencyKey: string; hash: string | null }

/** The run that the key has begun; throws when that was asked for otherwise. */
async function findEarlier(db: Database | Transaction, { userId, idempotencyKey, hash }: Keyed): Promise<GenerationRow | undefined> {
  const [first] = await db
    .select()
    .from(generations)
    .where(and(eq(generations.userId, userId), eq(generations.idempotencyKey, idempotencyKey)))
  if (first && first.idempotencyHash !== hash) throw new Problem('idempotency_conflict')
  return first
}

/** The same for the same request, whatever the order of its keys. */
function hashOf(input: Input & { context: BroughtTurn[] | undefined }): string {
  const canonical = JSON.stringify(input, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
  return createHash('sha256').update(canonical).digest('hex')
}
