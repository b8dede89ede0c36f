import * as v from 'valibot'
import { mergePatch, patchBetween } from '#app/contract/base/merge-patch.ts'
import { type FilmDocument, filmDocumentSchema, type FilmInput } from '#app/contract/films/film-document.ts'
import type { Film, FilmChanged, FilmPart, FilmQuote, FilmQuoteRow } from '#app/contract/films/films.ts'
import { changeFilmCall, getFilmCall, quoteFilmCall, redoFilmCall, undoFilmCall } from '#app/contract/films/films.calls.ts'
import { timelineOf } from '#app/contract/films/timeline.ts'
import { api } from '#tests/fixtures/component/api.ts'
import { idAt } from './generation.ts'

/** A film of three shots: a keeper, and a fox that says nothing. */
export const filmOf = (change: Partial<FilmInput> = {}): FilmDocument =>
  v.parse(filmDocumentSchema, {
    v: 1,
    title: 'The keeper',
    language: 'en',
    seconds: 15,
    roles: { keeper: { name: 'Keeper', colour: 0 }, thefox: { name: 'Fox', kind: 'animal', colour: 1 } },
    order: ['shotaa', 'shotbb', 'shotcc'],
    shots: {
      shotaa: { place: 'Lighthouse', light: 'dusk', action: 'A storm is coming.', seconds: 5 },
      shotbb: {
        place: 'Stairs',
        people: ['keeper'],
        action: 'The keeper climbs.',
        words: [{ who: 'keeper', text: 'One hundred and twelve steps.' }],
      },
      shotcc: { place: 'Lighthouse', people: ['thefox'], action: 'The fox waits.', seconds: 4.2, transition: 'fade' },
    },
    ...change,
  } satisfies FilmInput)

/** Serves a film to component tests as the API does, with its changes and their undoing. Returns its state. */
export function serveFilm(document: FilmDocument = filmOf(), parts: Film['parts'] = []) {
  const created = '2026-11-29T12:00:00.000Z'
  const state = {
    document,
    revision: 1,
    undone: [] as FilmDocument[],
    before: [] as FilmDocument[],
    parts,
    make: null as Film['make'],
    /** Holds back the answers to changes, which are made at once. */
    answers: Promise.resolve(),
  }
  const shared = () => ({
    revision: state.revision,
    parts: state.parts,
    timeline: timelineOf(state.document),
    make: state.make,
    undoable: state.before.length > 0,
    redoable: state.undone.length > 0,
  })
  const film = (): Film => ({
    id: idAt(1),
    document: state.document,
    ...shared(),
    created_at: created,
    updated_at: created,
    deleted_at: null,
  })
  function put(next: FilmDocument): FilmChanged {
    const [patch, undo] = [patchBetween(state.document, next), patchBetween(next, state.document)]
    Object.assign(state, { document: next, revision: state.revision + 1 })
    return { patch, undo, ...shared() }
  }
  api.answer(getFilmCall, film)
  api.answer(quoteFilmCall, ({ again }) => {
    // Nothing that is up to date is made again unless asked.
    const isMade = state.parts.some(({ part, state: made }) => part === 'animatic' && made === 'made')
    return filmQuote(isMade && !again ? [] : [quotedPart('animatic', 3, { model: 'sketch-film' })])
  })
  api.answer(changeFilmCall, async ({ document: patch }) => {
    state.before.push(state.document)
    state.undone = []
    const answer = put(v.parse(filmDocumentSchema, mergePatch(state.document, patch)))
    await state.answers
    return answer
  })
  api.answer(undoFilmCall, () => {
    state.undone.push(state.document)
    return put(state.before.pop() ?? state.document)
  })
  api.answer(redoFilmCall, () => {
    state.before.push(state.document)
    return put(state.undone.pop() ?? state.document)
  })
  return Object.assign(state, { film })
}

/** A part for which nothing is made. */
export const filmPart = (part: string, change: Partial<FilmPart> = {}): FilmPart => ({
  part,
  state: 'missing',
  causes: [],
  take: null,
  run: null,
  error: null,
  takes: 0,
  recipe: `recipe-of-${part.replaceAll(/[^a-z]/g, '-')}`,
  stand_ins: null,
  ...change,
})

/** A part of a quote. */
export const quotedPart = (part: string, tokens: number, change: Partial<FilmQuoteRow> = {}): FilmQuoteRow => ({
  part,
  model: 'sketch-image',
  price: tokens,
  price_milli: tokens * 1_000,
  seconds: 4,
  honours: [],
  not_honoured: [],
  ...change,
})

/** The quote of parts for somebody with so many tokens. */
export const filmQuote = (parts: FilmQuoteRow[], available = 100): FilmQuote => {
  const price = parts.reduce((sum, part) => sum + (part.excluded ? 0 : part.price), 0)
  return {
    price,
    price_milli: price * 1_000,
    available,
    missing: Math.max(0, price - available),
    over_limit: null,
    email_not_verified: false,
    parts,
  }
}
