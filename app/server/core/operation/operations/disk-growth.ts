import { resolve } from 'node:path'
import { asc, lt, sql } from 'drizzle-orm'
import type { Database } from '#app/server/db/database.ts'
import { diskDays } from '#app/server/db/schema/operations.ts'
import { readDiskSpace } from '#app/server/storage/disk-space.ts'

const dayMs = 24 * 60 * 60 * 1000
/** Days over which growth is measured, and the fewest that say anything. */
const measuredDays = 7
const fewestDays = 2

type DiskSample = { at: Date; free: number; size: number }
export type DiskGrowth = {
  /** Bytes that the disk gains each day; below zero where it gets emptier. */
  bytes_per_day: number
  /** Whole days until new runs are refused; null where the disk does not fill up. */
  full_in_days: number | null
  /** Days over which it was measured. */
  measured_days: number
}

/** Notes how full the disk of the data folder is, once a day. */
export async function recordDisk(db: Database, { dataDir }: { dataDir: string }): Promise<void> {
  const space = await readDiskSpace(resolve(dataDir))
  await db
    .insert(diskDays)
    .values({ day: sql`(now() at time zone 'UTC')::date`, ...space })
    .onConflictDoNothing()
  await db.delete(diskDays).where(lt(diskDays.day, sql`(now() at time zone 'UTC')::date - 30`))
}

/** Reads the looks of the last days at the disk, the oldest first. */
export const readDiskDays = (db: Database): Promise<DiskSample[]> =>
  db
    .select({ at: diskDays.at, free: diskDays.free, size: diskDays.size })
    .from(diskDays)
    .where(sql`${diskDays.at} >= now() - make_interval(days => ${measuredDays})`)
    .orderBy(asc(diskDays.at))

/**
 * Estimates when the disk is full from all that has changed on it, whatever has written it. Null without enough days since the disk got its
 * size; another size may also be the disk of another process.
 */
export function estimateGrowth(samples: readonly DiskSample[], now: DiskSample, floor: number): DiskGrowth | null {
  const first = samples.findLast((sample, index) => sample.size === now.size && (index === 0 || samples[index - 1]?.size !== now.size))
  if (!first) return null
  const days = (now.at.getTime() - first.at.getTime()) / dayMs
  if (days < fewestDays) return null
  const perDay = (first.free - now.free) / days
  const left = Math.max(0, now.free - floor)
  return {
    bytes_per_day: Math.round(perDay),
    full_in_days: perDay > 0 ? Math.floor(left / perDay) : null,
    measured_days: Math.round(days),
  }
}
