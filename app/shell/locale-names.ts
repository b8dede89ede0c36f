import type { Locale } from '#config'

/** Languages call themselves by their own names, so these are not translated. */
export const localeNames: Record<Locale, string> = { en: 'English', ru: 'Русский' }
