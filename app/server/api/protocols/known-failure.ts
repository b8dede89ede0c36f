import { storageProblemOf } from '../../core/making/files/storage-problem.ts'
import { Problem } from '../../core/problem.ts'
import { isUnreachable } from '../../db/is-unreachable.ts'
import type { Runtime } from '../../runtime.ts'
import { RunFailed } from '../openai/openai-errors.ts'
import { unavailableSeconds } from '../requests/request.ts'

/** Returns the failure that a client may know of; undefined for a fault of this server, which the caller logs. */
export function knownFailure(
  { disk, logger }: Pick<Runtime, 'disk' | 'logger'>,
  error: unknown,
  request: { requestId: string; path: string },
): Problem | RunFailed | undefined {
  if (error instanceof Problem || error instanceof RunFailed) return error
  const problem = storageProblemOf(error)
  if (problem) {
    if (!disk.report(error)) logger.warn({ err: error, ...request }, 'a file could not be read or stored')
    return problem
  }
  if (!isUnreachable(error)) return undefined
  logger.warn({ err: error, requestId: request.requestId }, 'the database cannot be reached')
  return new Problem('unavailable', { retryAfter: unavailableSeconds })
}
