import type { Storage } from './storage.ts'

const folder = 'builds/'
/** The time in milliseconds, with as many digits for centuries, and the id of the build. */
const pattern = /^builds\/\d{13}-(.+)$/

/** Whether a file of the storage has the assets of a build, instead of a result or an upload. */
export const isBuild = (key: string) => key.startsWith(folder)

export const keyOfBuild = (id: string, storedAt = Date.now()) => `${folder}${storedAt}-${id}`

export type StoredBuild = { id: string; key: string }

/** Lists the builds whose assets are in the storage, the latest first. */
export async function listBuilds(storage: Pick<Storage, 'list'>): Promise<StoredBuild[]> {
  const found: StoredBuild[] = []
  for await (const { key } of storage.list(folder)) {
    const id = pattern.exec(key)?.[1]
    if (id !== undefined) found.push({ id, key })
  }
  return found.toSorted((a, b) => (a.key < b.key ? 1 : -1))
}
