import { createFileRoute, notFound } from '@tanstack/react-router'
import type { LegalDocument } from '#app/contract/public-pages.ts'
import { isLegalDocument, legalTexts } from '#app/features/legal/documents.ts'
import { LegalPage } from '#app/features/legal/legal-page.tsx'
import { legalNames, legalSummaries } from '#app/features/legal/names.ts'
import { PricesPage } from '#app/features/legal/prices-page.tsx'
import { modelsQuery } from '#app/shell/data/generations.queries.ts'
import { titled } from '#app/shell/document/head.ts'
import { config } from '#config'

export const Route = createFileRoute('/legal/$document')({
  staticData: { plain: 'document' },
  params: {
    parse: ({ document }): { document: LegalDocument } => {
      if (!isLegalDocument(document)) throw notFound()
      return { document }
    },
  },
  loader: async ({ params: { document }, context: { session, queryClient } }) => {
    if (document === 'pricing') {
      await queryClient.prefetchQuery(modelsQuery())
      return null
    }
    const { locale } = session
    const { operator, address, email, jurisdiction } = config.legal
    const { default: write } = await legalTexts[document][locale]()
    return write({ operator: operator[locale], address: address[locale], email, jurisdiction: jurisdiction[locale] })
  },
  head: (options) => titled(legalNames[options.params.document], legalSummaries[options.params.document])(options),
  component: Page,
})

function Page() {
  const { document } = Route.useParams()
  const text = Route.useLoaderData()
  return text ? <LegalPage document={document} text={text} /> : <PricesPage />
}
