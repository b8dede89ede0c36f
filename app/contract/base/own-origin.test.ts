import { expect, test } from 'vitest'
import { isOwnOrigin } from './own-origin.ts'

const request = (url: string, forwarded?: string) => ({ url, headers: new Headers(forwarded ? { 'x-forwarded-proto': forwarded } : {}) })

test.each([
  ['http://localhost:3000', request('http://localhost:3000/_serverFn/x'), true],
  ['https://quartet.example', request('http://quartet.example/_serverFn/x', 'https'), true],
  ['https://quartet.example/page?x=1', request('http://quartet.example/', 'https, http'), true],
  ['http://quartet.example', request('http://quartet.example/', 'https'), false],
  ['https://quartet.example:8443', request('http://quartet.example/', 'https'), false],
  ['https://evil.example', request('http://quartet.example/', 'https'), false],
  ['https://quartet.example.evil.example', request('http://quartet.example/', 'https'), false],
  ['https://quartet.example@evil.example', request('http://quartet.example/', 'https'), false],
  ['null', request('http://quartet.example/'), false],
  ['', request('http://quartet.example/'), false],
])('the origin %s of %o is recognized as ours: %s', (origin, asked, isOurs) => {
  expect(isOwnOrigin(origin, asked)).toBe(isOurs)
})
