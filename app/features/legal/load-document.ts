import type { QueryClient } from '@tanstack/react-query'
import type { LegalDocument } from '#app/contract/base/public-pages.ts'
import { signInMethodsQuery } from '#app/shell/data/account.queries.ts'
import { modelsQuery } from '#app/shell/data/generations.queries.ts'
import { plansQuery, tokenPacksQuery } from '#app/shell/data/offers.queries.ts'
import * as config from '#config'
import type { Locale } from '#config'
import type { WriteLegalText } from './legal-text.ts'

/** All documents except the price list, which is generated from the catalogue. */
type WrittenDocument = Exclude<LegalDocument, 'pricing'>

/** Each text is one file per language, because people read and accept it as a whole. */
const legalTexts: Record<WrittenDocument, Record<Locale, () => Promise<{ default: WriteLegalText }>>> = {
  terms: { en: () => import('./texts/terms.en.ts'), ru: () => import('./texts/terms.ru.ts') },
  privacy: { en: () => import('./texts/privacy.en.ts'), ru: () => import('./texts/privacy.ru.ts') },
  aup: { en: () => import('./texts/aup.en.ts'), ru: () => import('./texts/aup.ru.ts') },
  offer: { en: () => import('./texts/offer.en.ts'), ru: () => import('./texts/offer.ru.ts') },
  consent: { en: () => import('./texts/consent.en.ts'), ru: () => import('./texts/consent.ru.ts') },
  commercial: { en: () => import('./texts/commercial.en.ts'), ru: () => import('./texts/commercial.ru.ts') },
}

/** Only the offer names them. */
const noTokens = { welcome_tokens: 0 }

/** Returns the text of a document; null for the price list, whose data it loads. */
export async function loadDocument(queryClient: QueryClient, document: LegalDocument, locale: Locale) {
  if (document === 'pricing') {
    await Promise.all([
      queryClient.prefetchQuery(modelsQuery()),
      queryClient.ensureQueryData(tokenPacksQuery),
      queryClient.ensureQueryData(plansQuery),
      queryClient.ensureQueryData(signInMethodsQuery),
    ])
    return null
  }
  const { operator, address, email, jurisdiction } = config.legal
  const { default: write } = await legalTexts[document][locale]()
  const { welcome_tokens: welcomeTokens } = document === 'offer' ? await queryClient.ensureQueryData(signInMethodsQuery) : noTokens
  return write({ operator: operator[locale], address: address[locale], email, jurisdiction: jurisdiction[locale], welcomeTokens })
}
