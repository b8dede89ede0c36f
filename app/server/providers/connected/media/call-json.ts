import * as v from 'valibot'
import { ProviderError } from '../../provider.ts'
import { readText } from '../../read-text.ts'
import { classifyError } from '../classify-error.ts'
import { forgotten } from './operations.ts'

/** A service, or a server of the operator; `fetch` rejects with a `ProviderError` when the answer is a failure. */
export type JsonAccess = { service: string; baseUrl: string; fetch: typeof globalThis.fetch }

/** `longestBytes` limits the answer further than `fetch` does. */
export type CallOptions<T> = RequestInit & { path: string; signal: AbortSignal; schema: v.GenericSchema<unknown, T>; longestBytes?: number }

/**
 * Calls a service for which there is no package, and returns its parsed response. Rejects with a `ProviderError`. A GET queries accepted
 * work, so a 404 or 410 for it is final.
 */
export async function callJson<T>(access: JsonAccess, { path, schema, longestBytes, ...init }: CallOptions<T>): Promise<T> {
  try {
    const response = await access.fetch(`${access.baseUrl}${path}`, init)
    const parsed = v.safeParse(
      schema,
      longestBytes === undefined ? await response.json() : JSON.parse(await readText(response, longestBytes)),
    )
    if (!parsed.success) throw new ProviderError('temporary', `${access.service}: the answer was not understood`)
    return parsed.output
  } catch (error) {
    init.signal.throwIfAborted()
    if (error instanceof SyntaxError) throw new ProviderError('temporary', `${access.service}: the answer was broken`)
    const classified = classifyError(access.service, error)
    const isGone = classified.status === 404 || classified.status === 410
    if (init.method === undefined && isGone) throw forgotten(access.service)
    throw classified
  }
}
