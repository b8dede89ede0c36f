import { createChordCall, getChordCall, listChordsCall, quoteChordCall } from '#app/contract/runs/chords.calls.ts'
import { quoteChord } from '#app/server/core/making/chords/quote-chord.ts'
import { findChord, listChords } from '#app/server/core/making/chords/read-chords.ts'
import { chordCall } from '#app/server/core/making/run-requests/calls.ts'
import { endpoint } from '../../endpoint.ts'
import { callParts, submit } from '../../requests/submit-run.ts'
import { waitAsPreferred } from '../../requests/wait-for-end.ts'

export const chordEndpoints = [
  endpoint(quoteChordCall, {
    heavy: () => true,
    handle: ({ runtime: { db, providers }, caller, input }) =>
      quoteChord(db, { providers, userId: caller.accountId, apiKeyId: caller.apiKeyId, input: input.body }),
  }),
  endpoint(createChordCall, {
    async handle(request) {
      const { runtime, caller, input, locale } = request
      const { db, providers, keys } = runtime
      const { id } = await submit(request, chordCall(callParts(request), input.body))
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
