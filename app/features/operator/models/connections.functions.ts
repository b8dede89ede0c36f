import {
  addKeyCall,
  changeKeyCall,
  changeModelCall,
  listConnectionsCall,
  listOperatorModelsCall,
  removeConnectionCall,
  removeKeyCall,
  saveConnectionCall,
  switchConnectionCall,
  testConnectionCall,
  testKeyCall,
} from '#app/contract/operator/connections.calls.ts'
import { applyCatalogueCall, getCatalogueCall, readFeedCall, revertCatalogueCall } from '#app/contract/operator/catalogue.calls.ts'
import { send } from '#app/server/api-client/send.ts'
import { changes, reads } from '#app/shell/calls/with-api.ts'

export const listConnections = reads.handler(send(listConnectionsCall))
export const saveConnection = changes.handler(send(saveConnectionCall))
export const switchConnection = changes.handler(send(switchConnectionCall))
export const removeConnection = changes.handler(send(removeConnectionCall))
export const testConnection = changes.handler(send(testConnectionCall))
export const addKey = changes.handler(send(addKeyCall))
export const changeKey = changes.handler(send(changeKeyCall))
export const removeKey = changes.handler(send(removeKeyCall))
export const testKey = changes.handler(send(testKeyCall))
export const listOperatorModels = reads.handler(send(listOperatorModelsCall))
export const changeModel = changes.handler(send(changeModelCall))
export const getCatalogue = reads.handler(send(getCatalogueCall))
export const readCatalogueFeed = changes.handler(send(readFeedCall))
export const applyCatalogue = changes.handler(send(applyCatalogueCall))
export const revertCatalogue = changes.handler(send(revertCatalogueCall))
