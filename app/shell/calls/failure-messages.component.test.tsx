import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { ApiError, localFailure } from '#app/contract/base/api-result.ts'
import { readFailure } from '#app/contract/base/read-failure.ts'
import { useFailureMessage } from './failure-messages.ts'
import { setForeignWords } from './foreign-words.ts'
import { settle } from './settle.ts'

// The sentences for answers of proxies load late.
beforeEach(() => setForeignWords(() => undefined))

function say(failure: Parameters<ReturnType<typeof useFailureMessage>>[0]) {
  const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
  const wrapper = ({ children }: { children: ReactNode }) => <I18nProvider i18n={i18n}>{children}</I18nProvider>
  return renderHook(() => useFailureMessage(), { wrapper }).result.current(failure)
}

/** A response of a proxy, which has no text of ours. */
const byProxy = (status: number) => readFailure({ status, statusText: '' }, '<html>')

test.each([
  [500, 'on our side'],
  [400, 'Reload the page'],
])('a bare response %i has a general message', (status, words) => expect(say(byProxy(status))).toContain(words))

test('an unreadable answer does not claim that nothing was done', () =>
  expect(say(localFailure('unreadable'))).toContain('Reload the page before you try again'))

test('a fault of the page is not reported as a lost connection', async () => {
  const result = await settle(Promise.reject(new TypeError('x is not a function')))
  expect(result).toMatchObject({ ok: false, error: { code: 'page' } })
  if (!result.ok) expect(say(result.error)).toContain('on this page')
})

test('a failure that a call throws keeps its cause', async () => {
  const refused = byProxy(413)
  expect(await settle(Promise.reject(new ApiError(refused)))).toEqual({ ok: false, error: refused })
  const offline = localFailure('offline')
  expect(await settle(Promise.reject(new ApiError(offline)))).toEqual({ ok: false, error: offline })
})
