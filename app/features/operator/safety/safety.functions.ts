import {
  allowContentCall,
  blockContentCall,
  getSafetyRulesCall,
  listBlockedContentCall,
  listUnusualSignUpsCall,
  saveSafetyRulesCall,
} from '#app/contract/operator/safety.calls.ts'
import { send } from '#app/server/api-client/send.ts'
import { changes, reads } from '#app/shell/calls/with-api.ts'

export const getSafetyRules = reads.handler(send(getSafetyRulesCall))
export const saveSafetyRules = changes.handler(send(saveSafetyRulesCall))
export const listUnusualSignUps = reads.handler(send(listUnusualSignUpsCall))
export const listBlockedContent = reads.handler(send(listBlockedContentCall))
export const blockContent = changes.handler(send(blockContentCall))
export const allowContent = changes.handler(send(allowContentCall))
