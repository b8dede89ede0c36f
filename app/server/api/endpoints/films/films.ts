import {
  cancelMakeCall,
  changeFilmCall,
  createFilmCall,
  deleteFilmCall,
  getFilmCall,
  listFilmChangesCall,
  listFilmsCall,
  listFilmTakesCall,
  makeFilmCall,
  quoteFilmCall,
  redoFilmCall,
  restoreFilmCall,
  splitScriptCall,
  undoFilmCall,
} from '#app/contract/films/films.calls.ts'
import { cancelMake } from '#app/server/core/making/films/cancel-make.ts'
import { changeFilm, revertFilm } from '#app/server/core/making/films/change-film.ts'
import { createFilm } from '#app/server/core/making/films/create-film.ts'
import { listTakes } from '#app/server/core/making/films/list-takes.ts'
import { findMake } from '#app/server/core/making/films/make-film.ts'
import { quoteFilm } from '#app/server/core/making/films/quote-film.ts'
import { findChanged, findFilm, listChanges, listFilms } from '#app/server/core/making/films/read-films.ts'
import { splitFilm } from '#app/server/core/making/films/split-film.ts'
import { restoreFilm, trashFilm } from '#app/server/core/making/films/trash-film.ts'
import { filmCall } from '#app/server/core/making/run-requests/calls.ts'
import { type ApiRequest, endpoint } from '../../endpoint.ts'
import { callParts, submit } from '../../requests/submit-run.ts'
import { waitAsPreferred } from '../../requests/wait-for-end.ts'

type OfFilm = ApiRequest<{ accountId: string }, { params: { id: string } }>

const viewOf = ({ runtime: { keys }, caller, input, locale }: OfFilm) => ({
  keys,
  locale,
  userId: caller.accountId,
  id: input.params.id,
})

const changeOf = ({ caller, input, context }: OfFilm) => ({
  userId: caller.accountId,
  id: input.params.id,
  seen: context.req.header('if-match'),
})

export const filmEndpoints = [
  endpoint(splitScriptCall, {
    heavy: () => true,
    handle: async ({ input }) => splitFilm(input.body),
  }),
  endpoint(listFilmsCall, {
    handle: ({ runtime: { db, keys }, caller, input }) => listFilms(db, { keys, userId: caller.accountId, query: input.query }),
  }),
  endpoint(createFilmCall, {
    async handle({ runtime: { db, keys }, caller: { accountId: userId }, input: { body }, idempotencyKey, locale }) {
      const id = await createFilm(db, { userId, locale, input: body, idempotencyKey })
      return findFilm(db, { keys, locale, userId, id })
    },
  }),
  endpoint(getFilmCall, { handle: (request) => findFilm(request.runtime.db, viewOf(request)) }),
  endpoint(changeFilmCall, {
    async handle(request) {
      const { db } = request.runtime
      const changed = await changeFilm(db, { ...changeOf(request), patch: request.input.body.document })
      return findChanged(db, { ...viewOf(request), changed })
    },
  }),
  ...([undoFilmCall, redoFilmCall] as const).map((call) =>
    endpoint(call, {
      async handle(request) {
        const { db } = request.runtime
        const changed = await revertFilm(db, { ...changeOf(request), undone: call === redoFilmCall })
        return findChanged(db, { ...viewOf(request), changed })
      },
    }),
  ),
  endpoint(listFilmChangesCall, {
    handle: ({ runtime: { db }, caller, input }) => listChanges(db, { userId: caller.accountId, id: input.params.id }),
  }),
  endpoint(quoteFilmCall, {
    heavy: () => true,
    handle: ({ runtime: { db, providers }, caller, input }) =>
      quoteFilm(db, { providers, userId: caller.accountId, apiKeyId: caller.apiKeyId, id: input.params.id, wanted: input.body }),
  }),
  endpoint(makeFilmCall, {
    async handle(request) {
      const { runtime, caller, input, locale } = request
      const { db, providers, keys } = runtime
      const { accountId: userId } = caller
      const { id } = await submit(request, filmCall(callParts(request), { id: input.params.id, input: input.body }))
      const find = () => findMake(db, { keys, providers, locale, userId, id })
      await waitAsPreferred(request, async () => (await find()).runs.map((run) => run.id))
      return find()
    },
  }),
  endpoint(cancelMakeCall, {
    handle: ({ runtime: { db, providers }, caller, input: { params } }) =>
      cancelMake(db, { providers, userId: caller.accountId, id: params.id, make: params.make }),
  }),
  endpoint(listFilmTakesCall, {
    handle: ({ runtime: { db, keys }, caller, input, locale }) =>
      listTakes(db, { keys, locale, userId: caller.accountId, id: input.params.id, query: input.query }),
  }),
  endpoint(deleteFilmCall, {
    handle: ({ runtime: { db, providers }, caller, input }) => trashFilm(db, { providers, userId: caller.accountId, id: input.params.id }),
  }),
  endpoint(restoreFilmCall, {
    async handle(request) {
      const view = viewOf(request)
      await restoreFilm(request.runtime.db, view)
      return findFilm(request.runtime.db, view)
    },
  }),
]
