import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Milliseconds between two looks. */
const everyMs = 30_000
/** Share of one core below which this process counts as idle. */
const idleShare = 0.05
/** Bytes that are worth the pause of a collection, which takes about a tenth of a second. */
const leastBytes = 64 * 1_048_576

export type Look = {
  /** Milliseconds of processor time since the last look. */
  processorMs: number
  /** Bytes that V8 has from the system, and those of them that hold something. */
  heapBytes: number
  usedBytes: number
}

/** Whether this process is idle and holds so much empty memory that a collection is worth its pause. */
export const isWorthIt = ({ processorMs, heapBytes, usedBytes }: Look): boolean =>
  processorMs < everyMs * idleShare && heapBytes - usedBytes >= leastBytes

/**
 * Returns memory that a burst of work has left empty. V8 returns it in a collection, which an idle server does not reach for many minutes,
 * because it allocates next to nothing.
 */
export function giveBackMemory(): void {
  const collect = openCollection()
  let last = process.cpuUsage()
  setInterval(() => {
    const { user, system } = process.cpuUsage(last)
    last = process.cpuUsage()
    const { total_heap_size: heapBytes, used_heap_size: usedBytes } = getHeapStatistics()
    if (isWorthIt({ processorMs: (user + system) / 1_000, heapBytes, usedBytes })) collect()
  }, everyMs).unref()
}

/** Returns V8's own collection of everything, which scripts see only with `--expose-gc`. */
export function openCollection(): () => void {
  setFlagsFromString('--expose-gc')
  const collect: NodeJS.GCFunction = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  return () => collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
