import { expect, test } from 'vitest'
import { readLink, saysWhere } from './safe-link.ts'

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'blob:https://example.com/1',
  'file:///etc/passwd',
  '/profile/settings',
  '//evil.example',
  '#top',
  'https://',
  '',
])('%j is no link', (href) => {
  expect(readLink(href)).toBeUndefined()
})

test.each([
  ['https://www.example.com/a?b#c', 'example.com'],
  ['http://localhost:3000/x', 'localhost:3000'],
  ['https://bank.example@evil.example/login', 'evil.example'],
  ['https://аррӏе.example/', 'xn--80ak6aa92e.example'],
  ['mailto:ann@example.com', 'ann@example.com'],
])('%j leads to %s', (href, host) => {
  expect(readLink(href)?.host).toBe(host)
  expect(readLink(href)?.href).not.toContain('bank')
})

test('only text that names the host shows where a link leads', () => {
  expect(saysWhere('https://example.com/a', 'example.com')).toBe(true)
  expect(saysWhere('www.Example.com', 'example.com')).toBe(true)
  expect(saysWhere('https://bank.example', 'evil.example')).toBe(false)
  expect(saysWhere('example.com.evil.example', 'example.com')).toBe(false)
  expect(saysWhere('here', 'example.com')).toBe(false)
})
