import { expect, test } from 'vitest'
import { inTurn } from './renewal.ts'

const { locks } = navigator

test('one tab renews the session, and those that waited for it only read the new one', async () => {
  const mayEnd = Promise.withResolvers<void>()
  const turn = {
    first: async () => {
      await mayEnd.promise
      return 'renewed'
    },
    waited: async () => 'read',
  }
  const tabs = [inTurn(locks, turn), inTurn(locks, turn), inTurn(locks, turn)]
  mayEnd.resolve()
  expect((await Promise.all(tabs)).sort()).toEqual(['read', 'read', 'renewed'])
})

test('a tab without Web Locks still renews the session', async () => {
  await expect(inTurn(undefined, { first: async () => 'renewed', waited: async () => 'read' })).resolves.toBe('renewed')
})

test('a lock that is never granted is not waited for', async () => {
  const hangs = Promise.withResolvers<string>()
  const hanging = inTurn(locks, { first: () => hangs.promise, waited: async () => 'read' })
  await expect(inTurn(locks, { first: async () => 'renewed', waited: async () => 'read' }, 10)).resolves.toBe('renewed')
  hangs.resolve('late')
  await expect(hanging).resolves.toBe('late')
})

test('a renewal that fails is not repeated for it', async () => {
  let runs = 0
  const first = () => {
    runs += 1
    return Promise.reject(new Error('no'))
  }
  await expect(inTurn(locks, { first, waited: first })).rejects.toThrow('no')
  expect(runs).toBe(1)
})
