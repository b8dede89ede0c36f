export type Storage = {
  kind: 'folder' | 's3'
  /** Names the place for operators and the log; contains no secret. */
  place: string
  /** Moves a complete local file in, atomically and durably; returns its size and SHA-256 (hex). */
  putFile(key: string, path: string): Promise<StoredSize>
  /** Reads a file or a part of it. Read to the end or cancel, because the stream holds the file or the connection open. */
  read(key: string, options?: ReadOptions): Promise<ReadableStream<Uint8Array>>
  /** Opens a stored file as a local one until disposed; it stays readable if the stored one is deleted. */
  openLocal(key: string): Promise<LocalFile>
  /** Returns an unused path for a new file on the local disk, which `putFile` moves in. */
  openTemp(): LocalFile
  /** Returns the size of a file; undefined for a missing one. */
  stat(key: string): Promise<{ bytes: number } | undefined>
  /** Copies a file within the storage, without downloading it. */
  copy(from: string, to: string): Promise<void>
  /** Deletes a file; a missing one is no error. */
  delete(key: string): Promise<void>
  /** Lists every file whose key begins with the prefix. */
  list(prefix?: string): AsyncIterable<ListedFile>
  /** Stores and deletes a small file, and measures the local disk, where uploads and results are written first. Never throws. */
  check(): Promise<StorageState>
  /**
   * Signs a link that a browser may follow to the file; null if this server has to deliver it. Absent if this server delivers every file
   * itself.
   */
  link?(key: string, options: LinkOptions): Promise<string | null>
  close?(): Promise<void>
}

export type StoredSize = { bytes: number; sha256: string }
export type ListedFile = { key: string; bytes: number; modifiedAt: Date }
/** `freeBytes`: free space of the local disk. `error`: the code of the failed write, for operators. */
export type StorageState = { writable: boolean; freeBytes: number; error: string | null }
export type LinkOptions = { mediaType: string; disposition: string; cacheControl: string }

export type ReadOptions = {
  /** First byte; 0 by default. */
  start?: number
  /** Last byte, inclusive; may exceed the file. */
  end?: number
  /** The recorded size of the whole file; a file of another size is `damaged`. */
  bytes?: number
}

/** Disposing deletes the file unless it was moved. */
export type LocalFile = AsyncDisposable & { path: string }

/**
 * - `not_found`: there is no such file.
 * - `damaged`: its size or content is not what was stored.
 * - `unavailable`: the storage does not answer or refuses; a later attempt may succeed.
 * - `no_space`: the disk or the quota of the storage is full.
 */
export type StorageErrorCode = 'not_found' | 'damaged' | 'invalid_key' | 'invalid_range' | 'unavailable' | 'no_space'

export class StorageError extends Error {
  override name = 'StorageError'
  readonly code: StorageErrorCode

  constructor(code: StorageErrorCode, options?: ErrorOptions) {
    super(`storage: ${code}`, options)
    this.code = code
  }
}

/** Each part begins with a letter or a digit: no `..`, no absolute path, no hidden file. */
const keyPattern = /^[0-9a-z][0-9a-z._-]*(?:\/[0-9a-z][0-9a-z._-]*)*$/i
const keyMaxLength = 200

export const isKey = (key: string) => key.length <= keyMaxLength && keyPattern.test(key)

export function requireKey(key: string): void {
  if (!isKey(key)) throw new StorageError('invalid_key')
}

export function requireRange({ start = 0, end = Number.MAX_SAFE_INTEGER }: ReadOptions): void {
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0 || end < start) throw new StorageError('invalid_range')
}

/** Codes of a full disk, of the file system and of PostgreSQL. */
export const fullCodes: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', '53100'])
const faultCodes = new Set(['EIO', 'EROFS', 'EACCES', 'EPERM', 'ESTALE'])

/** Returns the storage error behind an error of the file system or, for a full disk, of PostgreSQL; undefined for any other error. */
export function storageErrorOf(error: unknown): StorageError | undefined {
  if (error instanceof StorageError) return error
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (fullCodes.has(code)) return new StorageError('no_space', { cause: error })
  if (faultCodes.has(code) && 'syscall' in error) return new StorageError('unavailable', { cause: error })
  return error.cause === undefined ? undefined : storageErrorOf(error.cause)
}
