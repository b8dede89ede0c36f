export const legalDocuments = ['terms', 'privacy', 'aup', 'offer', 'pricing', 'commercial'] as const
export type LegalDocument = (typeof legalDocuments)[number]

/** Paths of the pages that are for everybody: the same to all visitors of one language, and worth finding by a search. */
export const publicPages: readonly string[] = ['/', '/legal', ...legalDocuments.map((document) => `/legal/${document}`)]
