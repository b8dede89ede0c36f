import { ApiError, type ApiFailure, type ApiResult } from '#app/contract/api-result.ts'
import { unreachable } from './failure-messages.ts'

/** Turns a missing response, or one that is not our server's, into a failure; never throws. */
export async function settle<T>(call: Promise<ApiResult<T>>): Promise<ApiResult<T>> {
  try {
    return await call
  } catch (error) {
    return { ok: false, error: error instanceof ApiError ? error.failure : unreachable }
  }
}

/** Whether the call may have been carried out, so that a repetition must use the same key. */
export const isUncertain = ({ code, statusCode }: ApiFailure) => code === 'offline' || statusCode >= 500
