import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { House } from 'lucide-react'
import { memo } from 'react'
import { useUser } from '#app/shell/data/session.queries.ts'
import { KindIcon, kindPaths, kinds, useKindNames } from '#app/shell/media/kinds.tsx'

const place =
  'relative grid min-h-13 min-w-11 justify-items-center gap-0.5 rounded-control px-1 pt-2 pb-1 text-xs font-medium text-ink-soft transition-colors before:absolute before:top-0 before:h-[3px] before:w-8 before:scale-x-0 before:rounded-full before:bg-kind-mark before:transition-transform aria-[current=page]:text-ink aria-[current=page]:before:scale-x-100'

/** The main places within the thumb's reach. */
export const PhoneNav = memo(function PhoneNav() {
  const { t } = useLingui()
  const names = useKindNames()
  return (
    <nav aria-label={t`Main`} className="flex justify-between gap-x-0.5">
      <Link to="/dashboard" activeOptions={{ exact: true }} className={`${place} before:bg-ink`}>
        <House aria-hidden className="size-5" strokeWidth={1.75} />
        <Trans>Dashboard</Trans>
      </Link>
      {kinds.map((kind) => (
        <Link key={kind} to={kindPaths[kind]} data-kind={kind} className={place}>
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
