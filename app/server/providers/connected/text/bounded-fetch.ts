import { type Fetch, fetchWithin } from '../../../egress/fetch-within.ts'
import { noteSent } from '../../call-report.ts'
import { ProviderError } from '../../provider.ts'
import { wireRequest } from '../wire.ts'
import { asStream, streamCalls } from './stream-call.ts'

/** Bytes; a response of tens of thousands of model tokens, each in its own event, is a fraction of this. */
const longestAnswerBytes = 32 * 1024 * 1024
/** The same for an answer with a few images. */
export const longestDrawnAnswerBytes = 96 * 1024 * 1024
/** Bytes of an error, of which only the code matters. */
const longestErrorBytes = 64 * 1024

/** Returns a `fetch` for a service or server at `home`: it reaches that origin only, limits the response and follows no redirects. */
export function boundedFetch(home: string, longest = longestAnswerBytes): Fetch {
  const send = fetchWithin([home])
  return async (input, given) => {
    const call = streamCalls.getStore()
    if (call?.whole != null) return new Response(call.whole, { headers: { 'content-type': 'application/json' } })
    const { url, init } = wireRequest(new URL(input instanceof Request ? input.url : input), given)
    noteSent(url, init)
    const response = await send(url, init)
    const { body, status, statusText, headers } = response
    if (!body) return response
    const bounded = response.ok ? endAt(longest, fails) : endAt(longestErrorBytes, cuts)
    const answer = new Response(body.pipeThrough(bounded), { status, statusText, headers })
    return call && response.ok ? asStream(answer, call) : answer
  }
}

type AtEnd = (controller: TransformStreamDefaultController<Uint8Array>) => void

/** A failure, because another request would return as much again. */
const fails: AtEnd = (controller) => controller.error(new ProviderError('temporary', 'the answer had no end', { final: true }))
const cuts: AtEnd = (controller) => controller.terminate()

function endAt(most: number, atEnd: AtEnd): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0
  return new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      if (bytes > most) return atEnd(controller)
      controller.enqueue(chunk)
    },
  })
}
