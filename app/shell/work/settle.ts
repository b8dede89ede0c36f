import type { ApiFailure, ApiResult } from '#app/contract/api-result.ts'
import { unreachable } from '../failure.ts'

/** A call that never throws: a server function also fails when the browser itself has no network. */
export async function settle<T>(call: Promise<ApiResult<T>>): Promise<ApiResult<T>> {
  try {
    return await call
  } catch {
    return { ok: false, error: unreachable }
  }
}

/** No definite answer: the call may or may not have been carried out, and repeating it must carry the same key. */
export const isUncertain = ({ code, statusCode }: ApiFailure) => code === 'offline' || statusCode >= 500
