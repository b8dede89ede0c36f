import {
  cancelLocalModelCall,
  cancelOllamaPullCall,
  installLocalModelCall,
  listLocalModelsCall,
  listOllamaPullsCall,
  pullOllamaModelCall,
  removeLocalModelCall,
} from '#app/contract/operator/local-models.calls.ts'
import {
  cancelLocalModel,
  installLocalModel,
  listLocalModels,
  removeLocalModel,
} from '#app/server/core/operation/connections/local-models.ts'
import { listOllamaPulls, pullOllamaModel } from '#app/server/core/operation/connections/ollama-pulls.ts'
import { endpoint } from '../../endpoint.ts'

export const localModelEndpoints = [
  endpoint(listOllamaPullsCall, { handle: ({ runtime }) => listOllamaPulls(runtime) }),
  endpoint(pullOllamaModelCall, { handle: ({ runtime, input: { body } }) => pullOllamaModel(runtime, body.model) }),
  endpoint(cancelOllamaPullCall, { handle: async ({ runtime, input: { body } }) => runtime.pulls.cancel(body.model) }),
  endpoint(listLocalModelsCall, { handle: ({ runtime }) => listLocalModels(runtime) }),
  endpoint(installLocalModelCall, {
    handle: ({ runtime, caller, input: { params }, clientAddress }) =>
      installLocalModel(runtime.db, runtime, { id: params.id, reason: '', userId: caller.userId, address: clientAddress }),
  }),
  endpoint(cancelLocalModelCall, { handle: ({ runtime, input: { params } }) => cancelLocalModel(runtime, params.id) }),
  endpoint(removeLocalModelCall, {
    handle: ({ runtime, caller, input: { params }, clientAddress }) =>
      removeLocalModel(runtime.db, runtime, { id: params.id, reason: '', userId: caller.userId, address: clientAddress }),
  }),
]
