import { and, eq, lt } from 'drizzle-orm'
import { validate } from 'uuid'
import type * as v from 'valibot'
import { milliPerToken } from '#app/contract/money/milli.ts'
import { studioTools } from '#app/contract/runs/tool-names.ts'
import type { Call, callsQuerySchema, setAllowanceSchema, Tools } from '#app/contract/runs/tools.ts'
import type { Locale } from '#config'
import type { Database } from '#app/server/db/database.ts'
import { threads } from '#app/server/db/schema/library.ts'
import { toolCalls } from '#app/server/db/schema/tool-calls.ts'
import { tokenAccounts } from '#app/server/db/schema/tokens.ts'
import { translate } from '#app/server/i18n.ts'
import { newestFirst, type Page, pageLimit, readCursor, toPage } from '../../page.ts'
import { Problem } from '../../problem.ts'
import { readEntitlement } from '../../rules/groups/entitlement.ts'
import { isOffered } from '../generations/studio-turns.ts'
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
    items: studioTools
      .filter((name) => isOffered(offer, name))
      .map((name) => ({
        name,
        title: translate(locale, definitions[name].title),
        description: translate(locale, definitions[name].about),
        on: thread?.tools?.includes(name) ?? false,
        model_tokens: Math.ceil(definitionBytes(name) / bytesPerToken),
      })),
    allowance: { limit_milli: limitMilli, used_milli: usedMilli },
  }
}

async function findOwn(db: Database, { userId, threadId }: { userId: string; threadId: string }) {
  const [thread] = await db
    .select({ tools: threads.tools })
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
  id: toolCalls.id,
  step: toolCalls.stepId,
  call_id: toolCalls.callId,
  tool: toolCalls.tool,
  state: toolCalls.state,
  createdAt: toolCalls.createdAt,
  endedAt: toolCalls.endedAt,
}
type CallRow = Omit<Call, 'created_at' | 'ended_at'> & { createdAt: Date; endedAt: Date | null }
const toCall = ({ createdAt, endedAt, ...call }: CallRow): Call => ({
  ...call,
  created_at: createdAt.toISOString(),
  ended_at: endedAt?.toISOString() ?? null,
})

/** Lists a person's calls, newest first. */
export async function listCalls(
  db: Database,
  { userId, query }: { userId: string; query: v.InferOutput<typeof callsQuerySchema> },
): Promise<Page<Call>> {
  const before = readCursor(query.cursor)
  const limit = pageLimit(query)
  const rows = await db
    .select(callColumns)
    .from(toolCalls)
    .where(
      and(
        eq(toolCalls.userId, userId),
        before ? lt(toolCalls.id, before) : undefined,
        query.state && eq(toolCalls.state, query.state),
        query.step ? eq(toolCalls.stepId, query.step) : undefined,
      ),
    )
    .orderBy(newestFirst(toolCalls.id))
    .limit(limit + 1)
  return toPage(rows, limit, toCall)
}

export async function findCall(db: Database, { userId, id }: { userId: string; id: string }): Promise<Call> {
  const [row] = validate(id)
    ? await db
        .select(callColumns)
        .from(toolCalls)
        .where(and(eq(toolCalls.id, id), eq(toolCalls.userId, userId)))
    : []
  if (!row) throw new Problem('not_found')
  return toCall(row)
}
