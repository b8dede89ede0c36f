import {
  createCollectionCall,
  deleteCollectionCall,
  listCollectionsCall,
  renameCollectionCall,
} from '#app/contract/library/collections.calls.ts'
import {
  bulkGenerationsCall,
  emptyTrashCall,
  getLibraryCall,
  getOverviewCall,
  linkArchiveCall,
} from '#app/contract/library/library.calls.ts'
import { send } from '#app/server/api-client/send.ts'
import { changes, reads } from '#app/shell/calls/with-api.ts'

export const getLibrary = reads.handler(send(getLibraryCall))
export const getOverview = reads.handler(send(getOverviewCall))
export const bulkGenerations = changes.handler(send(bulkGenerationsCall))
export const emptyTrash = changes.handler(send(emptyTrashCall))
export const linkArchive = changes.handler(send(linkArchiveCall))
export const listCollections = reads.handler(send(listCollectionsCall))
export const createCollection = changes.handler(send(createCollectionCall))
export const renameCollection = changes.handler(send(renameCollectionCall))
export const deleteCollection = changes.handler(send(deleteCollectionCall))
