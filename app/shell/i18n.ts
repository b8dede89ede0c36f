import { type I18n, type Messages, setupI18n } from '@lingui/core'
import type { Locale } from '#config'

const catalogues = {
  en: () => import('#locales/en/messages.po'),
  ru: () => import('#locales/ru/messages.po'),
} satisfies Record<Locale, () => Promise<{ messages: Messages }>>

/** One instance for each router, because on the server every request has a router of its own. */
export const createI18n = (): I18n => setupI18n()

/** Loads the catalogue of one locale; does nothing when it is active already. */
export async function activateLocale(i18n: I18n, locale: Locale) {
  if (i18n.locale === locale) return
  const { messages } = await catalogues[locale]()
  i18n.loadAndActivate({ locale, messages })
}
