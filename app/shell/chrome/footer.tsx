import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useSession } from '#app/shell/data/session.queries.ts'
import { Mark } from '#app/ui/page/mark.tsx'
import * as config from '#config'
import type { FooterLink } from '#config'
import { OutgoingLink } from './outgoing-link.tsx'
import { Switches } from './switches.tsx'

const footerLinks: readonly FooterLink[] = config.footerLinks

/** The footer of every public page: legal pages, language and theme. */
export function Footer() {
  const { t } = useLingui()
  const { locale } = useSession()
  const link = 'link inline-flex min-h-11 min-w-11 items-center no-underline hover:underline'
  return (
    <footer data-print="hidden" className="border-t border-line">
      <div className="mx-auto grid max-w-page gap-x-12 gap-y-8 px-5 py-12 sm:px-8 md:grid-cols-[1fr_auto]">
        <div className="grid content-start gap-4">
          <div className="flex items-center gap-2.5 text-lg font-semibold tracking-[-0.02em]">
            <Mark size={22} />
            {config.name}
          </div>
          <nav aria-label={t`Legal`} className="flex max-w-xl flex-wrap gap-x-6 text-ink-soft">
            <Link to="/legal/$document" params={{ document: 'terms' }} className={link}>
              <Trans>Terms</Trans>
            </Link>
            <Link to="/legal/$document" params={{ document: 'privacy' }} className={link}>
              <Trans>Privacy</Trans>
            </Link>
            <Link to="/legal/$document" params={{ document: 'pricing' }} className={link}>
              <Trans>Prices</Trans>
            </Link>
            <Link to="/legal" className={link}>
              <Trans>All documents</Trans>
            </Link>
            <Link to="/developers" className={link}>
              <Trans>API</Trans>
            </Link>
            {footerLinks.map(({ href, label }) => (
              <OutgoingLink key={href} href={href} className={link}>
                {label[locale]}
              </OutgoingLink>
            ))}
          </nav>
        </div>
        {/* The name of the other language has a font of its own, which is fetched when the footer comes near. */}
        <div className="-m-1 flex flex-wrap content-start gap-3 p-1 [contain-intrinsic-size:auto_17rem_auto_3rem] [content-visibility:auto] md:justify-end">
          <Switches />
        </div>
      </div>
    </footer>
  )
}
