import * as v from 'valibot'
import { byId, defineCall, noContent } from '../base/call.ts'
import {
  cancelMakeSchema,
  changeFilmSchema,
  createFilmSchema,
  filmChangedSchema,
  filmChangesSchema,
  filmMakeSchema,
  filmPageSchema,
  filmQuoteSchema,
  filmSchema,
  filmsQuerySchema,
  filmTakesQuerySchema,
  filmTakesSchema,
  makeFilmSchema,
  quoteFilmSchema,
  splitScriptAnswerSchema,
  splitScriptSchema,
} from './films.ts'
import { runErrors, runOnce } from '../runs/generations.calls.ts'
import { waitHeader } from '../runs/waiting.ts'

const tag = 'Films'

export const splitScriptCall = defineCall({
  method: 'POST',
  path: '/v1/films/split',
  summary:
    'Split a script into the shots of a film, with the planned length of each, free of charge and without a model. Reads Fountain, also with Russian headings, names with a colon, lists and prose. No word is dropped: a script that does not fit 30 shots is refused.',
  tag,
  auth: 'key:read',
  status: 200,
  input: { body: splitScriptSchema },
  response: splitScriptAnswerSchema,
})

export const listFilmsCall = defineCall({
  method: 'GET',
  path: '/v1/films',
  summary: 'List films, newest first',
  tag,
  auth: 'key:read',
  status: 200,
  input: { query: filmsQuerySchema },
  response: filmPageSchema,
  errors: ['unknown_cursor'],
})

export const createFilmCall = defineCall({
  method: 'POST',
  path: '/v1/films',
  summary: 'Create a film of a document, of a script, or an empty one. Nothing is made and nothing is charged.',
  tag,
  auth: 'key:generate',
  status: 201,
  idempotency: 'A second request with the same key is answered with the first one’s film and creates no other.',
  keyless: true,
  input: { body: createFilmSchema },
  response: filmSchema,
  errors: ['too_many_films', 'idempotency_conflict'],
})

export const getFilmCall = defineCall({
  method: 'GET',
  path: '/v1/films/{id}',
  summary: 'Get a film: its document, the state of its parts, and when each shot starts',
  tag,
  auth: 'key:read',
  status: 200,
  input: { params: byId },
  response: filmSchema,
})

/** Both are changes, of which one reverts the other. */
const changeErrors = ['film_changed', 'nothing_to_undo'] as const
const ifMatch = { 'If-Match': 'The revision that the change was made for; if the film has another one, the answer is `film_changed`.' }

export const changeFilmCall = defineCall({
  method: 'PATCH',
  path: '/v1/films/{id}',
  summary:
    'Change the document of a film by a merge patch (RFC 7396; `application/merge-patch+json` or `application/json`). Changes of different fields merge; each can be undone.',
  tag,
  auth: 'key:generate',
  status: 200,
  headers: ifMatch,
  input: { params: byId, body: changeFilmSchema },
  response: filmChangedSchema,
  errors: ['film_changed'],
})

export const undoFilmCall = defineCall({
  method: 'POST',
  path: '/v1/films/{id}/undo',
  summary: 'Undo the last change of a film that is not undone. What was made and paid stays.',
  tag,
  auth: 'key:generate',
  status: 200,
  headers: ifMatch,
  input: { params: byId },
  response: filmChangedSchema,
  errors: changeErrors,
})

export const redoFilmCall = defineCall({
  method: 'POST',
  path: '/v1/films/{id}/redo',
  summary: 'Repeat the change of a film that was undone last',
  tag,
  auth: 'key:generate',
  status: 200,
  headers: ifMatch,
  input: { params: byId },
  response: filmChangedSchema,
  errors: changeErrors,
})

export const listFilmChangesCall = defineCall({
  method: 'GET',
  path: '/v1/films/{id}/changes',
  summary: 'List the last changes of a film, newest first, with the patch that reverts each',
  tag,
  auth: 'key:read',
  status: 200,
  input: { params: byId },
  response: filmChangesSchema,
})

export const deleteFilmCall = defineCall({
  method: 'DELETE',
  path: '/v1/films/{id}',
  summary:
    'Move a film to the trash, with its takes that are no favorites, not shared and in no folder; what is under way is canceled. It can be restored for 30 days.',
  tag,
  auth: 'key:library',
  status: 204,
  input: { params: byId },
  response: noContent,
})

export const restoreFilmCall = defineCall({
  method: 'POST',
  path: '/v1/films/{id}/restore',
  summary: 'Restore a film from the trash, with the takes that went there with it',
  tag,
  auth: 'key:library',
  status: 200,
  input: { params: byId },
  response: filmSchema,
  errors: ['too_many_films'],
})

export const quoteFilmCall = defineCall({
  method: 'POST',
  path: '/v1/films/{id}/quote',
  summary: 'Get the price of making parts of a film, with what the model of each does not honour of the document',
  tag,
  auth: 'key:read',
  status: 200,
  input: { params: byId, body: quoteFilmSchema },
  response: filmQuoteSchema,
  errors: ['model_not_allowed', 'key_model_not_allowed', 'model_unavailable'],
})

export const makeFilmCall = defineCall({
  method: 'POST',
  path: '/v1/films/{id}/make',
  summary:
    'Make parts of a film from its document as it is now; later changes do not change the runs. All of them start, or none; a video waits for its picture, and the film for everything. What is up to date or under way is not made twice.',
  tag,
  auth: 'key:generate',
  status: 202,
  idempotency: runOnce,
  headers: waitHeader,
  input: { params: byId, body: makeFilmSchema },
  response: filmMakeSchema,
  errors: [...runErrors, 'nothing_to_make', 'film_changed', 'content_blocked'],
})

export const cancelMakeCall = defineCall({
  method: 'POST',
  path: '/v1/films/{id}/makes/{make}/cancel',
  summary: 'Stop everything that a make has started and that has not ended. What waits is free.',
  tag,
  auth: 'key:generate',
  status: 200,
  input: {
    params: v.object({
      id: v.string(),
      /** The make. */
      make: v.string(),
    }),
  },
  response: cancelMakeSchema,
})

export const listFilmTakesCall = defineCall({
  method: 'GET',
  path: '/v1/films/{id}/takes',
  summary: 'List the takes of a part of a film, newest first. A take is chosen by a change of `takes` in the document.',
  tag,
  auth: 'key:read',
  status: 200,
  input: { params: byId, query: filmTakesQuerySchema },
  response: filmTakesSchema,
  errors: ['unknown_cursor'],
})
