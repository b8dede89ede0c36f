import { describe, expect, test } from 'vitest'
import { safeRedirect } from './safe-redirect.ts'

const hostile = [
  '//evil.example',
  '///evil.example',
  '////evil.example/path',
  '/\\evil.example',
  '\\/evil.example',
  '\\\\evil.example',
  '/\\/evil.example',
  '/path\\..\\..\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/\u0000/evil.example',
  '/\u007f/evil.example',
  '/ok\r\nSet-Cookie: a=b',
  'https://evil.example',
  'HTTPS://evil.example',
  'http:evil.example',
  'https:/evil.example',
  'https:///evil.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'blob:https://evil.example/1',
  'file:///etc/passwd',
  'mailto:a@evil.example',
  'evil.example',
  'dashboard',
  './dashboard',
  '../dashboard',
  '?redirect=/dashboard',
  '#top',
  '@evil.example',
  ':@evil.example',
  '',
  ' ',
  '/.//evil.example',
  '/..//evil.example',
  '/a/..//evil.example',
  '/%2e%2e//evil.example',
  `/${'a'.repeat(3000)}`,
  '/signin',
  '/signin?redirect=/signin',
  '/signin/',
  '/ru/signin',
  '/./signin',
  '/switch?redirect=/dashboard',
  '/\uFEFF\\evil.example',
  '\u00A0//evil.example',
  '/\u0009\u0009//evil.example',
  'http://evil.example:80@here.invalid/',
  '//here.invalid/',
  'http://here.invalid/dashboard',
  null,
  undefined,
  0,
  ['/dashboard'],
  { toString: () => '/dashboard' },
]

describe('safe redirects', () => {
  test.each(hostile.map((value) => [value]))('a redirect to %j is dropped', (value) => {
    expect(safeRedirect(value)).toBeNull()
  })

  test.each([
    ['/', '/'],
    ['/dashboard', '/dashboard'],
    ['/dashboard/image?prompt=A+fox%20at+dawn', '/dashboard/image?prompt=A+fox+at+dawn'],
    ['/dashboard/text?prompt=%D0%9B%D0%B8%D1%81%D0%B0', '/dashboard/text?prompt=%D0%9B%D0%B8%D1%81%D0%B0'],
    ['/legal/terms#part-2', '/legal/terms#part-2'],
    ['/a/../profile', '/profile'],
    ['/a?next=//evil.example', '/a?next=%2F%2Fevil.example'],
    ['/%2F%2Fevil.example', '/%2F%2Fevil.example'],
    ['/@evil.example', '/@evil.example'],
    ['/\u2044\u2215evil.example', '/%E2%81%84%E2%88%95evil.example'],
    ['/%5Cevil.example', '/%5Cevil.example'],
    ['/signing', '/signing'],
  ])('a redirect to %s stays in the app as %s', (value, path) => {
    expect(safeRedirect(value)).toBe(path)
  })

  test('a token in the query of a redirect is left behind', () => {
    expect(safeRedirect('/dashboard?access_token=secret&item=1')).toBe('/dashboard?item=1')
    expect(safeRedirect('/dashboard?access_token=a&access_token=b')).toBe('/dashboard')
    expect(safeRedirect('/dashboard?access_token[]=a&access%5Ftoken=b&item=1')).toBe('/dashboard?item=1')
  })

  test.each([
    ['/dashboard?next=%2Flegal%3Faccess_token%3Dsecret', '/dashboard'],
    ['/dashboard?next=%252Flegal%253Faccess_token%253Dsecret', '/dashboard'],
    ['/dashboard?next=/legal?access%5Ftoken[]=secret#part', '/dashboard#part'],
    ['/legal/terms?a=1#access_token=secret', '/legal/terms?a=1'],
    ['/dashboard/text?prompt=what+is+an+access_token', '/dashboard/text?prompt=what+is+an+access_token'],
  ])('a token deeper in a redirect is left behind with the parameter that holds it: %s', (value, path) => {
    expect(safeRedirect(value)).toBe(path)
  })

  test('a redirect to a path that holds a token is dropped', () => {
    expect(safeRedirect('/legal%3Faccess_token=secret')).toBeNull()
  })

  test('every accepted redirect is a page of this origin to a browser', () => {
    for (const value of hostile) {
      const path = safeRedirect(value)
      if (path !== null) expect(new URL(path, 'https://quartet.example').origin).toBe('https://quartet.example')
    }
  })

  test('an accepted redirect is unchanged when it is checked again', () => {
    const once = safeRedirect('/dashboard/image?prompt=50%25 off & more')
    expect(safeRedirect(once)).toBe(once)
  })
})
