import { sql } from 'drizzle-orm'
import { bigint, check, index, jsonb, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { GenerationInput, OptionValues } from '#app/contract/runs/generations.ts'
import type { Kind } from '#app/contract/base/values.ts'
import type { Makes } from '#app/contract/studio/tool-names.ts'
import type { CallEvent, ToolCallState } from '#app/contract/studio/tools.ts'
import { createdAt, time } from './columns.ts'
import { generations, type StoredRecipe } from './generations.ts'
import { users } from './users.ts'

/** The result of a call, as the model reads it. `shown`: what it has shown, by the handles under which the model may name it; `inputs`: its images, for a model that sees them. */
export type StoredToolResult = { text: string; shown?: Record<string, string>; inputs?: GenerationInput[] }

/** The run that a call asks for. `recipe`: the one that it fills in. */
export type StoredCallRun = {
  type: Kind
  model: string
  prompt: string
  options: OptionValues
  inputs: GenerationInput[]
  recipe?: StoredRecipe
  /** Whether the person has changed it. */
  edited?: true
}

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
    /** For a call that makes something: what, and the run, as the model wanted it or the person has changed it. */
    makes: text('makes').$type<Makes>(),
    run: jsonb('run').$type<StoredCallRun>(),
    /** The prices at which it asks: of the run, and of the answer that goes on afterwards. */
    askedMilli: bigint('asked_milli', { mode: 'number' }),
    nextMilli: bigint('next_milli', { mode: 'number' }),
    by: text('by').$type<NonNullable<CallEvent['by']>>(),
    askedAt: time('asked_at'),
    decidedAt: time('decided_at'),
    /** The time of the email that says that it asks. */
    mailedAt: time('mailed_at'),
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
    index('tool_calls_asking')
      .on(table.userId)
      .where(sql`${table.state} = 'asks'`),
    index('tool_calls_running')
      .on(table.decidedAt)
      .where(sql`${table.state} = 'runs'`),
    check('tool_calls_ended', sql`(${table.state} in ('asks', 'due', 'runs')) = (${table.endedAt} is null)`),
  ],
)
