import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  Activity,
  ChartNoAxesColumn,
  Flag,
  HardDriveDownload,
  Layers,
  Megaphone,
  Plug,
  Receipt,
  ScrollText,
  Server,
  ShieldCheck,
  Ticket,
  Users,
} from 'lucide-react'
import type { ReactNode } from 'react'
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
  const { t } = useLingui()
  const { data: access } = useSuspenseQuery(accessQuery)
  const may = useRights()
  const link =
    'flex min-h-11 shrink-0 items-center gap-3 max-lg:gap-2 rounded-control px-3 py-2 font-medium whitespace-nowrap text-ink-soft transition-colors hover:bg-ink/6 hover:text-ink aria-[current=page]:bg-ink/6 aria-[current=page]:text-ink [&_svg]:size-5 [&_svg]:shrink-0'
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
      <nav
        aria-label={t`Administration`}
        className="flex gap-1 max-lg:-mx-4 max-lg:overflow-x-auto max-lg:border-b max-lg:border-line max-lg:px-4 max-lg:py-1 max-lg:[scrollbar-width:none] sm:max-lg:-mx-8 sm:max-lg:px-8 lg:sticky lg:top-23 lg:grid lg:content-start lg:self-start"
      >
        {may('see_overview') && (
          <Link to="/operator" activeOptions={{ exact: true, includeSearch: false }} className={link}>
            <ChartNoAxesColumn aria-hidden strokeWidth={1.75} />
            <Trans>Overview</Trans>
          </Link>
        )}
        <Link to="/operator/people" activeOptions={{ includeSearch: false }} className={link}>
          <Users aria-hidden strokeWidth={1.75} />
          <Trans>People</Trans>
        </Link>
        <Link to="/operator/runs" activeOptions={{ includeSearch: false }} className={link}>
          <Activity aria-hidden strokeWidth={1.75} />
          <Trans>Runs</Trans>
        </Link>
        {may('decide_reports') && (
          <Link to="/operator/reports" activeOptions={{ includeSearch: false }} className={link}>
            <Flag aria-hidden strokeWidth={1.75} />
            <Trans>Reports</Trans>
          </Link>
        )}
        {may('manage_safety') && (
          <Link to="/operator/safety" activeOptions={{ includeSearch: false }} className={link}>
            <ShieldCheck aria-hidden strokeWidth={1.75} />
            <Trans>Safety</Trans>
          </Link>
        )}
        {may('manage_groups') && (
          <Link to="/operator/groups" activeOptions={{ includeSearch: false }} className={link}>
            <Layers aria-hidden strokeWidth={1.75} />
            <Trans>Groups</Trans>
          </Link>
        )}
        {may('manage_connections') && (
          <Link to="/operator/connections" activeOptions={{ includeSearch: false }} className={link}>
            <Plug aria-hidden strokeWidth={1.75} />
            <Trans>Models</Trans>
          </Link>
        )}
        {may('manage_connections') && (
          <Link to="/operator/local-models" activeOptions={{ includeSearch: false }} className={link}>
            <HardDriveDownload aria-hidden strokeWidth={1.75} />
            <Trans>This machine</Trans>
          </Link>
        )}
        {may('manage_codes') && (
          <Link to="/operator/codes" activeOptions={{ includeSearch: false }} className={link}>
            <Ticket aria-hidden strokeWidth={1.75} />
            <Trans>Codes</Trans>
          </Link>
        )}
        {may('manage_shop') && (
          <Link to="/operator/orders" activeOptions={{ includeSearch: false }} className={link}>
            <Receipt aria-hidden strokeWidth={1.75} />
            <Trans>Orders</Trans>
          </Link>
        )}
        {may('manage_announcements') && (
          <Link to="/operator/announcements" activeOptions={{ includeSearch: false }} className={link}>
            <Megaphone aria-hidden strokeWidth={1.75} />
            <Trans>Announcements</Trans>
          </Link>
        )}
        {may('manage_server') && (
          <Link to="/operator/system" activeOptions={{ includeSearch: false }} className={link}>
            <Server aria-hidden strokeWidth={1.75} />
            <Trans context="server">System</Trans>
          </Link>
        )}
        {may('see_audit') && (
          <Link to="/operator/audit" activeOptions={{ includeSearch: false }} className={link}>
            <ScrollText aria-hidden strokeWidth={1.75} />
            <Trans>Audit log</Trans>
          </Link>
        )}
      </nav>
      <div className="min-w-0">{children}</div>
    </div>
  )
}
