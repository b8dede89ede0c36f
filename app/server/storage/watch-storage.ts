import { signals } from '../signals.ts'
import { type Storage, StorageError } from './storage.ts'

/** Publishes failures of the storage. A file that is absent, or a wrong key, is no failure of the storage. */
export function watchStorage(storage: Storage): Storage {
  const watch = <T>(operation: string, result: Promise<T>): Promise<T> =>
    result.catch((error: unknown) => {
      if (!(error instanceof StorageError)) signals.storageFailed.publish({ operation })
      throw error
    })
  return {
    ...storage,
    putFile: (key, path) => watch('put', storage.putFile(key, path)),
    read: (key, range) => watch('read', storage.read(key, range)),
    openLocal: (key) => watch('open', storage.openLocal(key)),
    delete: (key) => watch('delete', storage.delete(key)),
  }
}
