// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { config } from '#config'
import { decorateOutgoing } from './decorate-outgoing.ts'
import { OutgoingLink } from './outgoing-link.tsx'

vi.mock('#config', async (importOriginal) => {
  const original = await importOriginal<typeof import('#config')>()
  return { ...original, referral: { ...original.referral, outgoingHosts: ['shop.example'] } }
})
vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

afterEach(() => {
  document.body.replaceChildren()
  document.cookie = `${config.referral.cookieName}=; max-age=0`
})

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

test('nothing is added without a referral', () => {
  expect(decorateOutgoing('https://shop.example/', undefined, hosts)).toBe('https://shop.example/')
})

test.each([
  ['pressed', () => new Event('pointerdown', { bubbles: true })],
  ['focused', () => new FocusEvent('focusin', { bubbles: true })],
])('a link to an allow-listed host carries the referral code once it is %s', (_, makeEvent) => {
  document.cookie = `${config.referral.cookieName}=ann`
  const place = document.body.appendChild(document.createElement('div'))
  act(() => createRoot(place).render(<OutgoingLink href="https://shop.example/">Shop</OutgoingLink>))
  const link = place.querySelector('a')
  expect(link?.href).toBe('https://shop.example/')
  act(() => void link?.dispatchEvent(makeEvent()))
  expect(link?.href).toBe('https://shop.example/?ref=ann')
})
