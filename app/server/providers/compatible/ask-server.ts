import * as v from 'valibot'
import { fetchWithin } from '../../egress/fetch-within.ts'
import { ProviderError } from '../provider.ts'
import { readText } from '../read-text.ts'

export type AskServerOptions<TSchema extends v.GenericSchema> = {
  /** The server's base URL, and the URL of the question. */
  home: string
  url: string
  key: string | null
  signal: AbortSignal
  schema: TSchema
  /** Sent as JSON; without a body the request is a GET. */
  body?: unknown
}

const longestAnswerMs = 5_000
const longestAnswerBytes = 4 * 1024 * 1024

/** Queries a server about itself; the answer is limited in size and time, and validated. */
export async function askServer<const TSchema extends v.GenericSchema>({
  home,
  url,
  key,
  signal,
  schema,
  body,
}: AskServerOptions<TSchema>): Promise<v.InferOutput<TSchema>> {
  const response = await fetchWithin([home])(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      accept: 'application/json',
      ...(key !== null && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.any([signal, AbortSignal.timeout(longestAnswerMs)]),
  })
  if (!response.ok || !response.body) {
    await response.body?.cancel()
    throw new ProviderError('temporary', `the server does not say (HTTP ${response.status})`)
  }
  return v.parse(schema, JSON.parse(await readText(response, longestAnswerBytes)))
}
