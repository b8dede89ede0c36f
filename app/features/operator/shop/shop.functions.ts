import {
  getOperatorOrderCall,
  getShopCall,
  listOperatorOrdersCall,
  listShopVersionsCall,
  previewShopCall,
  reconcileOrdersCall,
  recordOrderCall,
  refundOrderCall,
  restoreShopCall,
  saveShopCall,
} from '#app/contract/money/shop.calls.ts'
import { send } from '#app/server/api-client/send.ts'
import { changes, reads } from '#app/shell/calls/with-api.ts'

export const listAllOrders = reads.handler(send(listOperatorOrdersCall))
export const getOperatorOrder = reads.handler(send(getOperatorOrderCall))
export const refundOrder = changes.handler(send(refundOrderCall))
export const recordOrder = changes.handler(send(recordOrderCall))
export const reconcileOrders = reads.handler(send(reconcileOrdersCall))
export const getShop = reads.handler(send(getShopCall))
export const previewShop = changes.handler(send(previewShopCall))
export const saveShop = changes.handler(send(saveShopCall))
export const listShopVersions = reads.handler(send(listShopVersionsCall))
export const restoreShop = changes.handler(send(restoreShopCall))
