import type { ApiFailure, ApiResult } from '#app/contract/api-result.ts'
import { unreachable } from './failure-messages.ts'

/** Turns a missing response into a failure; never throws. */
export async function settle<T>(call: Promise<ApiResult<T>>): Promise<ApiResult<T>> {
  try {
    return await call
  } catch {
    return { ok: false, error: unreachable }
  }
}

/** Whether the call may have been carried out, so that a repetition must use the same key. */
export const isUncertain = ({ code, statusCode }: ApiFailure) => code === 'offline' || statusCode >= 500
