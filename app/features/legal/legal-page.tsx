import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { type LegalDocument, legalDocuments } from '#app/contract/base/public-pages.ts'
import type { LegalText } from './legal-text.ts'
import { legalNames } from './names.ts'
import { Updated } from './updated.tsx'

export type Section = { id: string; heading: ReactNode; body: ReactNode }

type FrameProps = { document: LegalDocument; lead: ReactNode; sections: readonly Section[] }

/** A reading column with the table of contents and the other documents at its side. */
export function LegalFrame({ document, lead, sections }: FrameProps) {
  const { t, i18n } = useLingui()
  const sideLink = 'flex min-h-11 items-center rounded-control py-1.5 text-ink-soft transition-colors hover:text-ink lg:min-h-9'
  const contents = sections.map(({ id, heading }) => (
    <li key={id}>
      <a href={`#${id}`} className={sideLink}>
        {heading}
      </a>
    </li>
  ))
  return (
    <div className="grid gap-x-16 gap-y-10 py-6 sm:py-12 lg:grid-cols-[15rem_minmax(0,1fr)] print:block">
      <div data-print="hidden" className="lg:sticky lg:top-23 lg:self-start">
        <nav aria-label={t`Contents`}>
          <ol className="max-lg:hidden">{contents}</ol>
          <details className="group border-y border-line lg:hidden">
            <summary className="flex min-h-13 list-none items-center justify-between font-medium">
              <Trans>Contents</Trans>
              <ChevronDown aria-hidden className="size-5 text-ink-soft transition-transform group-open:rotate-180" strokeWidth={1.75} />
            </summary>
            <ol className="pb-3">{contents}</ol>
          </details>
        </nav>
      </div>
      <article className="max-w-reading min-w-0 print:max-w-none">
        <p data-print="hidden">
          <Link to="/legal" className="link -mt-3 inline-flex min-h-11 items-center text-ink-soft">
            <Trans>Legal documents</Trans>
          </Link>
        </p>
        <h1 className="text-3xl sm:text-4xl">{i18n._(legalNames[document])}</h1>
        <Updated className="mt-3" />
        <div className="mt-8 text-xl">{lead}</div>
        {sections.map(({ id, heading, body }) => (
          <section key={id} aria-labelledby={id}>
            <h2 id={id} className="mt-12 mb-3 scroll-mt-24 text-2xl break-after-avoid">
              {heading}
            </h2>
            <div className="grid gap-4 text-lg">{body}</div>
          </section>
        ))}
        <nav aria-label={t`Other documents`} data-print="hidden" className="mt-16 border-t border-line pt-6">
          <p className="font-medium">
            <Trans>Other documents</Trans>
          </p>
          <ul className="mt-1 flex flex-wrap gap-x-6">
            {legalDocuments
              .filter((other) => other !== document)
              .map((other) => (
                <li key={other}>
                  <Link to="/legal/$document" params={{ document: other }} className="link inline-flex min-h-11 items-center text-ink-soft">
                    {i18n._(legalNames[other])}
                  </Link>
                </li>
              ))}
          </ul>
        </nav>
      </article>
    </div>
  )
}

export function LegalPage({ document, text }: { document: LegalDocument; text: LegalText }) {
  const sections = text.sections.map(({ heading, body }, index) => ({
    id: `part-${index + 1}`,
    heading,
    body: body.map((part) =>
      typeof part === 'string' ? (
        <p key={part}>{part}</p>
      ) : (
        <ul key={part[0]} className="grid list-disc gap-2 pl-5 marker:text-ink-soft">
          {part.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      ),
    ),
  }))
  return <LegalFrame document={document} lead={text.lead} sections={sections} />
}
