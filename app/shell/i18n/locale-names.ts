import type { Locale } from '#config'

/** Each language is named in itself, so the names are not translated. */
export const localeNames: Record<Locale, string> = { en: 'English', ru: 'Русский' }
