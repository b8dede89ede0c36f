import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import type { PriceRule } from '#app/contract/runs/models.ts'
import { usePricePhrase } from './use-price-phrase.ts'

const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
const phrase = renderHook(() => usePricePhrase(), {
  wrapper: ({ children }: { children: ReactNode }) => <I18nProvider i18n={i18n}>{children}</I18nProvider>,
}).result.current

test.each<[PriceRule, string]>([
  [{ base: 0, per: null }, 'free'],
  [{ base: 0, per: { measure: 'count', every: 1, tokens: 0 } }, 'free'],
  [{ base: 0, per: { measure: 'model_tokens', every: 1000, input: 0, output: 0 } }, 'free'],
  [{ base: 0, per: { measure: 'count', every: 1, tokens: 4 } }, '4 tokens per image'],
])('a price is a phrase that people use: %o is “%s”', (rule, words) => expect(phrase(rule)).toBe(words))
