import {
  beginTwoFactorCall,
  confirmTwoFactorCall,
  endTwoFactorCall,
  getTwoFactorCall,
  renewRecoveryCodesCall,
} from '#app/contract/account/two-factor.calls.ts'
import { send } from '#app/server/api-client/send.ts'
import { changes, reads } from '#app/shell/calls/with-api.ts'

export const getTwoFactor = reads.handler(send(getTwoFactorCall))
export const beginTwoFactor = changes.handler(send(beginTwoFactorCall))
export const confirmTwoFactor = changes.handler(send(confirmTwoFactorCall))
export const renewRecoveryCodes = changes.handler(send(renewRecoveryCodesCall))
export const endTwoFactor = changes.handler(send(endTwoFactorCall))
