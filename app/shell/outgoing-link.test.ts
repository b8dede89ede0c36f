import { expect, test } from 'vitest'
import { decorateOutgoing } from './outgoing-link.tsx'

const hosts = ['shop.example', 'docs.example:8443']

test.each([
  ['https://shop.example/', 'https://shop.example/?ref=ann'],
  ['https://shop.example/a?b=1#c', 'https://shop.example/a?b=1&ref=ann#c'],
  ['https://docs.example:8443/x', 'https://docs.example:8443/x?ref=ann'],
  ['https://shop.example/?ref=other', 'https://shop.example/?ref=ann'],
])('outgoing links can be decorated with ref: %s', (href, decorated) => {
  expect(decorateOutgoing(href, 'ann', hosts)).toBe(decorated)
})

test.each([
  'https://evil.example/',
  'https://shop.example.evil.example/',
  'https://shop.example@evil.example/',
  'https://docs.example/x',
  'http://shop.example/',
  'javascript:alert(1)',
  'mailto:ann@shop.example',
  '/legal',
])('only links to allow-listed hosts are decorated: %s stays as it is', (href) => {
  expect(decorateOutgoing(href, 'ann', hosts)).toBe(href)
})

test('without a referral nothing is added', () => {
  expect(decorateOutgoing('https://shop.example/', undefined, hosts)).toBe('https://shop.example/')
})
