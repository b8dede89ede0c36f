import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createUser } from '#tests/factories/users.ts'
import { insertWorks } from '#tests/factories/works.ts'
import { scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { openTestDatabase, type TestDatabase } from '#tests/fixtures/database.ts'
import { watchConflicts } from '#tests/fixtures/watch-conflicts.ts'
import { openProviders } from '#app/server/providers/providers.ts'
import type { Queue } from '#app/server/queue/queue.ts'
import { openDiskStorage } from '#app/server/storage/disk-storage.ts'
import { Problem } from '../../problem.ts'
import { shareGeneration } from '../shares/share-generation.ts'
import { unshareGeneration } from '../shares/unshare-generation.ts'
import { changeMany } from './change-many.ts'
import { createCollection } from './create-collection.ts'
import { deleteCollection } from './delete-collection.ts'

let handle: TestDatabase
let queue: Queue
const conflicts = watchConflicts()
beforeEach(async () => {
  handle = await openTestDatabase()
  queue = await handle.openQueue()
})
afterEach(() => handle.close())

const unlessRefused = (error: unknown) => {
  if (!(error instanceof Problem)) throw error
}

test('a work that is shared and unshared many times at once meets no conflict', async () => {
  const { id: userId } = await createUser(handle)
  const storage = await openDiskStorage(join(handle.dataDir, 'files'))
  const [id = ''] = await insertWorks(handle.db, userId, [{}])
  const share = () =>
    shareGeneration(handle.db, { storage, userId, id, input: { show_prompt: true, show_thinking: false, expires_at: null } })
  for (let round = 0; round < 5; round += 1)
    await Promise.all([share(), share(), share(), unshareGeneration(handle.db, { userId, id }), share(), share()])
  expect(conflicts).toEqual([])
})

test('changes of the same works in different orders, at once, meet no conflict', async () => {
  const { id: userId } = await createUser(handle)
  const providers = openProviders([scriptedProvider()])
  const works = await insertWorks(
    handle.db,
    userId,
    Array.from({ length: 30 }, () => ({})),
  )
  for (let round = 0; round < 4; round += 1) {
    const collectionId = await createCollection(handle.db, { userId, name: `Lakes ${round}` })
    const change = (action: 'favorite' | 'unfavorite' | 'trash' | 'restore' | 'purge', ids: string[]) =>
      changeMany(handle.db, { queue, providers, userId, change: { action, ids } })
    const sort = (action: 'add' | 'remove', ids: string[]) =>
      changeMany(handle.db, { queue, providers, userId, change: { action, ids, collection_id: collectionId } })
    const back = works.toReversed()
    await sort('add', works)
    await Promise.all(
      [
        change('favorite', works),
        change('unfavorite', back),
        sort('remove', back),
        sort('add', works),
        change('trash', back),
        change('restore', works),
        change('purge', back.slice(0, 2)),
        deleteCollection(handle.db, { userId, id: collectionId }),
      ].map((act) => act.catch(unlessRefused)),
    )
  }
  expect(conflicts).toEqual([])
})
