import { readFile } from 'node:fs/promises'

type Memory = { rss: number; pss: number }

/**
 * Memory of these processes in bytes, from Linux's /proc; undefined elsewhere. `rss` counts shared pages twice; `pss` divides them, and is
 * the memory that ending the processes would free.
 */
export async function memoryOf(pids: readonly number[]): Promise<Memory | undefined> {
  const sum: Memory = { rss: 0, pss: 0 }
  for (const pid of pids) {
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => undefined)
    if (rollup === undefined) return undefined
    sum.rss += field(rollup, 'Rss')
    sum.pss += field(rollup, 'Pss')
  }
  return sum
}

function field(rollup: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(rollup)?.[1] ?? Number.NaN) * 1024
}

/** Processor time of a process in milliseconds, in steps of 10; undefined without /proc. */
export async function processorTime(pid: number): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields && (Number(fields[11]) + Number(fields[12])) * 10
}
