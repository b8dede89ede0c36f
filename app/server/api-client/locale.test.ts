import { expect, test } from 'vitest'
import { negotiateLocale } from './locale.ts'

test.each([
  ['ru', 'en', 'ru'],
  ['de', 'ru', 'ru'],
  [undefined, 'de-DE,ru;q=0.5,en;q=0.7', 'en'],
  [undefined, 'ru-RU,ru;q=0.9,en;q=0.8', 'ru'],
  [undefined, 'en;q=0,ru;q=0.1', 'ru'],
  [undefined, 'fr, *;q=0.1', 'en'],
  [undefined, ';;;q=,,', 'en'],
  [undefined, null, 'en'],
] as const)('cookie %s and Accept-Language %s give %s', (cookie, header, locale) => {
  expect(negotiateLocale(cookie, header)).toBe(locale)
})
