import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import {
  Activity,
  BookHeart,
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
  Wrench,
} from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { OperatorRight } from '#app/contract/operator/operator-rights.ts'
import { ButtonLink } from '#app/ui/controls/button.tsx'
import { Empty } from '#app/ui/lists/empty.tsx'
import { useFormat } from '#app/shell/i18n/format.ts'
import { waitingQuery } from '../overview/inbox.queries.ts'
import { accessQuery } from './operator.queries.ts'

/** The rights that pages need beyond access to any of them. */
const pageRights: ReadonlyMap<string, OperatorRight> = new Map([
  ['/operator', 'see_overview'],
  ['/operator/reports', 'decide_reports'],
  ['/operator/safety', 'manage_safety'],
  ['/operator/groups', 'manage_groups'],
  ['/operator/tools', 'manage_groups'],
  ['/operator/connections', 'manage_connections'],
  ['/operator/local-models', 'manage_connections'],
  ['/operator/codes', 'manage_codes'],
  ['/operator/shop', 'see_shop'],
  ['/operator/orders', 'see_shop'],
  ['/operator/announcements', 'manage_announcements'],
  ['/operator/recipes', 'publish_recipes'],
  ['/operator/system', 'manage_server'],
  ['/operator/audit', 'see_audit'],
  ['/operator/model', 'manage_connections'],
])

function mayOpen(path: string, may: (right: OperatorRight) => boolean): boolean {
  const right = pageRights.get(path)
  return right === undefined || may(right)
}

/** The rights of the signed-in person. */
export function useRights(): (right: OperatorRight) => boolean {
  const { data } = useSuspenseQuery(accessQuery)
  return (right) => data.rights.includes(right)
}

/** The navigation of the operator's pages around one of them; until a required second step is on, the way to set it up. */
export function OperatorRoom({ children }: { children: ReactNode }) {
  const { data: access } = useSuspenseQuery(accessQuery)
  const may = useRights()
  // The overview is no page for roles without it: its route leads them to the people.
  const isOpen = useLocation({ select: ({ pathname }) => pathname === '/operator' || mayOpen(pathname, may) })
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
      <div className="min-w-0">
        {isOpen ? (
          children
        ) : (
          <Empty
            title={<Trans>Your role doesn’t include this page</Trans>}
            action={
              <ButtonLink to="/operator/people" variant="secondary">
                <Trans>Go to people</Trans>
              </ButtonLink>
            }
          >
            <Trans>If you need it, ask an owner of the server to change your role.</Trans>
          </Empty>
        )}
      </div>
    </div>
  )
}

/** A row that scrolls on a phone, a column on a desktop. */
function RoomNav() {
  const { t } = useLingui()
  const may = useRights()
  const { data: waiting } = useQuery(waitingQuery)
  const nav = useRef<HTMLElement>(null)
  const page = useLocation({ select: ({ pathname }) => pathname })
  useEffect(() => {
    const current = nav.current?.querySelector<HTMLElement>('[aria-current="page"]')
    if (!nav.current || !current) return
    nav.current.scrollLeft = current.offsetLeft - (nav.current.clientWidth - current.offsetWidth) / 2
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- The link of the present page is found by its attribute.
  }, [page])
  const places = [
    { to: '/operator', icon: ChartNoAxesColumn, name: <Trans>Overview</Trans> },
    { to: '/operator/people', icon: Users, name: <Trans>People</Trans> },
    { to: '/operator/runs', icon: Activity, name: <Trans>Runs</Trans> },
    { to: '/operator/reports', icon: Flag, name: <Trans>Reports</Trans>, waiting: waiting?.reports },
    { to: '/operator/safety', icon: ShieldCheck, name: <Trans>Safety</Trans> },
    { to: '/operator/groups', icon: Layers, name: <Trans>Groups</Trans> },
    { to: '/operator/connections', also: '/operator/model', icon: Plug, name: <Trans>Models</Trans> },
    { to: '/operator/local-models', icon: HardDriveDownload, name: <Trans>This machine</Trans> },
    { to: '/operator/tools', icon: Wrench, name: <Trans>Tools</Trans> },
    { to: '/operator/codes', icon: Ticket, name: <Trans>Codes</Trans> },
    { to: '/operator/shop', icon: Store, name: <Trans context="operator">Shop</Trans> },
    { to: '/operator/orders', icon: Receipt, name: <Trans>Orders</Trans>, waiting: waiting?.orders },
    { to: '/operator/recipes', icon: BookHeart, name: <Trans>Recipes</Trans> },
    { to: '/operator/announcements', icon: Megaphone, name: <Trans>Announcements</Trans> },
    { to: '/operator/system', icon: Server, name: <Trans context="server">System</Trans>, waiting: waiting?.system },
    { to: '/operator/audit', icon: ScrollText, name: <Trans>Audit log</Trans> },
  ] as const satisfies { to: string; icon: LucideIcon; name: ReactNode; also?: string; waiting?: number | null | undefined }[]
  return (
    <nav
      ref={nav}
      aria-label={t`Administration`}
      className="flex gap-1 max-lg:relative max-lg:-mx-4 max-lg:overflow-x-auto max-lg:border-b max-lg:border-line max-lg:px-4 max-lg:py-1 max-lg:[scrollbar-width:none] sm:max-lg:-mx-8 sm:max-lg:px-8 lg:sticky lg:top-23 lg:grid lg:content-start lg:self-start"
    >
      {places
        .filter(({ to }) => mayOpen(to, may))
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
            {'waiting' in place && place.waiting ? <Waiting count={place.waiting} /> : null}
          </Link>
        ))}
    </nav>
  )
}

/** The number of things that wait on a page. */
function Waiting({ count }: { count: number }) {
  const { t } = useLingui()
  const format = useFormat()
  return (
    <span className="tabular grid h-5 min-w-5 place-items-center rounded-full bg-danger-soft px-1.5 text-sm text-danger lg:ml-auto">
      <span aria-hidden>{format.number(count)}</span>
      <span className="sr-only">{t`${plural(count, { one: '# waiting', other: '# waiting' })}`}</span>
    </span>
  )
}
