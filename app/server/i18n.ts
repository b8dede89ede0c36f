import { type I18n, setupI18n } from '@lingui/core'
import { messages as en } from '#locales/en/server.ts'
import { messages as ru } from '#locales/ru/server.ts'
import type { Locale } from '#config'

/**
 * A message of the server. Its object literal is preceded by an `i18n` block comment, by which `lingui extract` finds it without macros:
 * server code runs without a build step.
 */
export type ServerText = {
  id: string
  message: string
  /** Text outside the catalogues: product names and the operator's texts. */
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
