import { describe, expect, test } from 'vitest'
import { readAccessToken } from './read-access-token.ts'

const read = (path: string) => readAccessToken(new URL(path, 'https://quartet.example'))

describe('?access_token=', () => {
  test.each([
    ['/?access_token=abc', '/', 'abc'],
    ['/legal/terms?access_token=abc', '/legal/terms', 'abc'],
    ['/ru/dashboard/image?prompt=A%20fox+b&access_token=a.b-c_d&item=1', '/ru/dashboard/image?prompt=A%20fox+b&item=1', 'a.b-c_d'],
    ['/?access%5Ftoken=abc&x', '/?x', 'abc'],
    ['/?a=1&&access_token=abc&', '/?a=1&&', 'abc'],
    [`/?access_token=${'x'.repeat(2048)}`, '/', 'x'.repeat(2048)],
  ])('?access_token= of %s is removed from the URL and read', (path, cleanPath, token) => {
    expect(read(path)).toEqual({ cleanPath, token })
  })

  test.each([
    ['repeated', '/?access_token=a&access_token=b', '/'],
    ['repeated with the same value', '/p?access_token=a&q=1&access_token=a', '/p?q=1'],
    ['an array', '/?access_token[]=a', '/'],
    ['an array with an index', '/?access_token%5B0%5D=a&z=1', '/?z=1'],
    ['an array beside a string', '/?access_token=a&access_token[]=b', '/'],
    ['empty', '/?access_token=', '/'],
    ['without a value', '/?access_token', '/'],
    ['oversize', `/?access_token=${'x'.repeat(2049)}`, '/'],
  ])('?access_token= that is %s is removed and ignored', (_, path, cleanPath) => {
    expect(read(path)).toEqual({ cleanPath, token: null })
  })

  test.each(['/', '/?x=1', '/?access_tokens=a', '/?my_access_token=a', '/access_token', '/#access_token=a', '/?q=access_token%3Da'])(
    '%s has no access token',
    (path) => expect(read(path)).toBeNull(),
  )

  test('?access_token= cannot lead to another host', () => {
    for (const path of ['//evil.example/?access_token=a', '/\\evil.example?access_token=a', '////evil.example?access_token=a']) {
      const url = new URL('https://quartet.example/')
      url.pathname = path.split('?')[0] ?? ''
      url.search = 'access_token=a'
      const { cleanPath } = readAccessToken(url) ?? { cleanPath: '//' }
      expect(new URL(cleanPath, 'https://quartet.example').host).toBe('quartet.example')
    }
  })
})
