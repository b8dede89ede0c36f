import type { Locale } from '#config'

/** Languages are named in themselves, so these are not translated. */
export const localeNames: Record<Locale, string> = { en: 'English', ru: 'Русский' }
