import { expect, test } from 'vitest'
import { openLiveList } from './live-list.ts'

/** A server whose answers the test controls, with a clock that the test advances. */
function openDesk() {
  const desk = { answer: async (): Promise<string[]> => ['one'], asked: 0, at: 0 }
  const list = openLiveList({
    fetchList: () => {
      desk.asked += 1
      return desk.answer()
    },
    freshMs: 100,
    retryMs: 10,
    keptMs: 1_000,
    firstWaitMs: 20,
    now: () => desk.at,
  })
  return { desk, list }
}

test('the list is requested once, however many read it, and again only when it is old, in the background', async () => {
  const { desk, list } = openDesk()
  expect(await Promise.all([list.read(), list.read(), list.read()])).toEqual([['one'], ['one'], ['one']])
  expect(desk.asked).toBe(1)
  desk.at = 99
  await list.read()
  expect(desk.asked).toBe(1)
  desk.at = 100
  desk.answer = async () => ['one', 'two']
  expect(await list.read()).toEqual(['one'])
  await expect.poll(() => list.read()).toEqual(['one', 'two'])
  expect(desk.asked).toBe(2)
})

test('a silent server delays its first reader only, and only briefly', async () => {
  const { desk, list } = openDesk()
  desk.answer = () => new Promise(() => undefined)
  expect(await list.read()).toEqual([])
  expect(await list.read()).toEqual([])
  expect(desk.asked).toBe(1)
})

test('a server that restarts keeps its models, one that stays away is reported as such, and both recover by themselves', async () => {
  const { desk, list } = openDesk()
  await list.read()
  desk.answer = () => Promise.reject(new Error('down'))
  desk.at = 200
  await list.read()
  await expect.poll(() => list.read()).toEqual(['one'])
  const asked = desk.asked
  desk.at = 205
  await list.read()
  expect(desk.asked).toBe(asked)
  desk.at = 1_200
  await list.read()
  await expect.poll(() => list.isAway()).toBe(true)
  expect(await list.read()).toEqual(['one'])
  desk.answer = async () => ['one']
  desk.at = 1_300
  await list.read()
  await expect.poll(() => list.isAway()).toBe(false)
})
