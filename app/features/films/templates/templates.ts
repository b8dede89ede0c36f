import type { Locale } from '#config'
import type { Templates } from './template-names.ts'
import { en } from './templates.en.ts'
import { ru } from './templates.ru.ts'

/** Scripts to begin with, in the language of the film. */
export const templates: Record<Locale, Templates> = { en, ru }
