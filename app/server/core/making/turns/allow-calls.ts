import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { validate } from 'uuid'
import type * as v from 'valibot'
import type { Quote } from '#app/contract/runs/generations.ts'
import type { allowCallsSchema, CallEdit, refuseCallSchema } from '#app/contract/studio/tool-calls.ts'
import type { Makes } from '#app/contract/studio/tool-names.ts'
import type { CallRule, setRuleSchema } from '#app/contract/studio/tools.ts'
import type { Locale } from '#config'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { threads } from '#app/server/db/schema/library.ts'
import { type StoredCallRun, toolCalls } from '#app/server/db/schema/tool-calls.ts'
import type { Providers } from '#app/server/providers/providers.ts'
import type { Queue } from '#app/server/queue/queue.ts'
import { Problem } from '../../problem.ts'
import { readEntitlement } from '../../rules/groups/entitlement.ts'
import { lockThread } from '../generations/open-thread.ts'
import { publishGeneration } from '../generations/publish.ts'
import { quoteGeneration } from '../generations/quote-generation.ts'
import { isOffered } from '../../rules/groups/offer.ts'
import { isKnown } from '../tools/definitions.ts'
import { endLocked, lockStep } from './end-call.ts'
import { prepareCall, type PreparedCall, startCalls } from './prepare-call.ts'

type Parts = { queue: Queue; providers: Providers }
type CallRow = typeof toolCalls.$inferSelect
type AskingCall = CallRow & { run: StoredCallRun }

/** Finds calls of the person, which are all of one answer. */
async function findCalls(db: Database | Transaction, { userId, ids }: { userId: string; ids: readonly string[] }): Promise<CallRow[]> {
  if (!ids.every((id) => validate(id))) throw new Problem('not_found')
  const rows = await db
    .select()
    .from(toolCalls)
    .where(and(inArray(toolCalls.id, [...ids]), eq(toolCalls.userId, userId)))
    .orderBy(asc(toolCalls.position))
  if (rows.length === 0 || rows.length < new Set(ids).size) throw new Problem('not_found')
  if (new Set(rows.map(({ stepId }) => stepId)).size > 1) throw new Problem('invalid_input', { fields: { ids: 'not_together' } })
  return rows
}

const asks = (row: CallRow): row is AskingCall => row.state === 'asks' && row.run !== null

function edited(run: StoredCallRun, { prompt, model, options }: CallEdit): StoredCallRun {
  if (prompt === undefined && model === undefined && options === undefined) return run
  const { recipe: _recipe, ...rest } = run
  const other = model !== undefined && model !== run.model
  return {
    ...rest,
    ...(prompt !== undefined && { prompt }),
    ...(model !== undefined && { model }),
    options: options ?? (other ? {} : run.options),
    edited: true,
  }
}

type Allowing = { userId: string; input: v.InferOutput<typeof allowCallsSchema> }

/**
 * Starts the runs of calls that ask, at the price that the person has agreed to: all of them, or none. What stands in their way (tokens,
 * limits, another price) is thrown, and the calls still ask. Of parallel presses one starts them, and the others find them started.
 */
export async function allowCalls(db: Database, { queue, providers }: Parts, { userId, input }: Allowing): Promise<void> {
  const { ids, max_price: maxPrice, edits, rule } = input
  const rows = await findCalls(db, { userId, ids })
  if (isAllowed(rows)) return
  const calls: PreparedCall[] = []
  const offer = await readEntitlement(db, userId)
  for (const row of rows) {
    if (!asks(row)) throw new Problem('call_decided')
    if (!isKnown(row.tool) || !isOffered(offer, row.tool)) throw new Problem('invalid_input', { fields: { ids: 'tool_off' } })
    const edit = Object.hasOwn(edits, row.id) ? edits[row.id] : undefined
    calls.push(await prepareCall(db, { providers, userId, id: row.id, run: edit ? edited(row.run, edit) : row.run }))
  }
  const [{ stepId } = { stepId: '' }] = rows
  try {
    await db.transaction(async (tx) => {
      const step = await lockOpen(tx, { userId, stepId })
      const now = await findCalls(tx, { userId, ids })
      if (isAllowed(now)) return
      if (!now.every(asks) || !step) throw new Problem('call_decided')
      if (rule) await setRules(tx, { userId, threadId: step.threadId, of: now.map(({ makes }) => makes), rule })
      await startCalls(tx, { queue, providers, userId, apiKeyId: step.apiKeyId, stepId, calls, by: 'press', maxPrice })
      await publishGeneration(tx, { userId, generationId: stepId, status: step.status })
    })
  } catch (error) {
    // Other devices show the new price, too.
    if (error instanceof Problem && error.code === 'price_changed' && Object.keys(edits).length === 0)
      await reprice(db, { userId, stepId, calls })
    throw error
  }
}

const isAllowed = (rows: readonly CallRow[]) => rows.every(({ by, state }) => by === 'press' && state !== 'asks')

/** Locks the conversation and the step of calls that ask; undefined if the answer has been stopped, or goes on already. */
async function lockOpen(tx: Transaction, { userId, stepId }: { userId: string; stepId: string }) {
  const [place] = await tx
    .select({ threadId: generations.threadId, apiKeyId: generations.apiKeyId })
    .from(generations)
    .where(eq(generations.id, stepId))
  if (!place) return undefined
  if (place.threadId !== null) await lockThread(tx, { userId, id: place.threadId })
  const step = await lockStep(tx, stepId)
  if (!step || step.halted !== null || step.deletedAt !== null || step.nextId !== null) return undefined
  return { ...place, ...step }
}

async function reprice(db: Database, { userId, stepId, calls }: { userId: string; stepId: string; calls: readonly PreparedCall[] }) {
  for (const { id, prepared } of calls)
    await db
      .update(toolCalls)
      .set({ askedMilli: prepared.priceMilli })
      .where(and(eq(toolCalls.id, id), eq(toolCalls.state, 'asks')))
  await publishGeneration(db, { userId, generationId: stepId, status: 'succeeded' })
}

type Ruling = { userId: string; threadId: string | null; of: readonly (Makes | null)[]; rule: CallRule }

/** Sets standing answers of a locked conversation. */
async function setRules(tx: Transaction, { userId, threadId, of, rule }: Ruling): Promise<void> {
  if (threadId === null) return
  const rules = Object.fromEntries(of.flatMap((makes) => (makes === null ? [] : [[makes, rule]])))
  await tx
    .update(threads)
    .set({ rules: sql`coalesce(${threads.rules}, '{}') || ${JSON.stringify(rules)}::jsonb` })
    .where(and(eq(threads.id, threadId), eq(threads.userId, userId)))
}

/** Sets or withdraws a standing answer of a conversation. */
export async function setRule(
  db: Database,
  { userId, input: { thread: id, makes, rule } }: { userId: string; input: v.InferOutput<typeof setRuleSchema> },
): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await lockThread(tx, { userId, id }))) throw new Problem('not_found')
    if (rule !== null) return setRules(tx, { userId, threadId: id, of: [makes], rule })
    await tx
      .update(threads)
      .set({ rules: sql`${threads.rules} - ${makes}::text` })
      .where(and(eq(threads.id, id), eq(threads.userId, userId)))
  })
}

type Refusing = { userId: string; id: string; input: v.InferOutput<typeof refuseCallSchema> }

/** Refuses a call: the assistant hears so, with the person's words. */
export async function refuseCall(db: Database, { queue }: Pick<Parts, 'queue'>, { userId, id, input }: Refusing): Promise<void> {
  const [row] = await findCalls(db, { userId, ids: [id] })
  if (!row || row.state === 'refused') return
  const { stepId } = row
  const words = input.words ? `\nTheir words: ${JSON.stringify(input.words)}` : ''
  await db.transaction(async (tx) => {
    const step = await lockOpen(tx, { userId, stepId })
    const [now] = await findCalls(tx, { userId, ids: [id] })
    if (now?.state === 'refused') return
    if (!step || now?.state !== 'asks') throw new Problem('call_decided')
    if (input.never) await setRules(tx, { userId, threadId: step.threadId, of: [now.makes], rule: 'never' })
    await tx
      .update(toolCalls)
      .set({ decidedAt: sql`now()` })
      .where(eq(toolCalls.id, id))
    const answer = { text: `The person did not allow this.${words}`, failed: true as const }
    await endLocked(tx, queue, step, { id, stepId, userId, answer, from: 'asks', state: 'refused' })
  })
}

type Quoting = { providers: Providers; userId: string; id: string; edit: CallEdit; locale: Locale }

/** Quotes the run of a call that asks, with changes. */
export async function quoteCall(db: Database, { providers, userId, id, edit, locale }: Quoting): Promise<Quote> {
  const [row] = await findCalls(db, { userId, ids: [id] })
  if (!row || !asks(row)) throw new Problem('call_decided')
  const { model, prompt, options, inputs } = edited(row.run, edit)
  return quoteGeneration(db, { providers, userId, locale, input: { model, prompt, options, inputs } })
}
