import { type LegalDocument, legalDocuments } from '#app/contract/public-pages.ts'
import type { Locale } from '#config'

export function isLegalDocument(value: unknown): value is LegalDocument {
  return legalDocuments.some((document) => document === value)
}

/** Who stands behind a document, in its language. */
export type Operator = { operator: string; address: string; email: string; jurisdiction: string }

/** A paragraph, or a list of short points. */
export type LegalPart = string | readonly string[]
export type LegalText = { lead: string; sections: readonly { heading: string; body: readonly LegalPart[] }[] }

type Writer = (operator: Operator) => LegalText

/** Every text but the prices, which are drawn from the catalogue. */
export type WrittenDocument = Exclude<LegalDocument, 'pricing'>

/** Long texts are kept whole, one file for each language, because they are read and agreed to as a whole. */
export const legalTexts: Record<WrittenDocument, Record<Locale, () => Promise<{ default: Writer }>>> = {
  terms: { en: () => import('./texts/terms.en.ts'), ru: () => import('./texts/terms.ru.ts') },
  privacy: { en: () => import('./texts/privacy.en.ts'), ru: () => import('./texts/privacy.ru.ts') },
  aup: { en: () => import('./texts/aup.en.ts'), ru: () => import('./texts/aup.ru.ts') },
  offer: { en: () => import('./texts/offer.en.ts'), ru: () => import('./texts/offer.ru.ts') },
  commercial: { en: () => import('./texts/commercial.en.ts'), ru: () => import('./texts/commercial.ru.ts') },
}
