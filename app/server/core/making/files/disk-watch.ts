import type { Logger } from 'pino'
import { readDiskSpace } from '#app/server/storage/disk-space.ts'
import { storageErrorOf } from '#app/server/storage/storage.ts'
import { Problem } from '../../problem.ts'

export type DiskWatch = {
  /** Throws `storage_full` while the local disk has less room than the floor. */
  requireRoom(): Promise<void>
  /** Logs a full disk, once a minute; returns whether the error means one. */
  report(error: unknown): boolean
}

export type DiskWatchOptions = {
  dataDir: string
  logger: Logger
  floorBytes: number
  /** Free bytes of the disk that holds the folder. */
  freeOf?: (dataDir: string) => Promise<number>
  now?: () => number
}

/** Milliseconds for which a measurement holds. */
const measuredForMs = 2_000
const logEveryMs = 60_000
/** Seconds after which a refused client may try again. */
const retryAfter = 60

/** Watches the local disk, on which uploads and results are written before they are stored. */
export function openDiskWatch({ dataDir, logger, floorBytes, freeOf = freeBytes, now = Date.now }: DiskWatchOptions): DiskWatch {
  // Concurrent calls share a measurement.
  let measured = Promise.resolve(Number.POSITIVE_INFINITY)
  let measuredAt = Number.NEGATIVE_INFINITY
  let loggedAt = Number.NEGATIVE_INFINITY

  function log(values: object, message: string): void {
    if (now() - loggedAt < logEveryMs) return
    loggedAt = now()
    logger.error(values, message)
  }

  return {
    async requireRoom() {
      if (now() - measuredAt >= measuredForMs) {
        measuredAt = now()
        measured = freeOf(dataDir).catch(() => 0)
      }
      const free = await measured
      if (free >= floorBytes) return
      log({ freeBytes: free, floorBytes }, 'the disk has less room than DISK_FLOOR_MB: new runs and uploads are refused')
      throw new Problem('storage_full', { retryAfter })
    },
    report(error) {
      if (storageErrorOf(error)?.code !== 'no_space') return false
      log({ err: error, dataDir }, 'no space left for the data folder, the files or the database: free some, or nothing new can be stored')
      return true
    },
  }
}

const freeBytes = async (dataDir: string) => (await readDiskSpace(dataDir)).free
