import { readFile } from 'node:fs/promises'

export type Memory = { rss: number; pss: number }

/**
 * Bytes that these processes have in memory together, from Linux's /proc; undefined elsewhere. `rss` counts a page that two of them
 * share twice; `pss` gives each its part, and is what ending them would give back.
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

/** Milliseconds of processor time that a process has used, in steps of 10; undefined where there is no /proc. */
export async function processorTime(pid: number): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields && (Number(fields[11]) + Number(fields[12])) * 10
}
