import { createServerFn, createServerOnlyFn } from '@tanstack/react-start'
import * as v from 'valibot'
import { userSchema } from '#app/contract/accounts.ts'
import { uploadSchema } from '#app/contract/generations.ts'
import { accept } from '#app/server/api-client/accept.ts'
import { noContent } from '#app/server/api-client/client.ts'
import { openSessionApi } from '#app/server/api-client/session.ts'
import type { WebRequestContext } from '#app/server/api-client/transport.ts'
import { withApi } from '#app/shell/with-api.ts'

const byId = v.object({ id: v.string() })
const path = ({ id }: { id: string }) => `/v1/uploads/${encodeURIComponent(id)}`

export const getUpload = createServerFn({ method: 'GET' })
  .middleware([withApi])
  .validator(accept(byId))
  .handler(({ data, context }) => context.api.call({ method: 'GET', path: path(data), response: uploadSchema }))

export const deleteUpload = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(accept(byId))
  .handler(({ data, context }) => context.api.call({ method: 'DELETE', path: path(data), response: noContent }))

/** A person's form with a file, an input of a run or (`?as=avatar`) their picture, passed on to the API as it comes. Undefined when no answer came. */
export const passUploadOn = createServerOnlyFn(
  async (request: Request, context: WebRequestContext | undefined): Promise<Response | undefined> => {
    const api = openSessionApi(context)
    // What is passed on can be sent once only: a token that has just run out must be noticed before.
    const session = await api.call({ method: 'GET', path: '/v1/auth/session', response: userSchema })
    if (!session.ok) return Response.json(session.error, { status: session.error.statusCode })
    const isAvatar = new URL(request.url).searchParams.get('as') === 'avatar'
    const headers = { 'content-type': request.headers.get('content-type') ?? '' }
    return api
      .stream(
        { method: 'POST', path: isAvatar ? '/v1/me/avatar' : '/v1/uploads', body: request.body ?? undefined, headers },
        request.signal,
      )
      .catch(() => undefined)
  },
)
