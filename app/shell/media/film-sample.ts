import type { Locale } from '#config'
import { sampleFile } from './samples.ts'

const titles: Record<Locale, string> = { en: 'The keeper and the fox', ru: 'Смотритель и лиса' }

/** The beginning of the example film in each language, as the built-in model made it; see `scripts/make-film-sample.ts`. */
export const filmSample = (locale: Locale) => ({
  title: titles[locale],
  src: sampleFile(`film-${locale}.mp4`),
  still: sampleFile(`film-${locale}.webp`),
  captions: sampleFile(`film-${locale}.vtt`),
  width: 854,
  height: 480,
})
