import { copyFile } from 'node:fs/promises'
import { type Storage, StorageError } from './storage.ts'

/**
 * A storage whose files are still being moved in: what it lacks is read from the old place. New files go to the new one. Deletions start
 * with the old place, so that the mover, which looks there once more after each copy, never brings a deleted file back.
 */
export function withFallback(store: Storage, old: Storage): Storage {
  const orFrom = async <T>(read: (from: Storage) => Promise<T>): Promise<T> => {
    try {
      return await read(store)
    } catch (error) {
      if (!(error instanceof StorageError) || error.code !== 'not_found') throw error
      return read(old)
    }
  }
  const { link } = store
  return {
    ...store,
    read: (key, options) => orFrom((from) => from.read(key, options)),
    openLocal: (key) => orFrom((from) => from.openLocal(key)),
    stat: async (key) => (await store.stat(key)) ?? (await old.stat(key)),
    async copy(from, to) {
      if (await store.stat(from)) return store.copy(from, to)
      await using local = await old.openLocal(from)
      await using temp = store.openTemp()
      await copyFile(local.path, temp.path)
      await store.putFile(to, temp.path)
    },
    async delete(key) {
      await old.delete(key)
      await store.delete(key)
    },
    async *list(prefix) {
      yield* store.list(prefix)
      for await (const file of old.list(prefix)) if (!(await store.stat(file.key))) yield file
    },
    // A link to a file that is not moved yet would lead nowhere.
    ...(link && { link: async (key, options) => ((await store.stat(key)) ? link(key, options) : null) }),
    async close() {
      await store.close?.()
      await old.close?.()
    },
  }
}
