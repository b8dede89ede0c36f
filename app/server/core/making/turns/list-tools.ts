import { and, eq, getTableColumns, inArray, isNull, lt, sql } from 'drizzle-orm'
import { validate } from 'uuid'
import type * as v from 'valibot'
import { milliPerToken, wholeTokens } from '#app/contract/money/milli.ts'
import { makes, studioTools } from '#app/contract/studio/tool-names.ts'
import type { Call, CallPage } from '#app/contract/studio/tool-calls.ts'
import type { callsQuerySchema, setAllowanceSchema, Tools } from '#app/contract/studio/tools.ts'
import type { Locale } from '#config'
import type { Database } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { threads } from '#app/server/db/schema/library.ts'
import { toolCalls } from '#app/server/db/schema/tool-calls.ts'
import { tokenAccounts } from '#app/server/db/schema/tokens.ts'
import { translate } from '#app/server/i18n.ts'
import { newestFirst, pageLimit, readCursor, toPage } from '../../page.ts'
import { Problem } from '../../problem.ts'
import { readEntitlement } from '../../rules/groups/entitlement.ts'
import { readToolSettings } from '../../rules/groups/tool-settings.ts'
import { isOffered } from '../../rules/groups/offer.ts'
import { shownColumns } from '../generations/related-rows.ts'
import { toGenerations, type ViewOptions } from '../generations/to-generation.ts'
import { definitionBytes, definitions } from '../tools/definitions.ts'
import { readAllowance } from './allowance.ts'

/** Bytes per model token, about. */
const bytesPerToken = 4

/** Lists the tools that the operator offers a person, with those of a conversation and its allowance. */
export async function listTools(
  db: Database,
  { userId, threadId, locale }: { userId: string; threadId: string | undefined; locale: Locale },
): Promise<Tools> {
  const [offer, thread] = [await readEntitlement(db, userId), threadId === undefined ? undefined : await findOwn(db, { userId, threadId })]
  const { limitMilli, usedMilli } = await readAllowance(db, { userId, threadId })
  return {
    commands: isOffered(offer, 'commands'),
    items: studioTools
      .filter((name) => isOffered(offer, name))
      .map((name) => ({
        name,
        title: translate(locale, definitions[name].title),
        description: translate(locale, definitions[name].about),
        on: thread?.tools?.includes(name) ?? false,
        model_tokens: Math.ceil(definitionBytes(name) / bytesPerToken),
      })),
    rules: makes.flatMap((one) => {
      const rule = thread?.rules?.[one]
      return rule ? [{ makes: one, rule }] : []
    }),
    allowance: { limit_milli: limitMilli, used_milli: usedMilli },
  }
}

async function findOwn(db: Database, { userId, threadId }: { userId: string; threadId: string }) {
  const [thread] = await db
    .select({ tools: threads.tools, rules: threads.rules })
    .from(threads)
    .where(and(eq(threads.id, threadId), eq(threads.userId, userId)))
  if (!thread) throw new Problem('not_found')
  return thread
}

/** Sets the allowance of a conversation, or the person's default. */
export async function setAllowance(
  db: Database,
  { userId, input: { thread, tokens } }: { userId: string; input: v.InferOutput<typeof setAllowanceSchema> },
): Promise<void> {
  const allowanceMilli = tokens === null ? null : tokens * milliPerToken
  const { mostAllowanceMilli } = await readToolSettings(db)
  if (allowanceMilli !== null && allowanceMilli > mostAllowanceMilli)
    throw new Problem('invalid_input', { fields: { tokens: 'too_large' } })
  if (thread === undefined) {
    await db.update(tokenAccounts).set({ allowanceMilli }).where(eq(tokenAccounts.userId, userId))
    return
  }
  const changed = await db
    .update(threads)
    .set({ allowanceMilli })
    .where(and(eq(threads.id, thread), eq(threads.userId, userId)))
    .returning({ id: threads.id })
  if (changed.length === 0) throw new Problem('not_found')
}

const callColumns = {
  ...getTableColumns(toolCalls),
  threadId: generations.threadId,
  chargedMilli: sql<number | null>`(select run.charged_milli::float8 from generations run where run.id = ${toolCalls.id})`,
}
type CallRow = typeof toolCalls.$inferSelect & { threadId: string | null; chargedMilli: number | null }

function toCall(row: CallRow): Call {
  const { id, stepId, callId, tool, state, makes, by, threadId, run, askedMilli, nextMilli, chargedMilli, createdAt, endedAt } = row
  return {
    id,
    step: stepId,
    call_id: callId,
    tool,
    state,
    makes,
    by,
    charged_milli: chargedMilli,
    thread: threadId,
    run: run && {
      type: run.type,
      model: run.model,
      prompt: run.prompt,
      options: run.options,
      inputs: run.inputs,
      recipe: run.recipe?.name ?? null,
    },
    price: askedMilli === null ? null : wholeTokens(askedMilli),
    price_milli: askedMilli,
    next_milli: nextMilli,
    created_at: createdAt.toISOString(),
    ended_at: endedAt?.toISOString() ?? null,
  }
}

type ListCallsOptions = ViewOptions & { userId: string; query: v.InferOutput<typeof callsQuerySchema> }

/** Lists a person's calls, newest first; those of a conversation with their works. */
export async function listCalls(db: Database, { userId, query, ...view }: ListCallsOptions): Promise<CallPage> {
  const before = readCursor(query.cursor)
  const limit = pageLimit(query)
  const rows = await db
    .select(callColumns)
    .from(toolCalls)
    .innerJoin(generations, eq(generations.id, toolCalls.stepId))
    .where(
      and(
        eq(toolCalls.userId, userId),
        before ? lt(toolCalls.id, before) : undefined,
        query.state && eq(toolCalls.state, query.state),
        query.step ? eq(toolCalls.stepId, query.step) : undefined,
        query.thread ? eq(generations.threadId, query.thread) : undefined,
      ),
    )
    .orderBy(newestFirst(toolCalls.id))
    .limit(limit + 1)
  const page = toPage(rows, limit, toCall)
  if (!query.thread) return page
  const ids = page.items.map(({ id }) => id)
  const works = await db
    .select(shownColumns)
    .from(generations)
    .where(and(inArray(generations.id, ids), eq(generations.userId, userId), isNull(generations.deletedAt)))
  return { ...page, works: await toGenerations(db, works, view) }
}

export async function findCall(db: Database, { userId, id }: { userId: string; id: string }): Promise<Call> {
  const [row] = validate(id)
    ? await db
        .select(callColumns)
        .from(toolCalls)
        .innerJoin(generations, eq(generations.id, toolCalls.stepId))
        .where(and(eq(toolCalls.id, id), eq(toolCalls.userId, userId)))
    : []
  if (!row) throw new Problem('not_found')
  return toCall(row)
}

/** Reads calls of the person in the order of their ids. */
export async function readCalls(db: Database, { userId, ids }: { userId: string; ids: readonly string[] }): Promise<Call[]> {
  const rows = await db
    .select(callColumns)
    .from(toolCalls)
    .innerJoin(generations, eq(generations.id, toolCalls.stepId))
    .where(and(inArray(toolCalls.id, [...ids]), eq(toolCalls.userId, userId)))
    .orderBy(toolCalls.id)
  return rows.map(toCall)
}
