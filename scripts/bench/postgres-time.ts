import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import type { Database } from '#app/server/db/database.ts'

/** Returns the first process of a PostgreSQL server on this machine. */
export async function postmasterOf(db: Database): Promise<number> {
  const { rows } = await db.execute<{ pid: number }>(sql`select split_part(pg_read_file('postmaster.pid'), chr(10), 1)::int as pid`)
  return rows[0]?.pid ?? 0
}

/** Processor time of a process, its children, and those that have ended. A tick has 10 ms. */
export function cpuMsOf(pid: number): number {
  const ticks = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => {
      try {
        const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
        const [own, ended] = [Number(fields[11]) + Number(fields[12]), Number(fields[13]) + Number(fields[14])]
        if (Number(name) === pid) return own + ended
        return Number(fields[1]) === pid ? own : 0
      } catch {
        // It has ended meanwhile.
        return 0
      }
    })
  return ticks.reduce((sum, ticksOfOne) => sum + ticksOfOne, 0) * 10
}
