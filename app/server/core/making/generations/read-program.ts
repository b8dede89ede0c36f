import { and, eq, isNotNull, like, type SQL, sql } from 'drizzle-orm'
import type { GenerationInput } from '#app/contract/runs/generations.ts'
import { type Asked, type Replay, type StoredTurn, type ToolCall, type Turn, turnsOf } from '#app/contract/studio/turns.ts'
import type { Database } from '#app/server/db/database.ts'
import { files } from '#app/server/db/schema/files.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import type { GenerationRow } from './to-generation.ts'

export type PlainTurn = Turn & { replay?: readonly unknown[] }

/** `fresh`: the number of turns at the end that the run itself adds. */
export type ReadProgram = { turns: PlainTurn[]; fresh: number; asked: Asked }

type ChainRow = {
  depth: number
  parent: string | null
  said: StoredTurn[] | null
  asked: Asked | null
  prompt: string
  inputs: GenerationInput[]
  text: string | null
  calls: ToolCall[] | null
  replay: Replay | null
  id: string
  made: number[]
}

/** The runs from this one up to the first of its conversation. Only runs of programs continue each other by their parent alone. */
const chainOf = ({ userId, id }: { userId: string; id: string }) => sql`
  chain as (
    select id, parent_id, asked, 0 as depth from ${generations} where id = ${id} and user_id = ${userId} and said is not null
    union all
    select turn.id, turn.parent_id, turn.asked, chain.depth + 1 from ${generations} turn join chain on turn.id = chain.parent_id
    where turn.user_id = ${userId} and turn.said is not null
  )`

/**
 * Returns the bytes of what goes back to the service beside the texts of a conversation: its answers in the service's own parts, by the same
 * rule as `partsOf`.
 */
export async function replayedBytes(db: Database, { model, sdk, ...own }: Own): Promise<number> {
  const readable = (replay: SQL) => sql`case when ${replay} ->> 'model' = ${model} and ${replay} ->> 'sdk' = ${String(sdk)}
    then octet_length((${replay} -> 'parts')::text) else 0 end`
  const { rows } = await db.execute<{ bytes: number }>(sql`
    with recursive ${chainOf(own)}
    select coalesce(sum(coalesce(${readable(sql`run.replay`)}, 0) + (
      select coalesce(sum(${readable(sql`turn -> 'kept'`)}), 0) from jsonb_array_elements(run.said) said(turn))), 0)::int as bytes
    from chain join ${generations} run on run.id = chain.id`)
  return rows[0]?.bytes ?? 0
}

/** Reads what a program asks in a run, which may be what it asked at the start of the conversation. */
export async function askedOf(db: Database, own: { userId: string; id: string }): Promise<Asked | null> {
  const { rows } = await db.execute<{ asked: Asked }>(
    sql`with recursive ${chainOf(own)} select asked from chain where asked is not null order by depth limit 1`,
  )
  return rows[0]?.asked ?? null
}

type Own = {
  userId: string
  id: string
  /** The model and the release of the library whose parts can be sent back. */
  model: string
  sdk: number
}

/** Reads the whole conversation of a program's run; undefined if an earlier turn was deleted permanently. */
export async function readProgram(db: Database, { model, sdk, ...own }: Own): Promise<ReadProgram | undefined> {
  const { rows } = await db.execute<ChainRow>(sql`
    with recursive ${chainOf(own)}
    select chain.depth, run.id, run.parent_id as parent, run.said, run.asked, run.prompt, run.inputs, run.text, run.calls, run.replay, (
      select coalesce(json_agg(one.position order by one.position), '[]') from ${files} one
      where one.generation_id = run.id and one.position is not null and one.media_type like 'image/%') as made
    from chain join ${generations} run on run.id = chain.id order by chain.depth desc`)
  return programOf(rows, { model, sdk })
}

type FirstRun = Pick<GenerationRow, 'id' | 'userId' | 'parentId' | 'said' | 'asked' | 'prompt' | 'inputs'>

/** The same for a run whose row is known, which is read again only if it continues another one. */
export async function readProgramOf(
  db: Database,
  { id, userId, parentId, ...row }: FirstRun,
  { model, sdk }: Pick<Own, 'model' | 'sdk'>,
): Promise<ReadProgram | undefined> {
  if (parentId !== null) return readProgram(db, { userId, id, model, sdk })
  return programOf([{ ...row, id, depth: 0, parent: null, text: null, calls: null, replay: null, made: [] }], { model, sdk })
}

function programOf(rows: readonly ChainRow[], { model, sdk }: Pick<Own, 'model' | 'sdk'>): ReadProgram | undefined {
  const [first] = rows
  if (!first || first.parent !== null) return undefined
  const turns = rows.flatMap((row): PlainTurn[] => [
    ...(turnsOf(row) ?? []).map(({ kept, ...turn }) => ({ ...turn, ...partsOf(kept, { model, sdk }) })),
    ...(row.depth === 0 ? [] : [answerOf(row, { model, sdk })]),
  ])
  const fresh = rows.at(-1)?.said?.length ?? 0
  return { turns, fresh, asked: rows.findLast(({ asked }) => asked !== null)?.asked ?? {} }
}

/** Reads the answer of a finished run as a turn, with the images that it made. */
export async function readAnswer(db: Database, { id, text, calls }: Pick<ChainRow, 'id' | 'text' | 'calls'>): Promise<PlainTurn> {
  const made = await db
    .select({ position: files.position })
    .from(files)
    .where(and(eq(files.generationId, id), isNotNull(files.position), like(files.mediaType, 'image/%')))
    .orderBy(files.position)
  const own = { id, text, calls, replay: null, made: made.flatMap(({ position }) => position ?? []) }
  return answerOf(own, { model: '', sdk: 0 })
}

type AnswerRow = Pick<ChainRow, 'id' | 'text' | 'calls' | 'replay' | 'made'>

function answerOf({ id, text, calls, replay, made }: AnswerRow, { model, sdk }: Pick<Own, 'model' | 'sdk'>): PlainTurn {
  return {
    role: 'assistant',
    text: text ?? '',
    ...(calls && { calls }),
    ...(made.length > 0 && { inputs: made.map((index) => ({ generation_id: id, index, role: 'reference' as const })) }),
    ...partsOf(replay, { model, sdk }),
  }
}

/** Only the release of the library and the model that made the parts can read them. */
export const partsOf = (replay: Replay | null | undefined, { model, sdk }: Pick<Own, 'model' | 'sdk'>) =>
  replay?.sdk === sdk && replay.model === model ? { replay: replay.parts } : {}
