import { ApiError, type ApiFailure, type ApiResult, localFailure } from '#app/contract/base/api-result.ts'

/** Returns the failure of a call that has thrown: the one without a response, otherwise a fault of the page itself. */
export const thrownFailure = (error: unknown): ApiFailure => (error instanceof ApiError ? error.failure : localFailure('page'))

/** Turns whatever a call throws into a failure; never throws. */
export async function settle<T>(call: Promise<ApiResult<T>>): Promise<ApiResult<T>> {
  try {
    return await call
  } catch (error) {
    return { ok: false, error: thrownFailure(error) }
  }
}

/** Whether the call may have been carried out, so that a repetition must use the same key. */
export const isUncertain = ({ code, statusCode }: ApiFailure) => code === 'offline' || statusCode >= 500
