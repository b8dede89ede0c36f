import { createChordCall, getChordCall, listChordsCall, quoteChordCall } from '#app/contract/runs/chords.calls.ts'
import { createChord } from '../../core/making/chords/create-chord.ts'
import { quoteChord } from '../../core/making/chords/quote-chord.ts'
import { findChord, listChords } from '../../core/making/chords/read-chords.ts'
import { endpoint } from '../endpoint.ts'
import { waitAsPreferred } from '../wait-for-end.ts'

export const chordEndpoints = [
  endpoint(quoteChordCall, {
    heavy: () => true,
    handle: ({ runtime: { db, providers }, caller, input }) =>
      quoteChord(db, { providers, userId: caller.accountId, apiKeyId: caller.apiKeyId, input: input.body }),
  }),
  endpoint(createChordCall, {
    async handle(request) {
      const { runtime, caller, input, idempotencyKey, locale } = request
      const { db, queue, providers, keys } = runtime
      const { id } = await createChord(db, {
        queue,
        providers,
        userId: caller.accountId,
        apiKeyId: caller.apiKeyId,
        input: input.body,
        idempotencyKey,
      })
      const find = () => findChord(db, { keys, providers, locale, userId: caller.accountId, id })
      await waitAsPreferred(request, async () => (await find()).parts.map((part) => part.id))
      return find()
    },
  }),
  endpoint(listChordsCall, {
    handle: ({ runtime: { db, keys, providers }, caller, input, locale }) =>
      listChords(db, { keys, providers, locale, userId: caller.accountId, query: input.query }),
  }),
  endpoint(getChordCall, {
    handle: ({ runtime: { db, keys, providers }, caller, input, locale }) =>
      findChord(db, { keys, providers, locale, userId: caller.accountId, id: input.params.id }),
  }),
]
