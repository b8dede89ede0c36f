import {
  createComparisonCall,
  getComparisonCall,
  listComparisonsCall,
  quoteComparisonCall,
  readStandingsCall,
  voteCall,
} from '#app/contract/runs/comparisons.calls.ts'
import { refuseSilentVideos } from '#app/server/core/making/runs/refuse-silent-videos.ts'
import { quoteComparison } from '#app/server/core/making/comparisons/quote-comparison.ts'
import { findComparison, listComparisons, readStandings } from '#app/server/core/making/comparisons/read-comparisons.ts'
import { vote } from '#app/server/core/making/comparisons/vote.ts'
import { comparisonCall } from '#app/server/core/making/run-requests/calls.ts'
import { endpoint } from '../../endpoint.ts'
import { callParts, submit } from '../../requests/submit-run.ts'
import { waitAsPreferred } from '../../requests/wait-for-end.ts'

export const comparisonEndpoints = [
  endpoint(quoteComparisonCall, {
    heavy: () => true,
    handle: ({ runtime: { db, providers }, caller, input }) =>
      quoteComparison(db, { providers, userId: caller.accountId, apiKeyId: caller.apiKeyId, input: input.body }),
  }),
  endpoint(createComparisonCall, {
    async handle(request) {
      const { runtime, caller, input, locale } = request
      const { db, providers, keys, storage } = runtime
      const { models, inputs } = input.body
      await refuseSilentVideos(db, { storage, userId: caller.accountId, model: await providers.find(models[0] ?? ''), inputs })
      const { id } = await submit(request, comparisonCall(callParts(request), input.body))
      const find = () => findComparison(db, { keys, providers, locale, userId: caller.accountId, id })
      await waitAsPreferred(request, async () => (await find()).runs.map((run) => run.id))
      return find()
    },
  }),
  endpoint(listComparisonsCall, {
    handle: ({ runtime: { db, keys, providers }, caller, input, locale }) =>
      listComparisons(db, { keys, providers, locale, userId: caller.accountId, query: input.query }),
  }),
  // Before the call with an id, which would match its path.
  endpoint(readStandingsCall, { handle: ({ runtime: { db }, caller }) => readStandings(db, caller.accountId) }),
  endpoint(getComparisonCall, {
    handle: ({ runtime: { db, keys, providers }, caller, input, locale }) =>
      findComparison(db, { keys, providers, locale, userId: caller.accountId, id: input.params.id }),
  }),
  endpoint(voteCall, {
    async handle({ runtime: { db, keys, providers }, caller: { accountId: userId }, input, locale }) {
      const { id } = input.params
      await vote(db, { userId, id, best: input.body.generation_id })
      return findComparison(db, { keys, providers, locale, userId, id })
    },
  }),
]
