import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useLocation } from '@tanstack/react-router'
import { ChartNoAxesColumn, Coins, CreditCard, Package, Settings } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'

/** Adds the navigation of the profile to the default layout: at the side, or on a phone above in one line that scrolls. */
export function ProfileLayout({ children }: { children: ReactNode }) {
  const { t } = useLingui()
  const nav = useRef<HTMLElement>(null)
  const path = useLocation({ select: ({ pathname }) => pathname })
  useEffect(() => {
    if (!path) return
    const current = nav.current?.querySelector<HTMLElement>('[aria-current=page]')
    if (current) nav.current?.scrollTo({ left: current.offsetLeft - (nav.current.clientWidth - current.clientWidth) / 2 })
  }, [path])
  const link =
    'flex min-h-11 shrink-0 items-center gap-3 max-lg:gap-2 rounded-control px-3 py-2 font-medium whitespace-nowrap text-ink-soft transition-colors hover:bg-ink/6 hover:text-ink aria-[current=page]:bg-ink/6 aria-[current=page]:text-ink [&_svg]:size-5 [&_svg]:shrink-0'
  return (
    <div data-layout="profile" className="grid gap-x-12 gap-y-8 lg:grid-cols-[13rem_minmax(0,1fr)]">
      <nav
        ref={nav}
        aria-label={t`Profile`}
        data-print="hidden"
        className="flex gap-1 max-lg:-mx-4 max-lg:overflow-x-auto max-lg:border-b max-lg:border-line max-lg:px-4 max-lg:py-1 max-lg:[scrollbar-width:none] sm:max-lg:-mx-8 sm:max-lg:px-8 lg:sticky lg:top-23 lg:grid lg:content-start lg:self-start"
      >
        <Link to="/profile/tokens" className={link}>
          <Coins aria-hidden strokeWidth={1.75} />
          <Trans>Tokens</Trans>
        </Link>
        <Link to="/profile/token-packs" className={link}>
          <Package aria-hidden strokeWidth={1.75} />
          <Trans>Token packs</Trans>
        </Link>
        <Link to="/profile/subscription" className={link}>
          <CreditCard aria-hidden strokeWidth={1.75} />
          <Trans>Plan</Trans>
        </Link>
        <Link to="/profile/statistics" className={link}>
          <ChartNoAxesColumn aria-hidden strokeWidth={1.75} />
          <Trans>Statistics</Trans>
        </Link>
        <Link to="/profile/settings" className={link}>
          <Settings aria-hidden strokeWidth={1.75} />
          <Trans>Settings</Trans>
        </Link>
      </nav>
      <div className="min-w-0">{children}</div>
    </div>
  )
}
