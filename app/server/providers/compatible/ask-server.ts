import * as v from 'valibot'
import { ProviderError } from '../provider.ts'

export type AskServerOptions<TSchema extends v.GenericSchema> = {
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
  url,
  key,
  signal,
  schema,
  body,
}: AskServerOptions<TSchema>): Promise<v.InferOutput<TSchema>> {
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      accept: 'application/json',
      ...(key !== null && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(longestAnswerMs)]),
  })
  if (!response.ok || !response.body) {
    await response.body?.cancel()
    throw new ProviderError('temporary', `the server does not say (HTTP ${response.status})`)
  }
  return v.parse(schema, JSON.parse(await readText(response.body)))
}

async function readText(body: ReadableStream<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.byteLength
    if (bytes > longestAnswerBytes) throw new ProviderError('temporary', 'the server says too much')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
