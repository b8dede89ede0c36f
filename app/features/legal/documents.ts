import { type LegalDocument, legalDocuments } from '#app/contract/public-pages.ts'
import type { Locale } from '#config'
import type { WriteLegalText } from './legal-text.ts'

export function isLegalDocument(value: unknown): value is LegalDocument {
  return legalDocuments.some((document) => document === value)
}

/** All documents except the price list, which is generated from the catalogue. */
export type WrittenDocument = Exclude<LegalDocument, 'pricing'>

/** Each text is one file per language, because people read and accept it as a whole. */
export const legalTexts: Record<WrittenDocument, Record<Locale, () => Promise<{ default: WriteLegalText }>>> = {
  terms: { en: () => import('./texts/terms.en.ts'), ru: () => import('./texts/terms.ru.ts') },
  privacy: { en: () => import('./texts/privacy.en.ts'), ru: () => import('./texts/privacy.ru.ts') },
  aup: { en: () => import('./texts/aup.en.ts'), ru: () => import('./texts/aup.ru.ts') },
  offer: { en: () => import('./texts/offer.en.ts'), ru: () => import('./texts/offer.ru.ts') },
  commercial: { en: () => import('./texts/commercial.en.ts'), ru: () => import('./texts/commercial.ru.ts') },
}
