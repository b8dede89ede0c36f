import { asc, eq, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { wholeTokens } from '#app/contract/money/milli.ts'
import type { GoOnQuote, HaltReason } from '#app/contract/studio/tools.ts'
import type { StoredTurn } from '#app/contract/studio/turns.ts'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { threads } from '#app/server/db/schema/library.ts'
import { toolCalls } from '#app/server/db/schema/tool-calls.ts'
import type { Providers } from '#app/server/providers/providers.ts'
import type { Queue } from '#app/server/queue/queue.ts'
import { Problem } from '../../problem.ts'
import { createGeneration, prepareRun } from '../generations/create-generation.ts'
import { findGeneration } from '../generations/find-generation.ts'
import { lockThread } from '../generations/open-thread.ts'
import { publishGeneration } from '../generations/publish.ts'
import { stillAsked } from '../generations/studio-turns.ts'
import type { GenerationRow } from '../generations/to-generation.ts'
import { readAllowance } from './allowance.ts'
import { lockStep } from './end-call.ts'

/** The allowance of the conversation does not suffice for the step. */
class OverAllowance extends Error {}
/** The step has been stopped, or is gone. */
class Halted extends Error {}

type Parts = { queue: Queue; providers: Providers }
/** A press of the person. `raiseMilli`: what it adds to the allowance. */
type Press = { maxPrice: number | undefined; raiseMilli: number }

/** Goes on from a step whose calls have ended, without a press: against the allowance of its conversation. */
export async function goOnAlone(db: Database, parts: Parts, stepId: string): Promise<void> {
  const [step] = await db.select().from(generations).where(eq(generations.id, stepId))
  if (!step || step.nextId === null || step.halted !== null || step.deletedAt !== null) return
  try {
    await startNext(db, parts, { step, press: null })
  } catch (error) {
    if (error instanceof Halted) return
    if (error instanceof OverAllowance) return halt(db, step, 'budget')
    if (error instanceof Problem) return halt(db, step, 'failed')
    throw error
  }
}

/** Goes on from a step that has halted, at the price that the person has agreed to. */
export async function goOn(
  db: Database,
  parts: Parts,
  { userId, id, ...press }: Press & { userId: string; id: string },
): Promise<GenerationRow> {
  const step = await findGeneration(db, { userId, id })
  if (step.halted === null || !step.asked?.studio) throw new Problem('not_retryable')
  return startNext(db, parts, { step, press })
}

/** Quotes the run that goes on from a step. */
export async function quoteGoOn(
  db: Database,
  { providers, userId, id }: { providers: Providers; userId: string; id: string },
): Promise<GoOnQuote> {
  const step = await findGeneration(db, { userId, id })
  if (step.halted === null || !step.asked?.studio) throw new Problem('not_retryable')
  const { said, asked } = await contentOf(db, providers, step)
  const { priceMilli } = await prepareRun(db, { providers, userId, input: inputOf(step), step: { said, asked } })
  const { limitMilli, usedMilli } = await readAllowance(db, { userId, threadId: step.threadId ?? undefined })
  return { price: wholeTokens(priceMilli), price_milli: priceMilli, allowance: { limit_milli: limitMilli, used_milli: usedMilli } }
}

const inputOf = ({ id, model, options, threadId }: GenerationRow) => ({
  model,
  prompt: '',
  options,
  inputs: [],
  parent_id: id,
  thread_id: threadId ?? undefined,
})

async function startNext(
  db: Database,
  { queue, providers }: Parts,
  { step, press }: { step: GenerationRow; press: Press | null },
): Promise<GenerationRow> {
  const { userId } = step
  const id = step.nextId ?? uuidv7()
  const { agreedMilli, ...content } = await contentOf(db, providers, step)
  return createGeneration(db, {
    queue,
    providers,
    userId,
    apiKeyId: step.apiKeyId,
    input: { ...inputOf(step), max_price: press?.maxPrice },
    step: {
      id,
      ...content,
      goesOn: true,
      async admit(tx, priceMilli) {
        const locked = await lockStep(tx, step.id)
        const nextId = locked?.nextId ?? id
        const [made] = await tx.select().from(generations).where(eq(generations.id, nextId))
        if (made) return { made }
        if (!locked || locked.deletedAt !== null || (press === null && locked.halted !== null)) throw new Halted()
        // Another press has chosen the id meanwhile.
        if (nextId !== id) throw new Problem('not_retryable')
        if (press) {
          await tx
            .update(generations)
            .set({ nextId: id, halted: null, updatedAt: sql`now()` })
            .where(eq(generations.id, step.id))
          if (press.raiseMilli > 0 && step.threadId !== null)
            await raiseAllowance(tx, { userId, threadId: step.threadId, by: press.raiseMilli })
          await publishGeneration(tx, { userId, generationId: step.id, status: step.status })
          return { unattended: false }
        }
        if (priceMilli <= agreedMilli) return { unattended: false }
        const { limitMilli, usedMilli } = await readAllowance(tx, { userId, threadId: step.threadId ?? undefined })
        if (usedMilli + priceMilli > limitMilli) throw new OverAllowance()
        return { unattended: true }
      },
    },
  })
}

/** Raises the allowance of a locked conversation. */
async function raiseAllowance(tx: Transaction, { userId, threadId, by }: { userId: string; threadId: string; by: number }): Promise<void> {
  const { limitMilli } = await readAllowance(tx, { userId, threadId })
  await tx
    .update(threads)
    .set({ allowanceMilli: limitMilli + by })
    .where(eq(threads.id, threadId))
}

/** Halts a step, unless it goes on or has been stopped meanwhile. */
async function halt(db: Database, { id, userId, threadId, status }: GenerationRow, halted: HaltReason): Promise<void> {
  await db.transaction(async (tx) => {
    if (threadId !== null) await lockThread(tx, { userId, id: threadId })
    const locked = await lockStep(tx, id)
    if (!locked || locked.halted !== null) return
    const made = locked.nextId ? await tx.select({ id: generations.id }).from(generations).where(eq(generations.id, locked.nextId)) : []
    if (made.length > 0) return
    await tx
      .update(generations)
      .set({ halted, updatedAt: sql`now()` })
      .where(eq(generations.id, id))
    await publishGeneration(tx, { userId, generationId: id, status })
  })
}

const notRun: Record<HaltReason, string> = {
  stopped: 'Stopped by the person.',
  limit: 'Not run: the message has had too many steps. Answer with what you have.',
  loop: 'Not run: the same call came before. Answer with what you have.',
  budget: 'Not run.',
  failed: 'Not run.',
}

/**
 * The turns that the next run adds: a result for each call, in their order. `agreedMilli`: the price of the next run that the person has agreed to by
 * allowing calls.
 */
async function contentOf(db: Database, providers: Providers, { id, userId, asked, calls, halted, model: name }: GenerationRow) {
  if (!asked) throw new Problem('not_retryable')
  const rows = await db.select().from(toolCalls).where(eq(toolCalls.stepId, id)).orderBy(asc(toolCalls.position))
  const model = await providers.find(name)
  const sees = model?.inputs.some(({ role, types }) => role === 'reference' && types.includes('image')) ?? false
  const said = (calls ?? []).map((call, position): StoredTurn => {
    const row = rows.find((one) => one.position === position)
    return {
      role: 'tool',
      text: row?.result?.text ?? notRun[halted ?? 'failed'],
      answers: { id: call.id, name: call.name },
      ...(sees && row?.result?.inputs && { inputs: row.result.inputs }),
      ...(row?.state !== 'done' && { failed: true as const }),
    }
  })
  const agreedMilli = Math.max(-1, ...rows.map((row) => (row.by === 'press' ? (row.nextMilli ?? -1) : -1)))
  return { said, asked: await stillAsked(db, { userId, asked }), agreedMilli }
}
