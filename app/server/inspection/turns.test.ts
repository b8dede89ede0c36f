import { expect, test } from 'vitest'
import { openTurns } from './turns.ts'

/** Turns on a clock that is set by hand. */
function openTable({ places, spare = 0 }: { places: number; spare?: number }) {
  let now = 0
  const timers = new Set<{ at: number; callback(): void }>()
  const turns = openTurns({
    places,
    spare,
    now: () => now,
    after(ms, callback) {
      const timer = { at: now + ms, callback }
      timers.add(timer)
      return () => timers.delete(timer)
    },
  })
  const log: string[] = []
  const ends = new Map<string, () => void>()
  return {
    log,
    async ask(name: string, userId?: string, signal?: AbortSignal) {
      const place = await turns.take(userId, signal)
      log.push(name)
      ends.set(name, () => place[Symbol.dispose]())
    },
    async pass(ms: number) {
      now += ms
      for (const timer of timers) {
        if (timer.at > now) continue
        timers.delete(timer)
        timer.callback()
      }
      await settled()
    },
    async end(...names: string[]) {
      for (const name of names) ends.get(name)?.()
      await settled()
    },
  }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('one person has at most half of the places, and others start at once', async () => {
  const table = openTable({ places: 4 })
  for (const name of ['a1', 'a2', 'a3', 'a4']) void table.ask(name, 'ann')
  void table.ask('b1', 'bob')
  await table.pass(0)
  expect(table.log).toEqual(['a1', 'a2', 'b1'])
  await table.end('a1')
  expect(table.log).toEqual(['a1', 'a2', 'b1', 'a3'])
})

test('people whose files were slow have half of the places together, until they are forgiven', async () => {
  const table = openTable({ places: 4 })
  const slow = ['ann', 'bob', 'cid']
  for (const name of slow) void table.ask(`${name} 1`, name)
  await table.pass(5_000)
  await table.end(...slow.map((name) => `${name} 1`))
  table.log.length = 0
  for (const name of slow) void table.ask(`${name} 2`, name)
  void table.ask('eve', 'eve')
  await table.pass(0)
  expect(table.log).toEqual(['ann 2', 'bob 2', 'eve'])
  await table.end('ann 2', 'bob 2', 'eve')
  expect(table.log).toEqual(['ann 2', 'bob 2', 'eve', 'cid 2'])
  await table.end('cid 2')
  await table.pass(10 * 60_000)
  table.log.length = 0
  for (const name of slow) void table.ask(`${name} 3`, name)
  await table.pass(0)
  expect(table.log).toEqual(['ann 3', 'bob 3', 'cid 3'])
})

test('the next place is for the person who has taken the least time', async () => {
  const table = openTable({ places: 1 })
  void table.ask('a1', 'ann')
  await table.pass(900)
  void table.ask('a2', 'ann')
  void table.ask('a3', 'ann')
  void table.ask('b1', 'bob')
  await table.end('a1')
  await table.end('b1')
  expect(table.log).toEqual(['a1', 'b1', 'a2'])
})

test('tasks that take longer than a second move to spare places', async () => {
  const table = openTable({ places: 2, spare: 1 })
  for (const name of ['ann', 'bob', 'cid', 'eve']) void table.ask(name, name)
  await table.pass(999)
  expect(table.log).toEqual(['ann', 'bob'])
  await table.pass(1)
  expect(table.log).toEqual(['ann', 'bob', 'cid'])
  await table.end('ann')
  expect(table.log).toEqual(['ann', 'bob', 'cid', 'eve'])
})

test('the tasks of the server leave a place to people', async () => {
  const table = openTable({ places: 3 })
  for (const name of ['s1', 's2', 's3']) void table.ask(name)
  void table.ask('ann', 'ann')
  await table.pass(0)
  expect(table.log).toEqual(['s1', 's2', 'ann'])
})

test('a task that is canceled while it waits leaves its place to the next', async () => {
  const table = openTable({ places: 1 })
  const cancel = new AbortController()
  void table.ask('ann', 'ann')
  const canceled = table.ask('bob', 'bob', cancel.signal)
  void table.ask('cid', 'cid')
  cancel.abort()
  await expect(canceled).rejects.toThrow('aborted')
  await table.pass(0)
  await table.end('ann')
  expect(table.log).toEqual(['ann', 'cid'])
})
