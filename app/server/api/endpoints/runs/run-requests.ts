import {
  allowAndRaiseCall,
  allowRunRequestCall,
  getRunRequestCall,
  listRunRequestsCall,
  refuseRunRequestCall,
} from '#app/contract/runs/run-requests.calls.ts'
import type { RaisedBudget, RunRequest } from '#app/contract/runs/run-requests.ts'
import { allowRequest, refuseRequest } from '#app/server/core/making/run-requests/answer-request.ts'
import { findRequest, listRequests } from '#app/server/core/making/run-requests/find-request.ts'
import type { RunRequestRow } from '#app/server/core/making/run-requests/request-state.ts'
import { showRequest } from '#app/server/core/making/run-requests/show-request.ts'
import { siteUrl } from '#app/server/site-url.ts'
import { type ApiRequest, type Endpoint, endpoint } from '../../endpoint.ts'
import { waitForRequest } from '../../requests/wait-for-request.ts'
import { webhookParts } from '../account/webhooks.ts'

type Showing = Pick<ApiRequest<unknown, unknown>, 'runtime' | 'locale'>

const viewOf = ({ runtime: { keys, providers, env }, locale }: Showing) => ({ keys, providers, locale, siteUrl: siteUrl(env) })
const show = (request: Showing, row: RunRequestRow): Promise<RunRequest> => showRequest(request.runtime.db, row, viewOf(request))

type Allowing = Showing & {
  caller: { userId: string }
  input: { params: { id: string }; body: { max_price: number; budget?: RaisedBudget } }
}

async function allow(request: Allowing): Promise<RunRequest> {
  const { runtime, caller, input } = request
  const { db, queue, providers, moderation, logger } = runtime
  const { max_price: maxPrice, ...raised } = input.body
  const own = { userId: caller.userId, id: input.params.id }
  const parts = { queue, providers, webhooks: webhookParts(runtime), check: { moderation, logger } }
  return show(request, await allowRequest(db, { ...parts, maxPrice, ...raised, ...own }))
}

export const runRequestEndpoints: Endpoint[] = [
  endpoint(listRunRequestsCall, {
    handle: (request) => {
      const { accountId: userId, apiKeyId } = request.caller
      return listRequests(request.runtime.db, { userId, apiKeyId, query: request.input.query, ...viewOf(request) })
    },
  }),
  endpoint(getRunRequestCall, {
    async handle(request) {
      const { runtime, caller, input } = request
      const own = { userId: caller.accountId, apiKeyId: caller.apiKeyId, id: input.params.id }
      const row = await findRequest(runtime.db, own)
      return show(request, await waitForRequest(request, row, input.query.wait ?? 0))
    },
  }),
  endpoint(allowRunRequestCall, { handle: allow }),
  endpoint(allowAndRaiseCall, { handle: allow }),
  endpoint(refuseRunRequestCall, {
    handle: async (request) =>
      show(request, await refuseRequest(request.runtime.db, { userId: request.caller.userId, id: request.input.params.id })),
  }),
]
