import { EventSourceParserStream } from 'eventsource-parser/stream'
import * as v from 'valibot'
import { ProviderError } from '../../provider.ts'
import { classifyError, classifyFailure } from '../classify-error.ts'
import type { MediaAccess } from './media-fetch.ts'

type Fetch = typeof globalThis.fetch
export type OnPartial = (picture: Uint8Array) => void

const count = v.fallback(v.optional(v.number()), undefined)
const eventSchema = v.object({
  type: v.string(),
  b64_json: v.optional(v.string()),
  created_at: count,
  usage: v.fallback(v.optional(v.object({ input_tokens: count, output_tokens: count, total_tokens: count })), undefined),
  error: v.optional(v.unknown()),
})
type StreamEvent = v.InferOutput<typeof eventSchema>

/**
 * Returns a `fetch` for the AI SDK, which does not stream images: it requests `partials` unfinished images from OpenAI's images API, and
 * returns the finished one as a plain response. A service that refuses to stream is called without streaming from then on; a refusal costs
 * nothing.
 */
export function streamPartials({ service, fetch }: MediaAccess, partials: number): (onPartial: OnPartial) => Fetch {
  let isRefused = false
  return (onPartial) => async (input, init) => {
    const body = isRefused ? undefined : askForPartials(init?.body, partials)
    if (!body) return fetch(input, init)
    const response = await fetch(input, { ...init, body }).catch((error: unknown) => {
      if (error instanceof ProviderError && error.code === 'invalid_input') return undefined
      throw error
    })
    if (!response) {
      const plain = await fetch(input, init)
      isRefused = true
      return plain
    }
    if (!response.body || !response.headers.get('content-type')?.startsWith('text/event-stream')) return response
    try {
      return await readStream(response.body, { service, partials, onPartial })
    } catch (error) {
      init?.signal?.throwIfAborted()
      throw classifyError(service, error)
    }
  }
}

function askForPartials(body: RequestInit['body'], partials: number): RequestInit['body'] {
  if (body instanceof FormData) {
    const streamed = new FormData()
    for (const [name, value] of body) streamed.append(name, value)
    streamed.append('stream', 'true')
    streamed.append('partial_images', String(partials))
    return streamed
  }
  if (typeof body !== 'string') return undefined
  const asked: unknown = JSON.parse(body)
  return JSON.stringify(Object.assign({}, asked, { stream: true, partial_images: partials }))
}

type StreamOptions = { service: string; partials: number; onPartial: OnPartial }

/** Reads up to the finished image, without waiting for the end of the stream. */
async function readStream(body: NonNullable<Response['body']>, { service, partials, onPartial }: StreamOptions): Promise<Response> {
  let shown = 0
  for await (const { data } of body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())) {
    const event = parse(data)
    if (event?.type === 'error') throw classifyFailure(service, { body: event.error, phase: 'stream' })
    if (!event?.b64_json) continue
    if (event.type.endsWith('.completed')) {
      const { b64_json, created_at: created, usage } = event
      return Response.json({ created, data: [{ b64_json }], usage })
    }
    if (event.type.endsWith('.partial_image') && shown < partials) {
      shown += 1
      onPartial(Buffer.from(event.b64_json, 'base64'))
    }
  }
  throw new ProviderError('temporary', `${service}: the stream ended before the image`)
}

function parse(data: string): StreamEvent | undefined {
  try {
    const event = v.safeParse(eventSchema, JSON.parse(data))
    return event.success ? event.output : undefined
  } catch {
    return undefined
  }
}
