import { expect, test } from 'vitest'
import { siteUrl } from './site-url.ts'

test('links in mails begin with the public address, or with this machine’s', () => {
  expect(siteUrl({ PUBLIC_URL: 'https://quartet.example/', PORT: 3000 })).toBe('https://quartet.example')
  expect(siteUrl({ PUBLIC_URL: undefined, PORT: 3000 })).toBe('http://localhost:3000')
})
