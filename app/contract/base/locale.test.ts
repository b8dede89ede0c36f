import { expect, test } from 'vitest'
import { localePath, negotiateLocale, splitLocalePath } from './locale.ts'

test.each([
  ['ru', 'en', 'ru'],
  ['de', 'ru', 'ru'],
  [undefined, 'de-DE,ru;q=0.5,en;q=0.7', 'en'],
  [undefined, 'ru-RU,ru;q=0.9,en;q=0.8', 'ru'],
  [undefined, 'en;q=0,ru;q=0.1', 'ru'],
  [undefined, 'fr, *;q=0.1', 'en'],
  [undefined, ';;;q=,,', 'en'],
  [undefined, null, 'en'],
] as const)('the cookie %s and Accept-Language %s choose %s', (cookie, header, locale) => {
  expect(negotiateLocale(cookie, header)).toBe(locale)
})

test.each([
  ['/ru', 'ru', '/'],
  ['/ru/', 'ru', '/'],
  ['/en/legal/terms', 'en', '/legal/terms'],
  ['/ru/en', 'ru', '/en'],
])('the path %s is pinned to a language', (path, locale, pathname) => {
  expect(splitLocalePath(path)).toEqual({ locale, pathname })
})

test.each(['/', '/legal', '/russia', '/RU/legal', '/de', '//ru', '/legal/ru'])('the path %s is pinned to no language', (pathname) => {
  expect(splitLocalePath(pathname)).toEqual({ locale: null, pathname })
})

test('adding a locale to a path and splitting it off are inverse', () => {
  for (const pathname of ['/', '/legal', '/legal/terms']) {
    expect(splitLocalePath(localePath('ru', pathname))).toEqual({ locale: 'ru', pathname })
  }
})
