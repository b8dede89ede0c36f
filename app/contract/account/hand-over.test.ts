import { expect, test } from 'vitest'
import { handOverSearch, studioAddress } from './hand-over.ts'
import { safeRedirect } from '../base/safe-redirect.ts'

test('a prompt is carried through the sign-in page to its studio', () => {
  const search = new URLSearchParams(handOverSearch({ kind: 'video', prompt: 'Снег & "rain"?', signUp: true }))
  expect(search.get('mode')).toBe('sign-up')
  const target = new URL(safeRedirect(search.get('redirect')) ?? '', 'http://localhost')
  expect([target.pathname, target.searchParams.get('prompt')]).toEqual(['/dashboard/video', 'Снег & "rain"?'])
})

test('where sign-up is closed, the sign-in page is asked for', () => {
  expect(new URLSearchParams(handOverSearch({ kind: 'text', prompt: '', signUp: false })).toString()).toBe('redirect=%2Fdashboard%2Ftext')
})

test('a prompt that no redirect can carry still leads to its studio', () => {
  expect(studioAddress('text', 'long '.repeat(1000))).toBe('/dashboard/text')
})
