import { expect, test } from 'vitest'
import { hostOf, isRedirectUri, isRegistered, withAnswer } from './redirect-uris.ts'

test.each([
  'https://claude.ai/api/mcp/auth_callback',
  'https://agent.example/callback?from=quartet',
  'http://localhost:8976/callback',
  'http://127.0.0.1/callback',
  'http://[::1]:1/callback',
  'com.example.agent:/callback',
  'cursor://anysphere.cursor-retrieval/oauth/callback',
])('people may return to %s', (uri) => {
  expect(isRedirectUri(uri)).toBe(true)
})

test.each([
  '',
  'callback',
  'http://evil.example/callback',
  'http://localhost.evil.example/',
  'http://127.0.0.1.evil.example/',
  'http://localhost:8976@evil.example/',
  'http:/localhost/callback',
  'javascript:alert(1)',
  'JavaScript:alert(1)//a.b',
  'data:text/html,hi',
  'blob:https://agent.example/1',
  'file:///etc/passwd',
  'ms-msdt:/id',
  'mailto:me@agent.example',
  'https://person@evil.example/',
  'https:agent.example/callback',
  String.raw`https://agent.example\@evil.example/`,
  'https://agent.example/#fragment',
  'https://agent.example/ space',
  'https://agent.example/\nline',
  'https://агент.example/',
  `https://agent.example/${'x'.repeat(1_000)}`,
])('nobody is sent to %j', (uri) => {
  expect(isRedirectUri(uri)).toBe(false)
})

const registered = ['http://localhost:8976/callback', 'https://agent.example/callback?from=quartet']
test.each([
  ['http://localhost:8976/callback', true],
  ['http://localhost:51234/callback', true],
  ['http://localhost/callback', true],
  ['https://agent.example/callback?from=quartet', true],
  ['http://127.0.0.1:8976/callback', false],
  ['https://localhost:8976/callback', false],
  ['http://localhost:8976/callback/', false],
  ['http://localhost:8976/callback/../callback', false],
  ['http://localhost:8976/callback?next=https://evil.example', false],
  ['http://localhost:8976/callback#x', false],
  ['http://localhost:99999999/callback', false],
  ['https://agent.example:444/callback?from=quartet', false],
  ['https://agent.example/callback', false],
  ['https://agent.example/callback?from=quartet&to=evil', false],
  ['https://Agent.example/callback?from=quartet', false],
])('%s is a registered address: %s', (asked, expected) => {
  expect(isRegistered(registered, asked)).toBe(expected)
})

test('an answer is appended, and the host is named unless it is the own device', () => {
  expect(withAnswer('https://agent.example/cb?a=%20', { state: 'a&b' })).toBe('https://agent.example/cb?a=%20&state=a%26b')
  expect(withAnswer('http://localhost/cb', { code: 'c' })).toBe('http://localhost/cb?code=c')
  expect([hostOf('https://agent.example:8443/cb'), hostOf('http://localhost/cb'), hostOf('cursor://x/cb')]).toEqual([
    'agent.example:8443',
    null,
    null,
  ])
})
