import { createFileRoute, notFound } from '@tanstack/react-router'
import type { LegalDocument } from '#app/contract/base/public-pages.ts'
import { isLegalDocument } from '#app/features/legal/documents.ts'
import { LegalPage } from '#app/features/legal/legal-page.tsx'
import { legalNames, legalSummaries } from '#app/features/legal/names.ts'
import { PricesPage } from '#app/features/legal/prices-page.tsx'
import { titled } from '#app/shell/document/head.ts'

export const Route = createFileRoute('/legal/$document')({
  staticData: { plain: 'document' },
  params: {
    parse: ({ document }): { document: LegalDocument } => {
      if (!isLegalDocument(document)) throw notFound()
      return { document }
    },
  },
  loader: async ({ params: { document }, context: { session, queryClient } }) =>
    (await import('#app/features/legal/load-document.ts')).loadDocument(queryClient, document, session.locale),
  head: (options) => titled(legalNames[options.params.document], legalSummaries[options.params.document])(options),
  component: Page,
})

function Page() {
  const { document } = Route.useParams()
  const text = Route.useLoaderData()
  return text ? <LegalPage document={document} text={text} /> : <PricesPage />
}
