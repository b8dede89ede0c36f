import type { ApiFailure } from '#app/contract/base/api-result.ts'

/** Whether the service could not be reached or cannot work right now, so that the same call may succeed soon. */
export const isAway = ({ code, statusCode }: Pick<ApiFailure, 'code' | 'statusCode'>): boolean =>
  code === 'offline' || code === 'unavailable' || statusCode === 502 || statusCode === 504
