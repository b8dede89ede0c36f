export const legalDocuments = ['terms', 'privacy', 'aup', 'offer', 'pricing', 'commercial', 'consent'] as const
export type LegalDocument = (typeof legalDocuments)[number]

/** Paths of public pages: the same for all visitors of a language, and indexed by search engines. */
export const publicPages: readonly string[] = ['/', '/developers', '/legal', ...legalDocuments.map((document) => `/legal/${document}`)]
