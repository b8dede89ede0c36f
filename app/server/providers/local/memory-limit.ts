import { totalmem } from 'node:os'
import type { Env } from '../../env.ts'

/** Share of the machine's memory that models may use, unless the operator sets a limit. */
const memoryShare = 0.75

/** Memory in bytes that local models may use. */
export const memoryLimitOf = ({ LOCAL_MODELS_MEMORY_MB: limit }: Pick<Env, 'LOCAL_MODELS_MEMORY_MB'>): number =>
  Math.floor(limit === undefined ? totalmem() * memoryShare : limit * 1e6)
