import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Thread } from '#app/contract/studio/studio.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { threads } from '#app/server/db/schema/library.ts'
import { isStep } from '../../making/generations/is-step.ts'

/** Matches visible turns: those outside the trash. */
export const visibleTurn = and(eq(generations.threadId, threads.id), eq(generations.userId, threads.userId), isNull(generations.deletedAt))

/** The columns of a conversation. Names are written out, because Drizzle omits the table's name in queries on a single table. */
export const threadColumns = {
  id: threads.id,
  title: threads.title,
  tools: threads.tools,
  createdAt: threads.createdAt,
  updatedAt: threads.updatedAt,
  firstPrompt: sql<string>`(select generations.prompt from generations where ${visibleTurn} order by generations.id limit 1)`.as(
    'first_prompt',
  ),
  turns: sql<number>`(select count(*)::int from generations where ${visibleTurn} and not ${isStep})`.as('turns'),
}

/** A row of `threadColumns`; times are strings in JSON. */
export type ThreadRow = {
  id: string
  title: string | null
  tools: string[] | null
  createdAt: Date | string
  updatedAt: Date | string
  firstPrompt: string
  turns: number
}

export const toThread = ({ id, title, tools, createdAt, updatedAt, firstPrompt, turns }: ThreadRow): Thread => ({
  id,
  title,
  first_prompt: firstPrompt,
  turns,
  tools: tools ?? [],
  created_at: new Date(createdAt).toISOString(),
  updated_at: new Date(updatedAt).toISOString(),
})
