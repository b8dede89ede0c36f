import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { House } from 'lucide-react'
import { memo } from 'react'
import { useUser } from '#app/shell/data/session.queries.ts'
import { KindIcon, kindPaths, kinds, useKindNames } from '#app/shell/media/kinds.tsx'

/** The main places within the thumb's reach. */
export const PhoneNav = memo(function PhoneNav() {
  const { t } = useLingui()
  const names = useKindNames()
  return (
    <nav aria-label={t`Main`} className="flex justify-between gap-x-0.5">
      <Link to="/dashboard" activeOptions={{ exact: true }} className="phone-link before:bg-ink">
        <House aria-hidden className="size-5" strokeWidth={1.75} />
        <Trans>Dashboard</Trans>
      </Link>
      {kinds.map((kind) => (
        <Link key={kind} to={kindPaths[kind]} data-kind={kind} className="phone-link">
          <KindIcon kind={kind} />
          {names[kind]}
        </Link>
      ))}
    </nav>
  )
})

/**
 * The bar at the foot of a signed-in page on a phone, with its space at the end of the page. Studios show it in the bar of their composer.
 */
export function PhoneNavBar() {
  const user = useUser()
  if (!user) return null
  return (
    <div data-print="hidden" className="md:hidden">
      <div className="h-[calc(3.75rem+env(safe-area-inset-bottom))]" />
      <div className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface px-3 pt-1 pb-[max(0.25rem,env(safe-area-inset-bottom))]">
        <PhoneNav />
      </div>
    </div>
  )
}
