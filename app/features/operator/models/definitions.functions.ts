import {
  checkDefinitionCall,
  discardDraftCall,
  getDefinitionCall,
  importSchemaCall,
  listModelVersionsCall,
  publishDraftCall,
  removeDefinitionCall,
  restoreDefinitionCall,
  saveModelDraftCall,
  testDraftCall,
} from '#app/contract/operator/model-definitions.calls.ts'
import { send } from '#app/server/api-client/send.ts'
import { changes, reads } from '#app/shell/calls/with-api.ts'

export const getDefinition = reads.handler(send(getDefinitionCall))
export const checkDefinition = changes.handler(send(checkDefinitionCall))
export const importModelSchema = changes.handler(send(importSchemaCall))
export const saveModelDraft = changes.handler(send(saveModelDraftCall))
export const discardModelDraft = changes.handler(send(discardDraftCall))
export const testModelDraft = changes.handler(send(testDraftCall))
export const publishModelDraft = changes.handler(send(publishDraftCall))
export const listModelVersions = reads.handler(send(listModelVersionsCall))
export const restoreDefinition = changes.handler(send(restoreDefinitionCall))
export const removeDefinition = changes.handler(send(removeDefinitionCall))
