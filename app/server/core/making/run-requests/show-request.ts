import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Generation } from '#app/contract/runs/generations.ts'
import type { RunRequest } from '#app/contract/runs/run-requests.ts'
import type { Database } from '#app/server/db/database.ts'
import { apiKeys } from '#app/server/db/schema/api-keys.ts'
import { films, filmTakes } from '#app/server/db/schema/films.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { findChordOfKey } from '../chords/create-chord.ts'
import { findChord } from '../chords/read-chords.ts'
import { findComparisonOfKey } from '../comparisons/create-comparison.ts'
import { findComparison } from '../comparisons/read-comparisons.ts'
import { findMakeOfKey } from '../films/make-film.ts'
import { titleOfFilm } from '../films/prepare-part.ts'
import { toGenerations, type ViewOptions } from '../generations/to-generation.ts'
import { toVoice } from '../voices/to-voice.ts'
import { pageOfRequest } from './ask-owner.ts'
import { findVoiceOf, keyOf } from './calls.ts'
import { modelOf, type RunRequestRow } from './request-state.ts'

export type ShowOptions = ViewOptions & { siteUrl: string }

export async function showRequest(db: Database, row: RunRequestRow, options: ShowOptions): Promise<RunRequest> {
  const [shown] = await showRequests(db, [row], options)
  if (!shown) throw new Error('a request was not shown')
  return shown
}

/** Describes requests as the API does, with what they have started. */
export async function showRequests(db: Database, rows: readonly RunRequestRow[], options: ShowOptions): Promise<RunRequest[]> {
  const { siteUrl, ...view } = options
  const keyIds = [...new Set(rows.map(({ apiKeyId }) => apiKeyId))]
  const [runOf, keys] = await Promise.all([
    readRuns(db, rows, view),
    keyIds.length === 0 ? [] : db.select({ id: apiKeys.id, name: apiKeys.name }).from(apiKeys).where(inArray(apiKeys.id, keyIds)),
  ])
  const nameOf = new Map(keys.map(({ id, name }) => [id, name]))
  return Promise.all(
    rows.map(async (row) => {
      const { run, generationId, exceeded } = row
      const generation = generationId === null ? null : (runOf.get(generationId) ?? null)
      const started = await readStarted(db, row, view)
      const model = modelOf(run)
      return {
        id: row.id,
        status: row.status,
        call: run.call ?? 'generation',
        type: row.type,
        model,
        runs: run.runs ?? [{ type: row.type, model }],
        ...askedOf(row, {
          runOf,
          generation,
          prompt: started.chord?.prompt ?? started.comparison?.prompt ?? started.voice?.name ?? (await filmTitle(db, row)),
        }),
        price: row.price,
        exceeded: { ...exceeded, price: exceeded.price ?? row.price },
        api_key: { id: row.apiKeyId, name: nameOf.get(row.apiKeyId) ?? '' },
        page: pageOfRequest(siteUrl, row.id),
        created_at: row.createdAt.toISOString(),
        expires_at: row.expiresAt.toISOString(),
        answered_at: row.answeredAt?.toISOString() ?? null,
        generation,
        ...started,
      }
    }),
  )
}

/** Reads the runs that requests have started, and those that are to be run again, by their ids. */
async function readRuns(db: Database, rows: readonly RunRequestRow[], view: ViewOptions): Promise<Map<string, Generation>> {
  const ids = rows.flatMap(({ run, generationId, userId }) =>
    [generationId, run.call === 'retry' ? run.generation_id : null].flatMap((id) => (id === null ? [] : [{ id, userId }])),
  )
  const [first] = ids
  if (!first) return new Map()
  const own = inArray(
    generations.id,
    ids.map(({ id }) => id),
  )
  const found = await db
    .select()
    .from(generations)
    .where(and(own, eq(generations.userId, first.userId), isNull(generations.purgedAt)))
  return new Map((await toGenerations(db, found, view)).map((run) => [run.id, run]))
}

/** Returns the ids of the runs that the request has started. */
export async function runsStartedBy(db: Database, { id, userId, status, run, generationId }: RunRequestRow): Promise<string[]> {
  if (generationId !== null) return [generationId]
  const key = { userId, idempotencyKey: keyOf(id) }
  if (status === 'allowed' && run.call === 'film') {
    const make = await findMakeOfKey(db, key)
    const takes = make && db.select({ id: filmTakes.generationId }).from(filmTakes).where(eq(filmTakes.makeId, make.id))
    return takes ? (await takes.orderBy(filmTakes.generationId)).map((one) => one.id) : []
  }
  if (status !== 'allowed' || (run.call !== 'chord' && run.call !== 'comparison')) return []
  const started = await (run.call === 'chord' ? findChordOfKey(db, key) : findComparisonOfKey(db, key))
  if (!started) return []
  const column = run.call === 'chord' ? generations.chordId : generations.comparisonId
  const runs = await db.select({ id: generations.id }).from(generations).where(eq(column, started.id)).orderBy(generations.id)
  return runs.map((one) => one.id)
}

type Started = Pick<RunRequest, 'chord' | 'comparison' | 'voice' | 'film'>

/** Reads what a call that is no single run has started. */
async function readStarted(db: Database, { id, userId, status, run }: RunRequestRow, view: ViewOptions): Promise<Started> {
  const nothing = { chord: null, comparison: null, voice: null, film: null }
  if (status !== 'allowed') return nothing
  const key = { userId, idempotencyKey: keyOf(id) }
  if (run.call === 'chord') {
    const chord = await findChordOfKey(db, key)
    return { ...nothing, chord: chord ? await findChord(db, { ...view, userId, id: chord.id }) : null }
  }
  if (run.call === 'comparison') {
    const comparison = await findComparisonOfKey(db, key)
    return { ...nothing, comparison: comparison ? await findComparison(db, { ...view, userId, id: comparison.id }) : null }
  }
  if (run.call === 'film') {
    const make = await findMakeOfKey(db, key)
    return { ...nothing, film: make ? { id: run.film_id, make: make.id } : null }
  }
  if (run.call === 'voice') {
    const voice = await findVoiceOf(db, { userId, service: run.service, uploadId: run.upload_id })
    return { ...nothing, voice: voice ? toVoice(voice, view) : null }
  }
  return nothing
}

/** The title of the film that a call is about. */
async function filmTitle(db: Database, { userId, run }: RunRequestRow): Promise<string | undefined> {
  if (run.call !== 'film') return undefined
  const [film] = await db
    .select({ document: films.document })
    .from(films)
    .where(and(eq(films.id, run.film_id), eq(films.userId, userId)))
  return film && titleOfFilm(film.document)
}

type Known = { runOf: ReadonlyMap<string, Generation>; generation: Generation | null; prompt: string | undefined }

/** Describes what is asked: by the call, or by what it has become once it is allowed. */
function askedOf({ run }: RunRequestRow, { runOf, generation, prompt }: Known): Pick<RunRequest, 'prompt' | 'options' | 'inputs'> {
  const known = generation ?? (run.call === 'retry' ? runOf.get(run.generation_id) : undefined)
  if (known) return { prompt: known.prompt, options: known.options, inputs: known.inputs }
  switch (run.call) {
    case undefined: {
      const said = run.program?.turns.findLast(({ role }) => role === 'user')
      return { prompt: said?.text ?? run.prompt, options: run.options, inputs: said?.inputs ?? run.inputs }
    }
    case 'retry':
      return { prompt: '', options: {}, inputs: [] }
    case 'chord':
      return { prompt: prompt ?? run.prompt, options: {}, inputs: [] }
    case 'comparison':
      return { prompt: prompt ?? run.prompt, options: run.options, inputs: run.inputs }
    case 'film':
      return { prompt: prompt ?? '', options: {}, inputs: [] }
    case 'voice':
      return { prompt: prompt ?? run.name, options: {}, inputs: [{ upload_id: run.upload_id, role: 'speech' }] }
  }
}
