import * as v from 'valibot'
import { userSchema } from './accounts.ts'
import { defineCall, noContent } from '../base/call.ts'

const tag = 'Account'

export const setAvatarCall = defineCall({
  method: 'POST',
  path: '/v1/me/avatar',
  summary: 'Set the account’s photo. It is cropped to a square of 256 pixels; the original file is not stored.',
  tag,
  auth: 'session',
  status: 200,
  form: { file: 'A PNG, a JPEG or a still WebP, up to 2 MB, recognized by its content' },
  input: {},
  response: userSchema,
  errors: ['payload_too_large', 'unsupported_media_type'],
})

export const removeAvatarCall = defineCall({
  method: 'DELETE',
  path: '/v1/me/avatar',
  summary: 'Remove the account’s photo.',
  tag,
  auth: 'session',
  status: 204,
  input: {},
  response: noContent,
})

export const getAvatarCall = defineCall({
  method: 'GET',
  path: '/v1/avatars/{token}',
  summary: 'Get an account’s photo by its secret address. A new photo has a new address.',
  tag,
  auth: 'public',
  status: 200,
  headers: { 'If-None-Match': 'The ETag of an earlier answer' },
  input: { params: v.object({ token: v.pipe(v.string(), v.maxLength(64, 'too_long')) }) },
  response: v.instance(Response),
  produces: 'image/webp',
  errors: ['not_found'],
})
