import { v7 as uuidv7 } from 'uuid'
import type { OptionValues } from '#app/contract/runs/generations.ts'
import { and, eq, inArray } from 'drizzle-orm'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { filmTakes } from '#app/server/db/schema/films.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import type { ProviderModel } from '#app/server/providers/provider.ts'
import type { Providers } from '#app/server/providers/providers.ts'
import type { Queue } from '#app/server/queue/queue.ts'
import { Problem } from '../../problem.ts'
import { createGeneration, type CreateGenerationOptions } from './create-generation.ts'
import { findGeneration } from './find-generation.ts'
import type { SentProgram } from './program-turns.ts'
import { readProgram } from './read-program.ts'
import type { GenerationRow } from './to-generation.ts'

export type RetryGenerationOptions = {
  queue: Queue
  providers: Providers
  starts?: CreateGenerationOptions['starts']
  userId: string
  apiKeyId?: string | null
  id: string
  /** The most that the caller agrees to pay. */
  maxPrice?: number | undefined
  /** The owner of the key has allowed the run at this price. */
  allowed?: CreateGenerationOptions['allowed']
  idempotencyKey?: string | undefined
  /** Called in the transaction that writes the new run. */
  onCreated?: CreateGenerationOptions['onCreated']
}

/** Runs a finished generation again as a new one. After a success it gets a new seed, because the same result twice is useless. */
export async function retryGeneration(
  db: Database,
  { queue, providers, starts, userId, apiKeyId = null, id, maxPrice, allowed, idempotencyKey, onCreated }: RetryGenerationOptions,
): Promise<GenerationRow> {
  const original = await findGeneration(db, { userId, id })
  if (original.status === 'queued' || original.status === 'running') throw new Problem('not_retryable')
  const model = await providers.find(original.model)
  if (!model) throw new Problem('model_unavailable')
  const [take] = await db.select().from(filmTakes).where(eq(filmTakes.generationId, id))
  // A film's prompt is its title, which no model reads.
  const isWhole = take !== undefined && 'document' in take.recipe
  const prompt = isWhole ? '' : original.prompt
  const options = original.status === 'succeeded' ? withoutSeed(model, original.options) : original.options
  const { said, asked } = original
  const studio = asked?.studio ? asked : undefined
  const program = model.can && !studio && (await programOf(db, original))
  const input = {
    model: original.model,
    prompt,
    options,
    inputs: original.inputs,
    // In a conversation the new run is another answer to the same turn. That of a program is found by its turns.
    parent_id: program ? undefined : original.threadId ? (original.parentId ?? undefined) : original.id,
    thread_id: program ? undefined : (original.threadId ?? undefined),
    max_price: maxPrice,
  }
  // Another answer to the same results: finished calls are not repeated.
  const step = studio && said ? { id: uuidv7(), said, asked: studio, admit: () => Promise.resolve({ unattended: false }) } : undefined
  return createGeneration(db, {
    queue,
    providers,
    starts,
    userId,
    apiKeyId,
    input,
    program: program || undefined,
    step,
    ...(original.chordId && original.chordPart && { chord: { id: original.chordId, part: original.chordPart } }),
    comparisonId: original.comparisonId,
    ...(isWhole && { film: { title: original.prompt } }),
    allowed,
    idempotencyKey,
    async onCreated(tx, row) {
      if (take) await addTake(tx, { ...take, generationId: row.id })
      await onCreated?.(tx, row)
    },
  })
}

type Take = typeof filmTakes.$inferSelect

/** Makes a run another take of the same. Throws `nothing_to_make` if one is under way. The account is locked, so retries see each other. */
async function addTake(tx: Transaction, { filmId, part, recipe, generationId }: Take): Promise<void> {
  const [running] = await tx
    .select({ id: generations.id })
    .from(filmTakes)
    .innerJoin(generations, eq(generations.id, filmTakes.generationId))
    .where(
      and(
        eq(filmTakes.filmId, filmId),
        eq(filmTakes.part, part),
        eq(filmTakes.recipe, recipe),
        inArray(generations.status, ['queued', 'running']),
      ),
    )
    .limit(1)
  if (running) throw new Problem('nothing_to_make')
  await tx.insert(filmTakes).values({ filmId, part, recipe, generationId })
}

/** Returns the conversation of a program's run, also of one by an earlier version, which stored it whole. */
async function programOf(db: Database, { id, userId, said, context, prompt, inputs }: GenerationRow): Promise<SentProgram | undefined> {
  if (context) return { turns: [...context, { role: 'user', text: prompt, inputs }], asked: {} }
  if (!said) return undefined
  const program = await readProgram(db, { userId, id, model: '', sdk: 0 })
  if (!program) throw new Problem('not_retryable')
  return program
}

function withoutSeed(model: ProviderModel, options: OptionValues): OptionValues {
  return Object.fromEntries(
    Object.entries(options).filter(([name]) => {
      const option = model.options[name]
      return !(option?.type === 'integer' && option['x-control'] === 'seed')
    }),
  )
}
