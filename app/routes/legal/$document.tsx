import { createFileRoute, notFound } from '@tanstack/react-router'
import type { LegalDocument } from '#app/contract/public-pages.ts'
import { isLegalDocument, legalTexts } from '#app/features/legal/documents.ts'
import { LegalPage } from '#app/features/legal/legal-page.tsx'
import { legalNames, legalSummaries } from '#app/features/legal/names.ts'
import { PricesPage } from '#app/features/legal/prices-page.tsx'
import { signInMethodsQuery } from '#app/shell/data/account.queries.ts'
import { modelsQuery } from '#app/shell/data/generations.queries.ts'
import { plansQuery, tokenPacksQuery } from '#app/shell/data/offers.queries.ts'
import { titled } from '#app/shell/document/head.ts'
import { config } from '#config'

/** Only the offer names them. */
const noTokens = { welcome_tokens: 0 }

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
      await Promise.all([
        queryClient.prefetchQuery(modelsQuery()),
        queryClient.ensureQueryData(tokenPacksQuery),
        queryClient.ensureQueryData(plansQuery),
        queryClient.ensureQueryData(signInMethodsQuery),
      ])
      return null
    }
    const { locale } = session
    const { operator, address, email, jurisdiction } = config.legal
    const { default: write } = await legalTexts[document][locale]()
    const { welcome_tokens: welcomeTokens } = document === 'offer' ? await queryClient.ensureQueryData(signInMethodsQuery) : noTokens
    return write({ operator: operator[locale], address: address[locale], email, jurisdiction: jurisdiction[locale], welcomeTokens })
  },
  head: (options) => titled(legalNames[options.params.document], legalSummaries[options.params.document])(options),
  component: Page,
})

function Page() {
  const { document } = Route.useParams()
  const text = Route.useLoaderData()
  return text ? <LegalPage document={document} text={text} /> : <PricesPage />
}
