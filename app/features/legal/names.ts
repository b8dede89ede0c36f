import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { LegalDocument } from '#app/contract/base/public-pages.ts'

export const legalNames: Record<LegalDocument, MessageDescriptor> = {
  terms: msg`Terms of service`,
  privacy: msg`Privacy policy`,
  aup: msg`Acceptable use policy`,
  offer: msg`Public offer`,
  pricing: msg`Prices`,
  commercial: msg`Commercial use`,
  consent: msg`Consent to personal data processing`,
}

/** One-line summary of each document. */
export const legalSummaries: Record<LegalDocument, MessageDescriptor> = {
  terms: msg`What we provide, what we ask of you, and how to leave.`,
  privacy: msg`What we store about you, why, for how long, and how to delete it.`,
  aup: msg`What you can’t create here, and what happens if you do.`,
  offer: msg`How tokens are sold, renewed, canceled and refunded.`,
  pricing: msg`What results, packs and plans cost.`,
  commercial: msg`Using your results commercially.`,
  consent: msg`What we do with your personal data, and how to withdraw your consent.`,
}
