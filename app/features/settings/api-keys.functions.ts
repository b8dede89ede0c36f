import {
  changeApiKeyCall,
  createApiKeyCall,
  endProgramAccessCall,
  listApiKeysCall,
  revokeApiKeyCall,
} from '#app/contract/account/api-keys.calls.ts'
import { send } from '#app/server/api-client/send.ts'
import { changes, reads } from '#app/shell/calls/with-api.ts'

export const listApiKeys = reads.handler(send(listApiKeysCall))
export const createApiKey = changes.handler(send(createApiKeyCall))
export const changeApiKey = changes.handler(send(changeApiKeyCall))
export const endProgramAccess = changes.handler(send(endProgramAccessCall))
export const revokeApiKey = changes.handler(send(revokeApiKeyCall))
