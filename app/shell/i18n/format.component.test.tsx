import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import type { Locale } from '#config'
import { useFormat } from './format.ts'

function formatOf(locale: Locale) {
  const i18n = setupI18n({ locale, messages: { [locale]: {} } })
  const wrapper = ({ children }: { children: ReactNode }) => <I18nProvider i18n={i18n}>{children}</I18nProvider>
  return renderHook(() => useFormat(), { wrapper }).result.current
}

test('nothing to pay is “free”, in a price as in the cost of a run', () => {
  const { tokenPrice, spent } = formatOf('en')
  expect([tokenPrice(0), tokenPrice(400), tokenPrice(4_000)]).toEqual(['free', 'less than 1 token', '4 tokens'])
  expect([spent(0), spent(500)]).toEqual(['free', '0.5 tokens'])
})

test.each([
  ['en', 1, '1 byte'],
  ['en', 6, '6 bytes'],
  ['ru', 42, '42 байта'],
  ['en', 6_000, '6 kB'],
] as const)('a size in %s: %i is %s', (locale, count, shown) => expect(formatOf(locale).bytes(count)).toBe(shown))
