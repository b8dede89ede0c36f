import { expect, test } from 'vitest'
import { remoteVersion } from './page-version.ts'

test('a remote version is asked for once a second, once for parallel visitors, and survives an API that fails', async () => {
  const clock = { now: 0 }
  const api = { asked: 0, answer: async () => Response.json({ version: 7 }) }
  const version = remoteVersion(
    () => {
      api.asked += 1
      return api.answer()
    },
    () => clock.now,
  )
  expect(version.known()).toBeNull()
  expect(await Promise.all([version.read(), version.read()])).toEqual([7, 7])
  expect([version.known(), api.asked]).toEqual([7, 1])
  clock.now = 1_000
  expect(version.known()).toBeNull()
  api.answer = () => Promise.reject(new Error('down'))
  expect([await version.read(), api.asked]).toEqual([7, 2])
})
