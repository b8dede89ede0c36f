import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import {
  Activity,
  ChartNoAxesColumn,
  Flag,
  HardDriveDownload,
  Layers,
  type LucideIcon,
  Megaphone,
  Plug,
  Receipt,
  ScrollText,
  Server,
  ShieldCheck,
  Store,
  Ticket,
  Users,
} from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { OperatorRight } from '#app/contract/operator-rights.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { accessQuery } from './operator.queries.ts'

/** The rights of the signed-in person. */
export function useRights(): (right: OperatorRight) => boolean {
  const { data } = useSuspenseQuery(accessQuery)
  return (right) => data.rights.includes(right)
}

/** The navigation of the operator's pages around one of them; until a required second step is on, the way to set it up. */
export function OperatorRoom({ children }: { children: ReactNode }) {
  const { data: access } = useSuspenseQuery(accessQuery)
  if (access.second_step === 'missing')
    return (
      <Empty
        title={<Trans>Turn on two-factor authentication</Trans>}
        action={
          <ButtonLink to="/profile/settings" hash="two-factor">
            <Trans>Open settings</Trans>
          </ButtonLink>
        }
      >
        <Trans>
          Your role gives access to other people’s accounts, so your own needs a second step at sign-in. Turn it on, then come back here.
        </Trans>
      </Empty>
    )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8 lg:grid-cols-[13rem_minmax(0,1fr)]">
      <RoomNav />
      <div className="min-w-0">{children}</div>
    </div>
  )
}

/** A row that scrolls on a phone, a column on a desktop. */
function RoomNav() {
  const { t } = useLingui()
  const may = useRights()
  const nav = useRef<HTMLElement>(null)
  const page = useLocation({ select: ({ pathname }) => pathname })
  useEffect(() => {
    const current = nav.current?.querySelector<HTMLElement>('[aria-current="page"]')
    if (!nav.current || !current) return
    nav.current.scrollLeft = current.offsetLeft - (nav.current.clientWidth - current.offsetWidth) / 2
    // oxlint-disable-next-line react/exhaustive-deps -- The link of the present page is found by its attribute.
  }, [page])
  const places = [
    { to: '/operator', icon: ChartNoAxesColumn, name: <Trans>Overview</Trans>, right: 'see_overview' },
    { to: '/operator/people', icon: Users, name: <Trans>People</Trans> },
    { to: '/operator/runs', icon: Activity, name: <Trans>Runs</Trans> },
    { to: '/operator/reports', icon: Flag, name: <Trans>Reports</Trans>, right: 'decide_reports' },
    { to: '/operator/safety', icon: ShieldCheck, name: <Trans>Safety</Trans>, right: 'manage_safety' },
    { to: '/operator/groups', icon: Layers, name: <Trans>Groups</Trans>, right: 'manage_groups' },
    { to: '/operator/connections', also: '/operator/model', icon: Plug, name: <Trans>Models</Trans>, right: 'manage_connections' },
    { to: '/operator/local-models', icon: HardDriveDownload, name: <Trans>This machine</Trans>, right: 'manage_connections' },
    { to: '/operator/codes', icon: Ticket, name: <Trans>Codes</Trans>, right: 'manage_codes' },
    { to: '/operator/shop', icon: Store, name: <Trans context="operator">Shop</Trans>, right: 'see_shop' },
    { to: '/operator/orders', icon: Receipt, name: <Trans>Orders</Trans>, right: 'see_shop' },
    { to: '/operator/announcements', icon: Megaphone, name: <Trans>Announcements</Trans>, right: 'manage_announcements' },
    { to: '/operator/system', icon: Server, name: <Trans context="server">System</Trans>, right: 'manage_server' },
    { to: '/operator/audit', icon: ScrollText, name: <Trans>Audit log</Trans>, right: 'see_audit' },
  ] as const satisfies { to: string; icon: LucideIcon; name: ReactNode; right?: OperatorRight; also?: string }[]
  return (
    <nav
      ref={nav}
      aria-label={t`Administration`}
      className="flex gap-1 max-lg:relative max-lg:-mx-4 max-lg:overflow-x-auto max-lg:border-b max-lg:border-line max-lg:px-4 max-lg:py-1 max-lg:[scrollbar-width:none] sm:max-lg:-mx-8 sm:max-lg:px-8 lg:sticky lg:top-23 lg:grid lg:content-start lg:self-start"
    >
      {places
        .filter((place) => !('right' in place) || may(place.right))
        .map(({ to, icon: Icon, name, ...place }) => (
          <Link
            key={to}
            to={to}
            aria-current={'also' in place && page.endsWith(place.also) ? 'page' : undefined}
            activeOptions={{ exact: to === '/operator', includeSearch: false }}
            className="flex min-h-11 shrink-0 items-center gap-3 max-lg:gap-2 rounded-control px-3 py-2 font-medium whitespace-nowrap text-ink-soft transition-colors hover:bg-ink/6 hover:text-ink aria-[current=page]:bg-ink/6 aria-[current=page]:text-ink [&_svg]:size-5 [&_svg]:shrink-0"
          >
            <Icon aria-hidden strokeWidth={1.75} />
            {name}
          </Link>
        ))}
    </nav>
  )
}
