import { sql } from 'drizzle-orm'
import type { GivenTurn } from '#app/contract/runs/generations.ts'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { files } from '#app/server/db/schema/files.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import type { Turn } from '#app/server/providers/kinds.ts'
import type { ProviderModel } from '#app/server/providers/provider.ts'
import { sdkMajor } from '#app/server/providers/sdk-major.ts'
import {
  type Attached,
  isTaken,
  maxAttachedBytes,
  maxAttachedFiles,
  maxAttachedTextBytes,
  readAttached,
  sentBytes,
  textBytes,
} from './attached.ts'
import { type ConversationRun, conversationOf } from './conversation.ts'
import type { PlainTurn } from './read-program.ts'

/** Largest number of turns read, which includes skipped ones: failed and trashed. */
const maxTurns = 400
/** Largest number of runs whose texts are read: several make an exchange with steps. */
const maxRuns = 160

/** An earlier turn, with the files that the model can read. */
export type PastTurn = Omit<Turn, 'files'> & { attached: readonly Attached[] }

export type ReadHistoryOptions = {
  userId: string
  model: Pick<ProviderModel, 'id' | 'history' | 'inputs'>
  /** The files of the new turn, which have the first claim on the room for files. */
  attached: readonly Attached[]
  threadId: string | null | undefined
  /** The preceding turn; none at the start of a conversation. */
  parentId: string | null | undefined
  /** Time of the submit. Later turns are not part of the quote and must not be sent. */
  before?: Date
  /** Earlier turns sent by the client, used instead of stored ones. */
  context?: GivenTurn[] | null | undefined
  /** Whether the run has the studio's tools, and whether it only answers calls of them. */
  tools?: { isStep: boolean } | undefined
}

/**
 * Reads the turns from the parent up to the root, oldest first; none for a model without history. Other branches are excluded. A stopped
 * answer counts as far as it was written.
 */
export async function readHistory(
  db: Database | Transaction,
  { userId, model, attached, threadId, parentId, before, context, tools }: ReadHistoryOptions,
): Promise<PastTurn[]> {
  if (!model.history) return []
  if (context) return attachFiles(db, context, { userId, model, attached })
  if (!threadId || !parentId) return []
  const { rows } = await db.execute<ConversationRun>(sql`
    with recursive chain as (
      select id, parent_id, 1 as depth from ${generations}
      where id = ${parentId} and user_id = ${userId} and thread_id = ${threadId}
      union all
      select turn.id, turn.parent_id, chain.depth + 1 from ${generations} turn join chain on turn.id = chain.parent_id
      where turn.user_id = ${userId} and turn.thread_id = ${threadId} and chain.depth < ${maxTurns}
    )
    select run.id, run.type, run.prompt, run.text, run.inputs, run.said, run.asked, run.calls, run.replay, images.made,
      run.status = 'succeeded' or (run.status = 'canceled' and run.type = 'text') as answered
    from chain join ${generations} run on run.id = chain.id
    cross join lateral (
      select coalesce(json_agg(one.position order by one.position), '[]') as made from ${files} one
      where one.generation_id = run.id and one.position is not null and one.media_type like 'image/%') images
    where run.finished_at is not null and run.deleted_at is null
      ${before ? sql`and run.finished_at <= ${before.toISOString()}::timestamptz` : sql``}
    order by chain.depth limit ${maxRuns}`)
  const own = { model: model.id, sdk: sdkMajor }
  const turns = conversationOf(rows.toReversed(), { withTools: tools !== undefined, isStep: tools?.isStep ?? false, ...own })
  return attachFiles(db, turns, { userId, model, attached })
}

type AttachOptions = Pick<ReadHistoryOptions, 'userId' | 'attached'> & { model: Pick<ProviderModel, 'inputs'> }

/**
 * Adds the files of the turns, newest first, as far as there is room. The text mentions the files that the model does not get, because
 * later turns may refer to them.
 */
export async function attachFiles(
  db: Database | Transaction,
  turns: readonly (GivenTurn | PlainTurn)[],
  { userId, model, attached }: AttachOptions,
): Promise<PastTurn[]> {
  const given = turns.flatMap(({ inputs = [] }) => inputs)
  const known = new Map((await readAttached(db, userId, given)).map((one) => [one.input, one]))
  let files = attached.length
  let bytes = attached.reduce((sum, { source }) => sum + sentBytes(source), 0)
  let characters = attached.reduce((sum, { source }) => sum + textBytes(source), 0)
  const filled = turns.toReversed().map(({ inputs = [], ...turn }): PastTurn => {
    const fitting = inputs.flatMap((input) => {
      const one = known.get(input)
      if (!one || !isTaken(model, one)) return []
      files += 1
      bytes += sentBytes(one.source)
      characters += textBytes(one.source)
      const fits = files <= maxAttachedFiles && bytes <= maxAttachedBytes && characters <= maxAttachedTextBytes
      return fits ? [one] : []
    })
    const left = inputs.length - fitting.length
    const said = turn.text === '' ? [] : [turn.text]
    const text = [...said, ...(turn.role === 'assistant' ? noteOnMade(left) : noteOn(left))].join('\n\n')
    return { ...turn, text, attached: fitting }
  })
  return filled.toReversed()
}

const noteOnMade = (left: number): string[] => (left > 0 ? [`[Images of this answer that you cannot see: ${left}]`] : [])
const noteOn = (left: number): string[] => (left > 0 ? [`[Attached files that you cannot read: ${left}]`] : [])
