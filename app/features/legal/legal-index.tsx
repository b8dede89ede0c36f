import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { legalDocuments } from '#app/contract/base/public-pages.ts'
import { legalNames, legalSummaries } from './names.ts'
import { Updated } from './updated.tsx'

export function LegalIndex() {
  const { i18n } = useLingui()
  return (
    <div className="mx-auto max-w-3xl py-8 sm:py-16">
      <h1 className="text-3xl sm:text-4xl">
        <Trans>Legal documents</Trans>
      </h1>
      <p className="mt-4 max-w-reading text-lg text-ink-soft">
        <Trans>Seven short documents in plain language. If something is unclear, write to us.</Trans>
      </p>
      <ul className="mt-10 border-t border-line">
        {legalDocuments.map((document) => (
          <li key={document} className="border-b border-line">
            <Link
              to="/legal/$document"
              params={{ document }}
              className="group flex items-center justify-between gap-6 rounded-control py-5"
            >
              <span>
                <span className="block text-xl font-medium">{i18n._(legalNames[document])}</span>
                <span className="mt-0.5 block text-ink-soft">{i18n._(legalSummaries[document])}</span>
              </span>
              <ArrowRight
                aria-hidden
                className="size-5 shrink-0 text-ink-soft transition-transform group-hover:translate-x-1"
                strokeWidth={1.75}
              />
            </Link>
          </li>
        ))}
      </ul>
      <Updated className="mt-6" />
    </div>
  )
}
