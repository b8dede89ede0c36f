import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openJournal } from './install-journal.ts'

test('the lock goes to one at most of many that ask for it at once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'journal-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (let round = 0; round < 20; round++) {
    const locks = (await Promise.all(Array.from({ length: 8 }, () => openJournal(folder).lock()))).filter((lock) => lock !== null)
    expect(locks.length).toBeLessThanOrEqual(1)
    for (const lock of locks) {
      expect(await lock.beat()).toBe(true)
      await lock.release()
    }
    expect(await openJournal(folder).isWorking()).toBe(false)
  }
})
