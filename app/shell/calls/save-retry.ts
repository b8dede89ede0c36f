import type { ApiFailure } from '#app/contract/base/api-result.ts'

/** Milliseconds: doubled with each failure in a row, up to the maximum. */
const firstRetryMs = 5_000
const lastRetryMs = 120_000

/** Returns the milliseconds until a save is repeated after this many failures in a row. */
export const retryDelay = (failures: number): number => Math.min(firstRetryMs * 2 ** (failures - 1), lastRetryMs)

/** Whether the same save may succeed later; a missing answer counts as 500. A rejected draft is sent again only once it has changed. */
export const maySucceedLater = ({ statusCode }: ApiFailure): boolean => statusCode >= 500 || statusCode === 429
