import { type LegalDocument, legalDocuments } from '#app/contract/base/public-pages.ts'

export function isLegalDocument(value: unknown): value is LegalDocument {
  return legalDocuments.some((document) => document === value)
}
