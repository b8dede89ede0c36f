import { signals, type StorageOperation } from '../signals.ts'
import { type Storage, StorageError, type StorageErrorCode } from './storage.ts'

/** Errors that say something about the request, not about the storage. */
const harmless = new Set<StorageErrorCode>(['not_found', 'invalid_key', 'invalid_range'])

/** Publishes failures of the storage. A file that is absent, or a wrong key, is no failure of the storage. */
export function watchStorage(storage: Storage): Storage {
  const watch = <T>(operation: StorageOperation, result: Promise<T>): Promise<T> =>
    result.catch((error: unknown) => {
      if (!(error instanceof StorageError && harmless.has(error.code))) signals.storageFailed.publish({ operation })
      throw error
    })
  return {
    ...storage,
    putFile: (key, path) => watch('put', storage.putFile(key, path)),
    read: (key, options) => watch('read', storage.read(key, options)),
    openLocal: (key) => watch('open', storage.openLocal(key)),
    stat: (key) => watch('stat', storage.stat(key)),
    copy: (from, to) => watch('copy', storage.copy(from, to)),
    delete: (key) => watch('delete', storage.delete(key)),
  }
}
