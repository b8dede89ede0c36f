import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { LegalDocument } from '#app/contract/public-pages.ts'

export const legalNames: Record<LegalDocument, MessageDescriptor> = {
  terms: msg`Terms of service`,
  privacy: msg`Privacy policy`,
  aup: msg`Acceptable use policy`,
  offer: msg`Public offer`,
  pricing: msg`Prices`,
  commercial: msg`Commercial use`,
}

/** One line on what each is about. */
export const legalSummaries: Record<LegalDocument, MessageDescriptor> = {
  terms: msg`What we do for you, what we ask of you, and how this ends.`,
  privacy: msg`What is kept about you, why, for how long, and how to have it removed.`,
  aup: msg`What must not be made here, and what happens if it is.`,
  offer: msg`How tokens are sold, renewed, cancelled and refunded.`,
  pricing: msg`What runs, packs and plans cost.`,
  commercial: msg`Using results in your business.`,
}
