import { getAvatarCall, removeAvatarCall, setAvatarCall } from '#app/contract/account/avatar.calls.ts'
import { findAvatar, removeAvatar, setAvatar } from '#app/server/core/identity/profile/avatar.ts'
import { getMe } from '#app/server/core/identity/profile/get-me.ts'
import { type Endpoint, endpoint } from '../../endpoint.ts'
import { readFormFile } from '../../requests/form-file.ts'
import { inertHeaders, keptBriefly } from '../../answers/send-file.ts'

export const avatarEndpoints: Endpoint[] = [
  endpoint(setAvatarCall, {
    async handle({ runtime: { db, attempts }, caller: { userId }, context }) {
      await setAvatar(db, attempts, { userId, content: readFormFile(context.req.raw, 'file') })
      return getMe(db, { userId })
    },
  }),
  endpoint(removeAvatarCall, {
    async handle({ runtime: { db }, caller: { userId } }) {
      await removeAvatar(db, { userId })
    },
  }),
  endpoint(getAvatarCall, {
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
