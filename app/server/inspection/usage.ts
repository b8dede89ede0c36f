import { readFileSync } from 'node:fs'

export type Usage = { cpuMs: number; bytes: number }

/** Milliseconds of a tick of the clock, which Linux reports in hundredths of a second on every machine. */
const tickMs = 10

/** Reads from Linux what a process has used, also of one that no longer answers; undefined on other systems. */
export function usageOf(pid: number | undefined): Usage | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the program, in parentheses, may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return { cpuMs: (Number(fields[11]) + Number(fields[12])) * tickMs, bytes: Number(kilobytes ?? 0) * 1_024 }
  } catch {
    return undefined
  }
}
