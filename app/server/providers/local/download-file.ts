import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, rename, rm, stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fetchPublic } from '../../egress/fetch-public.ts'
import { InstallError } from './install-error.ts'

export type DownloadProgress = { bytes: number; total: number }

export type DownloadOptions = {
  url: string
  /** The final place of the file, in which only a complete and verified file ever appears. */
  path: string
  /** Exact size in bytes. */
  bytes: number
  sha256: string
  signal: AbortSignal
  onProgress(progress: DownloadProgress): void
  /** Called when everything is there and is being verified. */
  onVerify?(): void
  times?: Partial<DownloadTimes>
}

type DownloadTimes = {
  /** Milliseconds without a byte after which the connection is given up and opened again. */
  silenceMs: number
  /** Pause before the next attempt. */
  pauseMs: number
  /** Attempts in a row that bring no byte. */
  vainAttempts: number
}
const usualTimes: DownloadTimes = { silenceMs: 30_000, pauseMs: 1_000, vainAttempts: 5 }

/** Bytes that stay free on the disk. */
export const diskReserve = 300_000_000

/** Returns the path of an incomplete file. It contains the checksum, so that a part of another version is never continued. */
export const partOf = (path: string, sha256: string) => `${path}.${sha256.slice(0, 12)}.part`

/**
 * Downloads a file: resumes an earlier attempt, reconnects after cuts, verifies SHA-256 and moves the file into place. Throws
 * `InstallError`, or the signal's reason when canceled; the part that is there is kept for the next attempt.
 */
export async function downloadFile(options: DownloadOptions): Promise<void> {
  const { path, bytes: total, sha256: expected, signal, onVerify } = options
  const times = { ...usualTimes, ...options.times }
  const part = partOf(path, expected)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await checkDisk(path, total - (await sizeOf(part)))

  await using file = await open(part, 'a+')
  let { size } = await file.stat()
  if (size > total) {
    await file.truncate(0)
    size = 0
  }
  for (let vain = 0; size !== total;) {
    const before = size
    const failure = await append(file, { ...options, offset: size, silenceMs: times.silenceMs }).catch((error: unknown) => error)
    signal.throwIfAborted()
    if (failure instanceof InstallError) {
      if ((await file.stat()).size === 0) await rm(part)
      throw failure
    }
    if (isFull(failure)) throw new InstallError('disk_full', 'The disk is full.', { cause: failure })
    size = (await file.stat()).size
    vain = size > before ? 0 : vain + 1
    if (vain >= times.vainAttempts)
      throw new InstallError('cut', 'The source cannot be reached, or breaks off again and again. Run the command again to continue.', {
        cause: failure,
      })
    if (size < total) await sleep(times.pauseMs, undefined, { signal })
  }
  onVerify?.()
  if ((await hashFile(part, signal)) !== expected) {
    await rm(part)
    throw new InstallError('wrong_checksum', 'The file is not the expected one (SHA-256 differs) and has been deleted.')
  }
  await file.sync()
  await rename(part, path)
}

/** Returns the SHA-256 of a file in hexadecimal. */
export async function hashFile(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { ...(signal && { signal }), highWaterMark: 1 << 20 })) hash.update(chunk)
  return hash.digest('hex')
}

type AppendOptions = DownloadOptions & { offset: number; silenceMs: number }

/** Requests the rest of the file and appends it. A source without ranges sends the whole file, which then replaces the part. */
async function append(file: FileHandle, { url, offset, bytes: total, signal, silenceMs, onProgress }: AppendOptions): Promise<void> {
  const silence = new AbortController()
  const timer = setTimeout(() => silence.abort(), silenceMs)
  try {
    const response = await fetchPublic({ ownOrigins: [new URL(url).origin], follows: true })(url, {
      headers: { 'accept-encoding': 'identity', ...(offset > 0 && { range: `bytes=${offset}-` }) },
      signal: AbortSignal.any([signal, silence.signal]),
    })
    if ([401, 403, 404, 410].includes(response.status))
      throw new InstallError('not_found', `The source does not have the file (HTTP ${response.status}).`)
    const isRest = response.status === 206 && response.headers.get('content-range')?.startsWith(`bytes ${offset}-`)
    if (!response.body || (response.status !== 200 && !isRest)) throw new Error(`HTTP ${response.status}`)
    let bytes = isRest ? offset : 0
    if (!isRest) await file.truncate(0)
    for await (const chunk of response.body) {
      timer.refresh()
      bytes += chunk.byteLength
      if (bytes > total) throw new InstallError('wrong_checksum', 'The source sends more than it has stated.')
      await file.write(chunk)
      onProgress({ bytes, total })
    }
  } finally {
    clearTimeout(timer)
  }
}

async function checkDisk(path: string, needed: number): Promise<void> {
  const free = await freeDisk(dirname(path))
  if (free < needed + diskReserve)
    throw new InstallError(
      'disk_full',
      `The disk has ${Math.floor(free / 1e6)} MB free; ${Math.ceil((needed + diskReserve) / 1e6)} MB are needed.`,
    )
}

/** Returns the free bytes of the disk that has the folder. */
export async function freeDisk(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

export const sizeOf = async (path: string): Promise<number> => (await stat(path).catch(() => null))?.size ?? 0
const isFull = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOSPC'
