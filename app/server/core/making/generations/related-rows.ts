import { getTableColumns, inArray, sql } from 'drizzle-orm'
import type { Generation, ToolResult } from '#app/contract/runs/generations.ts'
import type { CallEvent } from '#app/contract/studio/tools.ts'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { files } from '#app/server/db/schema/files.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { isStep } from './is-step.ts'

type FileRow = Pick<
  typeof files.$inferSelect,
  'id' | 'mediaType' | 'bytes' | 'width' | 'height' | 'durationMs' | 'posterId' | 'thumbnailId' | 'placeholder' | 'peaks'
>

/** The rows of other tables that belong to a generation, as JSON. */
export type Beside = {
  files: FileRow[]
  transcript: Generation['transcript']
  thinking: boolean
  callStates: CallEvent[] | null
  toolResults: ToolResult[] | null
  film: Required<NonNullable<Generation['film']>> | null
  step: boolean
  receipt: { kind: 'hold' | 'settle' | 'release'; amount: number; milli: number; createdAt: string; reason: string | null }[]
  collections: string[]
  shared: boolean
  recipe: Generation['recipe']
}

/** Characters of a tool's result that are shown with its run; programs may send megabytes. */
const shownOfResult = 2_000

/**
 * The results of tools among the turns that a run adds, since its prompt if it has one. The arguments of a call are in the run before, except
 * where a program sends a conversation that is not known here.
 */
export const toolResultsColumn = (most: number | null) => sql<ToolResult[] | null>`(
  select json_agg(json_build_object(
    'id', turn -> 'answers' ->> 'id', 'name', turn -> 'answers' ->> 'name',
    'input', (
      select call ->> 'input' from jsonb_array_elements(generations.said) other
      cross join jsonb_array_elements(coalesce(other -> 'calls', '[]')) call where call ->> 'id' = turn -> 'answers' ->> 'id' limit 1),
    'text', ${most === null ? sql`turn ->> 'text'` : sql`left(turn ->> 'text', ${sql.raw(String(most))})`}, 'length', length(turn ->> 'text'),
    'failed', coalesce((turn ->> 'failed')::boolean, false), 'inputs', coalesce(turn -> 'inputs', '[]')
  ) order by place)
  from jsonb_array_elements(generations.said) with ordinality said(turn, place)
  where turn ->> 'role' = 'tool' and place > coalesce((
    select max(at) from jsonb_array_elements(generations.said) with ordinality asked(one, at) where one ->> 'role' = 'prompt'), 0))`

/**
 * A column of a query on `generations`, which saves a statement for each of the tables. The outer id is written out, because Drizzle omits
 * the table's name in queries on a single table.
 */
export const besideColumn = sql<Beside>`json_build_object(
  'transcript', case when generations.transcript is not null then json_build_object(
    'language', generations.transcript ->> 'language',
    'segments', jsonb_array_length(generations.transcript -> 'segments'),
    'speakers', (
      select count(distinct s ->> 'speaker')::int from jsonb_array_elements(generations.transcript -> 'segments') s)) end,
  'thinking', generations.thinking is not null,
  'step', ${isStep},
  'film', (
    select json_build_object('id', t.film_id, 'part', t.part, 'make', t.make_id, 'waits', generations.waits_for is not null,
      'title', f.title, 'progress', (
        select json_build_object('runs', count(*), 'ended', count(g.finished_at), 'failed', count(*) filter (where g.status = 'failed'),
          'canceled', count(*) filter (where g.status = 'canceled'))
        from film_takes other join generations g on g.id = other.generation_id where other.make_id = t.make_id having count(*) > 0))
    from film_takes t join films f on f.id = t.film_id where t.generation_id = generations.id),
  'callStates', case when generations.calls is not null and generations.asked -> 'studio' = 'true' then (
    select json_agg(json_build_object('id', c.id, 'step', c.step_id, 'call_id', c.call_id, 'tool', c.tool, 'state', c.state, 'makes', c.makes, 'by', c.by,
      'charged_milli', run.charged_milli) order by c.position)
    from tool_calls c left join generations run on run.id = c.id where c.step_id = generations.id) end,
  'toolResults', ${toolResultsColumn(shownOfResult)},
  'files', (
    select coalesce(json_agg(json_build_object(
      'id', f.id, 'mediaType', f.media_type, 'bytes', f.bytes, 'width', f.width, 'height', f.height, 'durationMs', f.duration_ms,
      'posterId', f.poster_id, 'thumbnailId', f.thumbnail_id, 'placeholder', f.placeholder, 'peaks', f.peaks
    ) order by f.position), '[]') from files f where f.generation_id = generations.id and f.position is not null),
  'receipt', (
    select coalesce(json_agg(json_build_object(
      'kind', e.kind, 'amount', e.amount, 'milli', e.milli, 'createdAt', e.created_at, 'reason', e.reason
    ) order by e.id), '[]') from token_entries e where e.generation_id = generations.id and e.kind in ('hold', 'settle', 'release')),
  'collections', (
    select coalesce(json_agg(c.collection_id order by c.collection_id), '[]') from collection_items c where c.generation_id = generations.id),
  'recipe', case when generations.recipe is not null then (
    select json_build_object(
      'id', generations.recipe ->> 'id', 'revision', (generations.recipe ->> 'revision')::int, 'name', generations.recipe ->> 'name',
      'values', generations.recipe -> 'values',
      'author', case when p.user_id <> generations.user_id then u.name end,
      'again', case when generations.recipe ? 'builtIn' then generations.recipe ->> 'builtIn' when p.user_id = generations.user_id then p.id::text when p.link_until is null or p.link_until > now() then p.link end)
    from (select) as one
    left join saved_prompts p on p.id = (generations.recipe ->> 'id')::uuid
    left join users u on u.id = p.user_id) end,
  'shared', exists (
    select from shares s where s.generation_id = generations.id and (s.expires_at is null or s.expires_at > now()))
)`

/** Columns that only workers, retries and operators need, some of them large. */
const {
  userId: _userId,
  due: _due,
  pictured: _pictured,
  take: _take,
  serviceStatus: _serviceStatus,
  callFailure: _callFailure,
  priceRule: _priceRule,
  trial: _trial,
  priceFactor: _priceFactor,
  costMicros: _costMicros,
  interruptions: _interruptions,
  context: _context,
  said: _said,
  asked: _asked,
  replay: _replay,
  nextId: _nextId,
  stepId: _stepId,
  head: _head,
  transcript: _transcript,
  thinking: _thinking,
  apiKeyId: _apiKeyId,
  free: _free,
  accruedMilli: _accruedMilli,
  usage: _usage,
  idempotencyKey: _idempotencyKey,
  idempotencyHash: _idempotencyHash,
  operation: _operation,
  handedOverAt: _handedOverAt,
  readUntil: _readUntil,
  attempts: _attempts,
  leaseOwner: _leaseOwner,
  leaseUntil: _leaseUntil,
  updatedAt: _updatedAt,
  purgedAt: _purgedAt,
  ...shown
} = getTableColumns(generations)

/** The columns of a query whose rows `toGenerations` converts without another statement. */
export const shownColumns = { ...shown, beside: besideColumn }

export async function readBeside(db: Database | Transaction, ids: string[]): Promise<Map<string, Beside>> {
  const rows = await db.select({ id: generations.id, beside: besideColumn }).from(generations).where(inArray(generations.id, ids))
  return new Map(rows.map(({ id, beside }) => [id, beside]))
}
