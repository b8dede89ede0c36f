import * as v from 'valibot'
import { editShareSchema, shareAnswerSchema, sharedResultSchema, shareSchema } from './shares.ts'
import { byId, defineCall, noContent } from '../base/call.ts'

const tag = 'Shares'
const byToken = v.object({ token: v.string() })
const byPlace = v.object({ token: v.string(), place: v.string() })
const fileHeaders = { Range: 'One range of bytes', 'If-None-Match': 'The ETag of an earlier answer' }
const downloadQuery = v.object({ download: v.optional(v.string()) })

export const getShareCall = defineCall({
  method: 'GET',
  path: '/v1/generations/{id}/share',
  summary: 'Get the public link to a result, if there is one',
  tag,
  auth: 'key:read',
  status: 200,
  input: { params: byId },
  response: shareAnswerSchema,
})

export const editShareCall = defineCall({
  method: 'POST',
  path: '/v1/generations/{id}/share',
  summary: 'Create or change the public link to a finished result',
  tag,
  auth: 'key:library',
  status: 200,
  input: { params: byId, body: editShareSchema },
  response: shareSchema,
  errors: ['content_blocked'],
})

export const takeBackShareCall = defineCall({
  method: 'DELETE',
  path: '/v1/generations/{id}/share',
  summary: 'Delete the public link immediately',
  tag,
  auth: 'key:library',
  status: 204,
  input: { params: byId },
  response: noContent,
})

export const getSharedResultCall = defineCall({
  method: 'GET',
  path: '/v1/shares/{token}',
  summary: 'Get a shared result as anyone with the link sees it',
  tag,
  auth: 'public',
  status: 200,
  input: { params: byToken },
  response: sharedResultSchema,
  errors: ['not_found', 'too_many_attempts'],
})

export const getSharedFileCall = defineCall({
  method: 'GET',
  path: '/v1/shares/{token}/files/{place}',
  summary: 'Download a file of a shared result by its position',
  tag,
  auth: 'public',
  status: 200,
  headers: fileHeaders,
  input: { params: byPlace, query: downloadQuery },
  response: v.instance(Response),
  produces: 'application/octet-stream',
  errors: ['not_found', 'range_not_satisfiable', 'too_many_attempts'],
})

export const getSharedPosterCall = defineCall({
  method: 'GET',
  path: '/v1/shares/{token}/files/{place}/poster',
  summary: 'Get the preview image of a file of a shared result',
  tag,
  auth: 'public',
  status: 200,
  headers: fileHeaders,
  input: { params: byPlace },
  response: v.instance(Response),
  produces: 'image/webp',
  errors: ['not_found', 'range_not_satisfiable', 'too_many_attempts'],
})
