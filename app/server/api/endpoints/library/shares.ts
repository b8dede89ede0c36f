import {
  editShareCall,
  getShareCall,
  getSharedFileCall,
  getSharedPosterCall,
  getSharedResultCall,
  takeBackShareCall,
} from '#app/contract/library/shares.calls.ts'
import { findSharedFile } from '#app/server/core/library/shares/find-shared-file.ts'
import { getShare } from '#app/server/core/library/shares/get-share.ts'
import { getSharedResult } from '#app/server/core/library/shares/get-shared-result.ts'
import { shareGeneration } from '#app/server/core/library/shares/share-generation.ts'
import { unshareGeneration } from '#app/server/core/library/shares/unshare-generation.ts'
import { endpoint } from '../../endpoint.ts'
import { sendFile } from '../../answers/send-file.ts'

/** A revoked link stops working with the next request: caches must revalidate their copies. */
const asked = { cacheControl: 'private, no-cache', headers: { 'x-robots-tag': 'noindex' } }

export const shareEndpoints = [
  endpoint(getShareCall, {
    async handle({ runtime: { db }, caller, input: { params } }) {
      return { share: await getShare(db, { userId: caller.accountId, id: params.id }) }
    },
  }),
  endpoint(editShareCall, {
    handle: ({ runtime: { db, storage }, caller, input: { params, body } }) =>
      shareGeneration(db, { storage, userId: caller.accountId, id: params.id, input: body }),
  }),
  endpoint(takeBackShareCall, {
    handle: ({ runtime: { db }, caller, input: { params } }) => unshareGeneration(db, { userId: caller.accountId, id: params.id }),
  }),
  endpoint(getSharedResultCall, {
    handle: ({ runtime: { db, attempts, providers }, input: { params }, locale, clientAddress }) =>
      getSharedResult(db, attempts, { token: params.token, address: clientAddress, providers, locale }),
  }),
  endpoint(getSharedFileCall, {
    async handle({ runtime: { db, attempts, storage }, input: { params, query }, clientAddress, context }) {
      const file = await findSharedFile(db, attempts, { ...params, storage, address: clientAddress })
      return sendFile(context, { file, storage, download: query.download !== undefined, ...asked })
    },
  }),
  endpoint(getSharedPosterCall, {
    async handle({ runtime: { db, attempts, storage }, input: { params }, clientAddress, context }) {
      const file = await findSharedFile(db, attempts, { ...params, storage, poster: true, address: clientAddress })
      return sendFile(context, { file, storage, download: false, ...asked })
    },
  }),
]
