import * as v from 'valibot'
import { userSchema } from '#app/contract/accounts.ts'
import { attemptsOf } from '../../core/accounts/attempts.ts'
import { findAvatar, removeAvatar, setAvatar } from '../../core/accounts/avatar.ts'
import { getSession } from '../../core/accounts/get-session.ts'
import { type Endpoint, endpoint, publicEndpoint } from '../endpoint.ts'
import { readFormFile } from '../form-file.ts'
import { inertHeaders, keptBriefly } from '../send-file.ts'

const tag = 'Account'

export const avatarEndpoints: Endpoint[] = [
  endpoint({
    method: 'post',
    path: '/v1/me/avatar',
    summary: 'Set the picture of the account. It is made a square of 256 pixels, and nothing else of the file is kept.',
    tag,
    form: { file: 'A PNG, a JPEG or a still WebP, up to 2 MB, told by its content' },
    status: 200,
    errors: ['invalid_input', 'payload_too_large', 'unsupported_media_type', 'too_many_attempts'],
    input: {},
    response: userSchema,
    async handle({ runtime: { db, handle }, caller: { userId }, context }) {
      await setAvatar(db, attemptsOf(handle), { userId, content: readFormFile(context.req.raw, 'file') })
      return getSession(db, { userId })
    },
  }),
  endpoint({
    method: 'delete',
    path: '/v1/me/avatar',
    summary: 'Remove the picture of the account.',
    tag,
    status: 204,
    input: {},
    response: v.undefined(),
    async handle({ runtime: { db }, caller: { userId } }) {
      await removeAvatar(db, { userId })
      return undefined
    },
  }),
  publicEndpoint({
    method: 'get',
    path: '/v1/avatars/{token}',
    summary: 'The picture of an account, by the address that only its owner is told. A new picture has a new address.',
    tag,
    status: 200,
    headers: { 'If-None-Match': 'The ETag of an earlier answer' },
    errors: ['not_found'],
    input: { params: v.object({ token: v.pipe(v.string(), v.maxLength(64, 'too_long')) }) },
    response: v.instance(Response),
    produces: 'image/webp',
    async handle({ runtime: { db }, input: { params }, context: { req } }) {
      const { image, sha256 } = await findAvatar(db, params)
      const etag = `"${sha256}"`
      const headers = { ...inertHeaders, etag, 'cache-control': keptBriefly, 'content-type': 'image/webp' }
      if (req.header('if-none-match')?.split(/,\s*/).includes(etag)) return new Response(null, { status: 304, headers })
      const sized = { ...headers, 'content-length': String(image.byteLength) }
      return new Response(req.method === 'HEAD' ? null : image, { headers: sized })
    },
  }),
]
