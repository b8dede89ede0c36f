import type { ApiFailure, ApiResult } from '#app/contract/api-result.ts'
import { unreachable } from './failure-messages.ts'

/** Never throws: a missing response becomes a failure. */
export async function settle<T>(call: Promise<ApiResult<T>>): Promise<ApiResult<T>> {
  try {
    return await call
  } catch {
    return { ok: false, error: unreachable }
  }
}

/** No definite answer: the call may have been carried out, and a repetition must carry the same key. */
export const isUncertain = ({ code, statusCode }: ApiFailure) => code === 'offline' || statusCode >= 500
