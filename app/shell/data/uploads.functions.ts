import { createServerOnlyFn } from '@tanstack/react-start'
import { getSessionCall } from '#app/contract/account/auth.calls.ts'
import { setAvatarCall } from '#app/contract/account/avatar.calls.ts'
import { createUploadCall, deleteUploadCall, getUploadCall } from '#app/contract/runs/uploads.calls.ts'
import { openSessionApi } from '#app/server/api-client/session.ts'
import type { WebRequestContext } from '#app/server/api-client/transport.ts'
import { send } from '#app/server/api-client/send.ts'
import { changes, reads } from '#app/shell/calls/with-api.ts'

export const getUpload = reads.handler(send(getUploadCall))
export const deleteUpload = changes.handler(send(deleteUploadCall))

/** Streams a form with a file to the API: an input of a run or, with `?as=avatar`, the avatar. Returns undefined without a response. */
export const passUploadOn = createServerOnlyFn(
  async (request: Request, context: WebRequestContext | undefined): Promise<Response | undefined> => {
    const api = openSessionApi(context)
    // A stream can be sent only once, so an expired access token must be detected before.
    const session = await api.call(getSessionCall, undefined)
    if (!session.ok) return Response.json(session.error, { status: session.error.statusCode })
    const isAvatar = new URL(request.url).searchParams.get('as') === 'avatar'
    const headers = { 'content-type': request.headers.get('content-type') ?? '' }
    return api
      .stream(isAvatar ? setAvatarCall : createUploadCall, { body: request.body ?? undefined, headers }, request.signal)
      .catch(() => undefined)
  },
)
