import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { beforeEach, expect, test, vi } from 'vitest'
import { hashPassword, verifyPassword } from './hash-password.ts'

vi.mock('@node-rs/argon2', { spy: true })

const atOnce = Math.min(4, availableParallelism())

beforeEach(() => {
  vi.mocked(hash).mockClear()
  vi.mocked(verify).mockClear()
})

test('simultaneous sign-ins queue: never more hashes at once than the cap, and everybody gets theirs', async () => {
  let running = 0
  let most = 0
  const turns: (() => void)[] = []
  vi.mocked(hash).mockImplementation(async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise<void>((resolve) => turns.push(resolve))
    running -= 1
    return 'hash'
  })
  const all = Promise.all(Array.from({ length: 40 }, (_, index) => hashPassword(`tangerine kettle ${index}`)))
  for (let left = 40; left > 0; left -= 1) {
    await expect.poll(() => turns.length).toBeGreaterThan(0)
    turns.shift()?.()
  }
  expect(await all).toHaveLength(40)
  expect(most).toBe(atOnce)
  vi.mocked(hash).mockReset()
})

test('a hash that fails gives its place to the next', async () => {
  vi.mocked(hash).mockRejectedValueOnce(new Error('no memory'))
  await expect(hashPassword('tangerine kettle')).rejects.toThrow('no memory')
  for (let count = 0; count < atOnce; count += 1) await expect(hashPassword('tangerine kettle')).resolves.toBeTruthy()
})

test('a sign-in without a stored password does the same work', async () => {
  const known = await hashPassword('tangerine kettle')
  expect(await verifyPassword(known, 'tangerine kettle')).toBe(true)
  expect(await verifyPassword(null, 'tangerine kettle')).toBe(false)
  expect(await verifyPassword(undefined, '')).toBe(false)
  const costs = vi.mocked(verify).mock.calls.map(([against]) => String(against).split('$').slice(1, 4).join('$'))
  expect(new Set(costs)).toEqual(new Set(['argon2id$v=19$m=19456,t=2,p=1']))
})
