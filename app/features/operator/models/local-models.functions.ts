import {
  cancelLocalModelCall,
  cancelOllamaPullCall,
  installLocalModelCall,
  listLocalModelsCall,
  listOllamaPullsCall,
  pullOllamaModelCall,
  removeLocalModelCall,
} from '#app/contract/operator/local-models.calls.ts'
import { send } from '#app/server/api-client/send.ts'
import { changes, reads } from '#app/shell/calls/with-api.ts'

export const listLocalModels = reads.handler(send(listLocalModelsCall))
export const installLocalModel = changes.handler(send(installLocalModelCall))
export const cancelLocalModel = changes.handler(send(cancelLocalModelCall))
export const removeLocalModel = changes.handler(send(removeLocalModelCall))
export const listOllamaPulls = reads.handler(send(listOllamaPullsCall))
export const pullOllamaModel = changes.handler(send(pullOllamaModelCall))
export const cancelOllamaPull = changes.handler(send(cancelOllamaPullCall))
