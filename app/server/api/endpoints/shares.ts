import * as v from 'valibot'
import { editShareSchema, shareAnswerSchema, sharedResultSchema, shareSchema } from '#app/contract/shares.ts'
import { attemptsOf } from '../../core/accounts/attempts.ts'
import { findSharedFile } from '../../core/shares/find-shared-file.ts'
import { getShare } from '../../core/shares/get-share.ts'
import { getSharedResult } from '../../core/shares/get-shared-result.ts'
import { shareGeneration } from '../../core/shares/share-generation.ts'
import { unshareGeneration } from '../../core/shares/unshare-generation.ts'
import { keyEndpoint, publicEndpoint } from '../endpoint.ts'
import { sendFile } from '../send-file.ts'

const tag = 'Shares'
const byId = v.object({ id: v.string() })
const byToken = v.object({ token: v.string() })
const byPlace = v.object({ token: v.string(), place: v.string() })
const fileHeaders = { Range: 'One range of bytes', 'If-None-Match': 'The ETag of an earlier answer' }
const downloadQuery = v.object({ download: v.optional(v.string()) })

/** A link that was taken back gives nothing from the next request on: a copy may be kept, but not shown without asking. */
const asked = { cacheControl: 'private, no-cache', headers: { 'x-robots-tag': 'noindex' } }

export const shareEndpoints = [
  keyEndpoint({
    scope: 'read',
    method: 'get',
    path: '/v1/generations/{id}/share',
    summary: 'The public link to a result, if there is one',
    tag,
    status: 200,
    input: { params: byId },
    response: shareAnswerSchema,
    async handle({ runtime: { db }, caller, input: { params } }) {
      return { share: await getShare(db, { userId: caller.userId, id: params.id }) }
    },
  }),
  keyEndpoint({
    scope: 'library',
    method: 'post',
    path: '/v1/generations/{id}/share',
    summary: 'Make a public link to a finished result, or change the one there is',
    tag,
    status: 200,
    input: { params: byId, body: editShareSchema },
    response: shareSchema,
    handle: ({ runtime: { db, storage }, caller, input: { params, body } }) =>
      shareGeneration(db, { storage, userId: caller.userId, id: params.id, input: body }),
  }),
  keyEndpoint({
    scope: 'library',
    method: 'delete',
    path: '/v1/generations/{id}/share',
    summary: 'Take the public link back, at once',
    tag,
    status: 204,
    input: { params: byId },
    response: v.void(),
    handle: ({ runtime: { db }, caller, input: { params } }) => unshareGeneration(db, { userId: caller.userId, id: params.id }),
  }),
  publicEndpoint({
    method: 'get',
    path: '/v1/shares/{token}',
    summary: 'A shared result, as anybody with its link sees it',
    tag,
    status: 200,
    input: { params: byToken },
    response: sharedResultSchema,
    errors: ['not_found', 'too_many_attempts'],
    handle: ({ runtime: { db, handle, providers }, input: { params }, locale, clientAddress }) =>
      getSharedResult(db, attemptsOf(handle), { token: params.token, address: clientAddress, providers, locale }),
  }),
  publicEndpoint({
    method: 'get',
    path: '/v1/shares/{token}/files/{place}',
    summary: 'A file of a shared result, by its place among the results',
    tag,
    status: 200,
    headers: fileHeaders,
    input: { params: byPlace, query: downloadQuery },
    response: v.instance(Response),
    produces: 'application/octet-stream',
    errors: ['not_found', 'range_not_satisfiable', 'too_many_attempts'],
    async handle({ runtime: { db, handle, storage }, input: { params, query }, clientAddress, context }) {
      const file = await findSharedFile(db, attemptsOf(handle), { ...params, address: clientAddress })
      return sendFile(context, { file, storage, download: query.download !== undefined, ...asked })
    },
  }),
  publicEndpoint({
    method: 'get',
    path: '/v1/shares/{token}/files/{place}/poster',
    summary: 'The still that stands for a file of a shared result',
    tag,
    status: 200,
    headers: fileHeaders,
    input: { params: byPlace },
    response: v.instance(Response),
    produces: 'image/webp',
    errors: ['not_found', 'range_not_satisfiable', 'too_many_attempts'],
    async handle({ runtime: { db, handle, storage }, input: { params }, clientAddress, context }) {
      const file = await findSharedFile(db, attemptsOf(handle), { ...params, poster: true, address: clientAddress })
      return sendFile(context, { file, storage, download: false, ...asked })
    },
  }),
]
