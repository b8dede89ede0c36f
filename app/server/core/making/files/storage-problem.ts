import type { ApiErrorCode } from '#app/contract/base/error-codes.ts'
import { type StorageErrorCode, storageErrorOf } from '#app/server/storage/storage.ts'
import { Problem } from '../../problem.ts'

const codes: Partial<Record<StorageErrorCode, ApiErrorCode>> = {
  not_found: 'file_lost',
  damaged: 'file_lost',
  unavailable: 'storage_unavailable',
  no_space: 'storage_full',
}

/** Seconds after which a client may try again. */
const retryAfter = 30

/** Returns what a caller may know about a fault of the storage; undefined for any other error. */
export function storageProblemOf(error: unknown): Problem | undefined {
  const fault = storageErrorOf(error)
  const code = fault && codes[fault.code]
  return code && new Problem(code, { cause: error, ...(code !== 'file_lost' && { retryAfter }) })
}
