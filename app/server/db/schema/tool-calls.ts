import { sql } from 'drizzle-orm'
import { check, index, jsonb, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { ToolCallState } from '#app/contract/runs/tools.ts'
import { createdAt, time } from './columns.ts'
import { generations } from './generations.ts'
import { users } from './users.ts'

/** The result of a call, as the model reads it. `shown`: what it has shown, by the handles under which the model may name it. */
export type StoredToolResult = { text: string; shown?: Record<string, string> }

/** The calls of the studio's tools. A step is a run whose answer has calls; the last one that ends starts the run that goes on. */
export const toolCalls = pgTable(
  'tool_calls',
  {
    id: uuid('id').primaryKey(),
    /** The run whose answer has the call. */
    stepId: uuid('step_id')
      .notNull()
      .references(() => generations.id, { onDelete: 'cascade' }),
    /** Its place among the calls of the answer. */
    position: smallint('position').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Its id and tool in the answer. */
    callId: text('call_id').notNull(),
    tool: text('tool').notNull(),
    /** SHA-256 of tool and arguments, by which repeated calls are found. */
    digest: text('digest').notNull(),
    state: text('state').$type<ToolCallState>().notNull(),
    result: jsonb('result').$type<StoredToolResult>(),
    createdAt: createdAt(),
    endedAt: time('ended_at'),
  },
  (table) => [
    uniqueIndex('tool_calls_of_step').on(table.stepId, table.position),
    index('tool_calls_of_user').on(table.userId, table.id.desc()),
    index('tool_calls_due')
      .on(table.createdAt)
      .where(sql`${table.state} = 'due'`),
    index('tool_calls_by_end')
      .on(table.endedAt)
      .where(sql`${table.endedAt} is not null`),
    check('tool_calls_ended', sql`(${table.state} = 'due') = (${table.endedAt} is null)`),
  ],
)
