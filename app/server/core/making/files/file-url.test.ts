import { expect, test } from 'vitest'
import { config } from '#config'
import { deriveKeys } from '#app/server/keys.ts'
import { readFileLink, signFileUrl } from './file-url.ts'

const keys = deriveKeys('a secret of the installation')
const now = Date.parse('2026-11-23T12:00:00Z')
const read = (url: string, { id = 'a', at = now, by = keys } = {}) =>
  readFileLink(by, id, Object.fromEntries(new URL(url, 'https://quartet.example').searchParams), at)

test('a signed link opens its file until its end and not after', () => {
  const url = signFileUrl(keys, 'a', { now })
  const ends = Number(new URL(url, 'https://quartet.example').searchParams.get('expires')) * 1000
  expect(ends - now).toBeLessThanOrEqual(config.generations.fileUrlMaxAge * 1000)
  expect(ends - now).toBeGreaterThan((config.generations.fileUrlMaxAge / 2) * 1000)
  expect(read(url, { at: ends })).toEqual({ trashedAt: null })
  expect(read(url, { at: ends + 1 })).toBeUndefined()
})

test('a signed link is invalid for another file, key or expiry', () => {
  const url = signFileUrl(keys, 'a', { now })
  expect(read(url, { id: 'b' })).toBeUndefined()
  expect(read(url, { by: deriveKeys('another secret') })).toBeUndefined()
  expect(read(url.replace(/expires=(\d+)/, (_, seconds: string) => `expires=${Number(seconds) + 1}`))).toBeUndefined()
})

test('a link signed in the trash contains the time of deletion, protected by the signature', () => {
  const trashedAt = new Date(now - 60_000)
  const url = signFileUrl(keys, 'a', { now, trashedAt })
  expect(read(url)).toEqual({ trashedAt })
  expect(read(url.replace(/trashed=\d+/, `trashed=${now}`))).toBeUndefined()
  expect(read(`${signFileUrl(keys, 'a', { now })}&trashed=${now}`)).toBeUndefined()
})
