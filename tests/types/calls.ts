/**
 * Checks which definitions of calls the compiler rejects, and that handlers receive the types of their call. Nothing here runs; `tsc` reads
 * it.
 */
import * as v from 'valibot'
import { signInCall } from '#app/contract/account/auth.calls.ts'
import { defineCall } from '#app/contract/base/call.ts'
import { createGenerationCall, listGenerationsCall, watchGenerationsCall } from '#app/contract/runs/generations.calls.ts'
import { endDeviceSessionCall } from '#app/contract/account/me.calls.ts'
import { createUploadCall } from '#app/contract/runs/uploads.calls.ts'
import { generationSchema } from '#app/contract/runs/generations.ts'
import { endpoint } from '#app/server/api/endpoint.ts'
import { send } from '#app/server/api-client/send.ts'
import { changes, reads } from '#app/shell/calls/with-api.ts'
import { createGeneration } from '#app/shell/data/generations.functions.ts'
import { endDeviceSession, listDeviceSessions } from '#app/shell/data/session.functions.ts'

const common = { method: 'POST', summary: '', tag: '', auth: 'session', status: 200, response: generationSchema } as const
const text = v.string()
const byId = v.object({ id: text })

// @ts-expect-error the path names an id that `params` lacks
export const missingParam = defineCall({ ...common, path: '/v1/x/{id}', input: {} })
// @ts-expect-error `params` names an id that the path lacks
export const missingInPath = defineCall({ ...common, path: '/v1/x', input: { params: byId } })
// @ts-expect-error the names differ
export const misspelled = defineCall({ ...common, path: '/v1/x/{id}', input: { params: v.object({ ids: text }) } })
// @ts-expect-error a field of the body has the name of a path parameter
export const sameName = defineCall({ ...common, path: '/v1/x/{id}', input: { params: byId, body: byId } })
// @ts-expect-error the key is sent as a header
export const keyInBody = defineCall({ ...common, path: '/v1/x', input: { body: v.object({ idempotency_key: text }) } })
// @ts-expect-error one flat object could not be divided into a query and a body
export const twoPlaces = defineCall({ ...common, path: '/v1/x', input: { query: v.object({ a: text }), body: v.object({ b: text }) } })
// @ts-expect-error every path starts with the version
export const unversioned = defineCall({ ...common, path: '/x', input: {} })
// @ts-expect-error no such code
export const unknownCode = defineCall({ ...common, path: '/v1/x', input: {}, errors: ['nope'] })
// @ts-expect-error no such scope
export const unknownScope = defineCall({ ...common, auth: 'key:admin', path: '/v1/x', input: {} })
export const good = defineCall({ ...common, path: '/v1/x/{id}', input: { params: byId, body: v.object({ a: text }) } })

// @ts-expect-error the response has another shape
export const wrongResponse = endpoint(listGenerationsCall, { handle: async () => ({ items: [{ id: 1 }], next_cursor: null }) })

export const forPeople = endpoint(endDeviceSessionCall, {
  async handle({ caller, input }) {
    caller.sessionId satisfies string
    input.params.id satisfies string
    // @ts-expect-error the call has no body
    input.body satisfies undefined
  },
})

export const forKeys = endpoint(listGenerationsCall, {
  async handle({ caller, input }) {
    caller.apiKeyId satisfies string | null
    // @ts-expect-error a program has no session
    caller.sessionId satisfies string
    input.query.limit satisfies number | undefined
    // @ts-expect-error the handler receives parsed values
    input.query.limit satisfies string | undefined
    return { items: [], next_cursor: null }
  },
})

export const path: '/v1/generations' = createGenerationCall.path

// @ts-expect-error the response carries tokens
export const leaked = changes.handler(send(signInCall))
// @ts-expect-error the response is a stream
export const streamed = reads.handler(send(watchGenerationsCall))
// @ts-expect-error the body is a form
export const form = changes.handler(send(createUploadCall))
// @ts-expect-error a function that changes makes no call that reads
export const readByPost = changes.handler(send(listGenerationsCall))
// @ts-expect-error a function that reads makes no call that changes
export const changeByGet = reads.handler(send(endDeviceSessionCall))

export async function sent() {
  const made = await createGeneration({ data: { model: 'm', prompt: 'p', idempotency_key: 'k' } })
  if (made.ok) made.data.status satisfies string
  // @ts-expect-error the response has no such field
  if (made.ok) return made.data.nothing
  // @ts-expect-error the key is missing
  await createGeneration({ data: { model: 'm', prompt: 'p' } })
  // @ts-expect-error the call takes an id
  await endDeviceSession()
  await listDeviceSessions()
  // @ts-expect-error the call takes nothing
  await listDeviceSessions({ data: { id: 'x' } })
}
