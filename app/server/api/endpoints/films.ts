import { splitScriptCall } from '#app/contract/films/films.calls.ts'
import { splitFilm } from '../../core/making/films/split-film.ts'
import { endpoint } from '../endpoint.ts'

export const filmEndpoints = [
  endpoint(splitScriptCall, {
    heavy: () => true,
    handle: async ({ input }) => splitFilm(input.body),
  }),
]
