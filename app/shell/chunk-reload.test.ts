import { expect, test } from 'vitest'
import { claimReload } from './chunk-reload.ts'

function memory() {
  const values = new Map<string, string>()
  return { getItem: (key: string) => values.get(key) ?? null, setItem: (key: string, value: string) => void values.set(key, value) }
}

test('a path is reloaded at most once in ten seconds', () => {
  const storage = memory()
  expect(claimReload(storage, '/dashboard', 1_000)).toBe(true)
  expect(claimReload(storage, '/dashboard', 10_999)).toBe(false)
  expect(claimReload(storage, '/dashboard', 11_000)).toBe(true)
})

test('another path is not held back, and does not let the first go before its time', () => {
  const storage = memory()
  expect(claimReload(storage, '/dashboard', 1_000)).toBe(true)
  expect(claimReload(storage, '/profile/tokens', 1_500)).toBe(true)
  expect(claimReload(storage, '/dashboard', 2_000)).toBe(false)
  expect(claimReload(storage, '/profile/tokens', 2_000)).toBe(false)
})

test('without storage nothing is reloaded, because nothing could stop it', () => {
  const blocked = {
    getItem: (): string | null => {
      throw new Error('SecurityError')
    },
    setItem: () => {},
  }
  expect(claimReload(blocked, '/dashboard', 1_000)).toBe(false)
})
