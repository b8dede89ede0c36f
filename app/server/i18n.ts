import { type I18n, setupI18n } from '@lingui/core'
import { messages as en } from '#locales/en/server.ts'
import { messages as ru } from '#locales/ru/server.ts'
import type { Locale } from '#config'

/**
 * A message of the server. An `i18n` block comment before its object literal lets `lingui extract` find it without macros, because server
 * code runs without a build step.
 */
export type ServerText = {
  id: string
  message: string
  /** Text outside the catalogs: product names and texts of the operator. */
  own?: Record<Locale, string>
}

const catalogues: Record<Locale, I18n> = {
  en: setupI18n({ locale: 'en', messages: { en } }),
  ru: setupI18n({ locale: 'ru', messages: { ru } }),
}

export function translate(locale: Locale, text: ServerText, values: Record<string, unknown> = {}): string {
  if (text.own) return text.own[locale]
  return catalogues[locale]._(text.id, values, { message: text.message })
}
