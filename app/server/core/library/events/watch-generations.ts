import { and, eq, gte, inArray, isNull, or, sql } from 'drizzle-orm'
import type { GenerationEvent, TextEvent, TokensEvent } from '#app/contract/runs/generations.ts'
import type { FilmEvent } from '#app/contract/films/film-event.ts'
import type { CallEvent } from '#app/contract/studio/tools.ts'
import type { RunRequestsEvent } from '#app/contract/runs/run-requests-event.ts'
import type { Database } from '#app/server/db/database.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { toolCalls } from '#app/server/db/schema/tool-calls.ts'
import { tokenAccounts } from '#app/server/db/schema/tokens.ts'
import type { EventHub } from './event-hub.ts'
import { countOpenRequests } from '../../making/run-requests/find-request.ts'
import { type GenerationRow, thoughtsOf, toGeneration, type ViewOptions } from '../../making/generations/to-generation.ts'

export type WatchEvent = { id: string } & (
  | { event: 'generation'; data: GenerationEvent }
  | { event: 'text' | 'thinking'; data: TextEvent }
  | { event: 'tokens'; data: TokensEvent }
  | { event: 'run_requests'; data: RunRequestsEvent }
  | { event: 'film'; data: FilmEvent }
  | { event: 'tool_call'; data: CallEvent }
)

export type WatchGenerationsOptions = ViewOptions & {
  hub: EventHub
  userId: string
  /** The key that listens, which is shown the number of its own requests only. */
  apiKeyId?: string | null
  /** The last event that the client received. */
  lastEventId: string | undefined
  /** Whether a stream without `lastEventId` begins with the runs that changed in the last minute; otherwise with the unfinished ones. */
  recent?: boolean
  /** One run, with which the stream begins and ends; without the balance. */
  only?: string
  signal: AbortSignal
}

/**
 * Milliseconds before the client's last event that a resumed stream reads again. A row gets its time when its transaction writes it, but
 * others see it only after the commit: a slow transaction may add a change with an earlier time than one that the client has received.
 * Without the overlap that change would never be sent. Repeated events are harmless, because they contain states and offsets, not steps.
 */
const overlapMs = 10_000
const recentMs = 60_000

/** The last state of a generation that the stream has sent. */
type Sent = {
  status: GenerationRow['status']
  textLength: number
  thinkingLength: number
  favorite: boolean
  title: string | null
  trashed: boolean
}

/** Yields changes of a person's generations: first those since the last event, then each as it happens. Ends with the signal. */
export async function* watchGenerations(
  db: Database,
  { hub, userId, apiKeyId = null, lastEventId, recent = false, only, signal, ...view }: WatchGenerationsOptions,
): AsyncGenerator<WatchEvent> {
  const sent = new Map<string, Sent>()
  const changed = new Map<string, GenerationRow>()
  /** The latest preview and place of each run; a slow reader misses earlier ones. */
  const live = new Map<string, { preview?: string; ahead?: number | null }>()
  /** They may arrive before the start of their run, and must not follow its result. */
  const isShownRunning = (runId: string) => sent.get(runId)?.status === 'running'
  /** The latest revision of each film that was changed. */
  const filmed = new Map<string, FilmEvent>()
  let moneyMoved = false
  let asked = false
  let wake = Promise.withResolvers<void>()
  const unsubscribe = hub.subscribe(userId, (row) => {
    if (only !== undefined && row.id !== only) return
    changed.set(row.id, row)
    wake.resolve()
  })
  const note = (runId: string, news: { preview: string } | { ahead: number | null }) => {
    live.set(runId, { ...live.get(runId), ...news })
    wake.resolve()
  }
  const unsubscribeFromPreviews = hub.subscribeToPreviews(userId, ({ generationId, preview }) => note(generationId, { preview }))
  const unsubscribeFromPlaces = hub.subscribeToPlaces(userId, ({ generationId, ahead }) => note(generationId, { ahead }))
  const unsubscribeFromBalance = hub.subscribeToBalance(userId, () => {
    if (only !== undefined) return
    moneyMoved = true
    wake.resolve()
  })
  const unsubscribeFromRequests = hub.subscribeToRequests(userId, () => {
    if (only !== undefined) return
    asked = true
    wake.resolve()
  })
  const unsubscribeFromFilms = hub.subscribeToFilms(userId, (film) => {
    if (only !== undefined) return
    filmed.set(film.id, film)
    wake.resolve()
  })
  const stop = () => wake.resolve()
  signal.addEventListener('abort', stop, { once: true })

  try {
    for (const row of await (only === undefined ? changedSince(db, { userId, lastEventId, recent }) : readOne(db, { userId, id: only })))
      if (!changed.has(row.id)) changed.set(row.id, row)
    if (only === undefined) yield tokensEvent(await readBalance(db, userId))
    while (!signal.aborted) {
      const rows = [...changed.values()]
      changed.clear()
      wake = Promise.withResolvers<void>()
      for (const row of rows) {
        moneyMoved ||= only === undefined && sent.get(row.id)?.status !== row.status
        yield* eventsOf(db, row, sent, view)
      }
      if (only !== undefined && rows.some((row) => row.finishedAt)) return
      for (const row of rows) if (row.finishedAt) live.delete(row.id)
      for (const [runId, news] of live) {
        if (!isShownRunning(runId)) continue
        live.delete(runId)
        yield { id: String(Date.now()), event: 'generation', data: { id: runId, ...news } }
      }
      if (moneyMoved) {
        moneyMoved = false
        yield tokensEvent(await readBalance(db, userId))
      }
      if (asked) {
        asked = false
        yield { id: String(Date.now()), event: 'run_requests', data: { open: await countOpenRequests(db, { userId, apiKeyId }) } }
      }
      for (const [id, data] of filmed) {
        filmed.delete(id)
        yield { id: String(Date.now()), event: 'film', data }
      }
      if (changed.size === 0 && filmed.size === 0 && ![...live.keys()].some(isShownRunning) && !moneyMoved && !asked && !signal.aborted)
        await wake.promise
    }
  } finally {
    unsubscribe()
    unsubscribeFromPreviews()
    unsubscribeFromPlaces()
    unsubscribeFromBalance()
    unsubscribeFromRequests()
    unsubscribeFromFilms()
    signal.removeEventListener('abort', stop)
  }
}

async function* eventsOf(db: Database, row: GenerationRow, sent: Map<string, Sent>, view: ViewOptions): AsyncGenerator<WatchEvent> {
  const id = String(row.updatedAt.getTime())
  if (row.purgedAt) return
  const before = sent.get(row.id)
  const text = row.text ?? ''
  const thinking = row.thinking ?? ''
  sent.set(row.id, {
    status: row.status,
    textLength: text.length,
    thinkingLength: thinking.length,
    favorite: row.favorite,
    title: row.title,
    trashed: row.deletedAt !== null,
  })
  // Notifications of an ended run report changes that are not tracked here, such as a move between collections, so it is sent whole.
  const onlyMoved =
    before &&
    (row.status === 'queued' || row.status === 'running') &&
    before.status === row.status &&
    before.favorite === row.favorite &&
    before.title === row.title &&
    before.trashed === (row.deletedAt !== null) &&
    text.length >= before.textLength &&
    thinking.length >= before.thinkingLength
  // The reasoning precedes the run, because the event of an ended run does not contain it.
  if (before && thinking.length > before.thinkingLength)
    yield { id, event: 'thinking', data: { id: row.id, offset: before.thinkingLength, delta: thinking.slice(before.thinkingLength) } }
  if (!onlyMoved) {
    yield { id, event: 'generation', data: await toGeneration(db, row, view) }
    if (row.asked?.studio && row.calls && row.finishedAt)
      for (const data of await callsOf(db, row.id)) yield { id, event: 'tool_call', data }
    return
  }
  if (text.length > before.textLength)
    yield { id, event: 'text', data: { id: row.id, offset: before.textLength, delta: text.slice(before.textLength) } }
  // Reasoning that is withheld until its check has only times.
  const thought = row.thinking !== null || row.thinkingStartedAt !== null || row.thinkingMs !== null
  yield { id, event: 'generation', data: { id: row.id, progress: row.progress, ...(thought && thoughtsOf(row)) } }
}

/** Reads the states of the calls of a step. */
const callsOf = (db: Database, stepId: string): Promise<CallEvent[]> =>
  db
    .select({
      id: toolCalls.id,
      step: toolCalls.stepId,
      call_id: toolCalls.callId,
      tool: toolCalls.tool,
      state: toolCalls.state,
      makes: toolCalls.makes,
      by: toolCalls.by,
      charged_milli: generations.chargedMilli,
    })
    .from(toolCalls)
    .leftJoin(generations, eq(generations.id, toolCalls.id))
    .where(eq(toolCalls.stepId, stepId))
    .orderBy(toolCalls.position)

const readOne = (db: Database, { userId, id }: { userId: string; id: string }): Promise<GenerationRow[]> =>
  db
    .select()
    .from(generations)
    .where(and(eq(generations.id, id), eq(generations.userId, userId)))

type Since = Pick<WatchGenerationsOptions, 'userId' | 'lastEventId'> & { recent: boolean }

function changedSince(db: Database, { userId, lastEventId, recent }: Since): Promise<GenerationRow[]> {
  const isResumed = lastEventId !== undefined && /^\d{1,15}$/.test(lastEventId)
  const seen = isResumed ? Number(lastEventId) - overlapMs : Date.now() - recentMs
  return db
    .select()
    .from(generations)
    .where(
      and(
        eq(generations.userId, userId),
        isNull(generations.purgedAt),
        or(
          inArray(generations.status, ['queued', 'running']),
          isResumed || recent ? gte(generations.updatedAt, sql`to_timestamp(${seen / 1000})`) : undefined,
        ),
      ),
    )
    .orderBy(generations.updatedAt)
    .limit(500)
}

async function readBalance(db: Database, userId: string): Promise<TokensEvent> {
  const [account] = await db
    .select({ available: tokenAccounts.available, held: tokenAccounts.held })
    .from(tokenAccounts)
    .where(eq(tokenAccounts.userId, userId))
  return account ?? { available: 0, held: 0 }
}

function tokensEvent(data: TokensEvent): WatchEvent {
  return { id: String(Date.now()), event: 'tokens', data }
}
