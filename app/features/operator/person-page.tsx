import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { OperatorPersonDetails } from '#app/contract/operator.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { localeNames } from '#app/shell/i18n/locale-names.ts'
import { Button } from '#app/ui/button.tsx'
import { ActList } from './audit-page.tsx'
import { useRoleNames, useStateNames } from './names.ts'
import { useRights } from './operator-room.tsx'
import { actsQuery, personQuery } from './operator.queries.ts'
import { PagedList } from './paged-list.tsx'
import { PersonActions } from './person-actions.tsx'
import { PersonCredentials } from './person-credentials.tsx'
import { PersonLedger } from './person-ledger.tsx'
import { PersonNotes } from './person-notes.tsx'
import { Part } from './person-part.tsx'
import { PersonVoices } from './person-voices.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { type RunAct, RunActDialog } from './run-acts.tsx'
import { RunList } from './run-list.tsx'
import { TokenSources } from './token-sources.tsx'
import { useGroupName } from './use-group-name.ts'
import { useLiveRuns } from './use-live-runs.ts'

/** One person: balance, account, tokens, runs, orders and what was done to the account. */
export function PersonPage({ id }: { id: string }) {
  const may = useRights()
  const { data: person } = useSuspenseQuery(personQuery(id))
  const roleNames = useRoleNames()
  const stateNames = useStateNames()
  const { list, runs } = useLiveRuns({ person: id })
  const [act, setAct] = useState<RunAct | null>(null)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Link to="/operator/people" className="inline-flex min-h-11 items-center gap-2 justify-self-start text-ink-soft hover:text-ink">
          <ArrowLeft aria-hidden className="size-5" strokeWidth={1.75} />
          <Trans>All people</Trans>
        </Link>
        <div className="grid gap-1">
          <h1 className="text-3xl wrap-anywhere">{person.name ?? person.email}</h1>
          <p className="flex flex-wrap gap-x-3 text-ink-soft">
            {person.name && <span className="wrap-anywhere">{person.email}</span>}
            <span>{roleNames[person.role]}</span>
            {person.state !== 'active' && <span className="font-medium text-danger">{stateNames[person.state]}</span>}
          </p>
        </div>
        <PersonActions person={person} />
      </div>
      <Facts person={person} />
      <PersonNotes person={person} />
      <PersonCredentials person={person} />
      <PersonVoices person={person} />
      <Orders orders={person.orders} />
      <TokenSources person={person} />
      <PersonLedger id={id} />
      <Part id="person-runs" title={<Trans>Runs</Trans>}>
        <PagedList
          query={list}
          items={runs}
          empty={
            <p className="text-ink-soft">
              <Trans>No runs yet.</Trans>
            </p>
          }
        >
          {(items) => <RunList runs={items} showPerson={false} onAct={setAct} />}
        </PagedList>
        {act && <RunActDialog act={act} onClose={() => setAct(null)} />}
      </Part>
      {may('see_audit') && <Acts id={id} />}
    </div>
  )
}

function Facts({ person }: { person: OperatorPersonDetails }) {
  const { t } = useLingui()
  const format = useFormat()
  const groupName = useGroupName()
  const {
    runs,
    limits: { daily_tokens, concurrent_runs, storage_megabytes },
  } = person
  return (
    <dl className="grid grid-cols-2 gap-x-8 gap-y-4 md:grid-cols-3 xl:grid-cols-4">
      <Fact name={t`Balance`}>{format.tokens(person.available)}</Fact>
      <Fact name={t`Reserved`}>{format.tokens(person.held)}</Fact>
      {person.debt > 0 && <Fact name={t`Debt`}>{format.tokens(person.debt)}</Fact>}
      <Fact name={t`Runs`}>{format.number(runs.total)}</Fact>
      <Fact name={t`Runs in 30 days`}>
        <Trans>
          {format.number(runs.recent)}, of which failed: {format.number(runs.failed_recently)}
        </Trans>
      </Fact>
      <Fact name={t`Group`}>{groupName(person.group)}</Fact>
      {daily_tokens !== null && <Fact name={t`Tokens per day`}>{format.number(daily_tokens)}</Fact>}
      {concurrent_runs !== null && <Fact name={t`Runs at once`}>{format.number(concurrent_runs)}</Fact>}
      {storage_megabytes !== null && <Fact name={t`Storage, GB`}>{format.number(storage_megabytes / 1_000)}</Fact>}
      <Fact name={t`Joined`}>
        <time dateTime={person.created_at}>{format.date(person.created_at)}</time>
      </Fact>
      <Fact name={t`Last seen`}>
        {person.last_seen_at ? <time dateTime={person.last_seen_at}>{format.relative(person.last_seen_at)}</time> : '—'}
      </Fact>
      <Fact name={t`Email confirmed`}>{person.email_verified ? t`Yes` : t`No`}</Fact>
      <Fact name={t`Two-factor authentication`}>{person.two_factor ? t`On` : t`Off`}</Fact>
      <Fact name={t`Language`}>{localeNames[person.locale]}</Fact>
      <Fact name={t`Account ID`}>
        <code className="text-sm">{person.id}</code>
      </Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-ink-soft">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}

function Orders({ orders }: Pick<OperatorPersonDetails, 'orders'>) {
  const { t } = useLingui()
  const may = useRights()
  const [refunding, setRefunding] = useState<string | null>(null)
  const format = useFormat()
  if (orders.length === 0) return null
  const statuses = { pending: t`Not paid yet`, paid: t`Paid`, failed: t`Failed`, canceled: t`Canceled` }
  return (
    <Part id="person-orders" title={<Trans>Orders</Trans>}>
      <ul>
        {orders.map((order) => (
          <li key={order.id} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-b border-line/60 py-3 last:border-0">
            <div className="min-w-0">
              <p className="flex flex-wrap gap-x-2">
                <span className="font-medium">{order.item}</span>
                <span className="text-ink-soft">{statuses[order.status]}</span>
                {order.test && (
                  <span className="text-ink-soft">
                    <Trans>Test</Trans>
                  </span>
                )}
              </p>
              <p className="text-sm wrap-anywhere text-ink-soft">
                <time dateTime={order.created_at}>{format.dateTime(order.created_at)}</time> · {order.id}
              </p>
            </div>
            <div className="grid justify-items-end gap-1">
              <p className="tabular text-right">{format.money(order.price)}</p>
              {order.status === 'paid' && may('see_shop') && (
                <Button variant="secondary" size="sm" aria-label={t`Refund order ${order.id}`} onClick={() => setRefunding(order.id)}>
                  <Trans>Refund</Trans>
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
      {refunding && <RefundDialog id={refunding} onClose={() => setRefunding(null)} />}
    </Part>
  )
}

function Acts({ id }: { id: string }) {
  const acts = useInfiniteQuery(actsQuery({ person: id }))
  return (
    <Part id="person-acts" title={<Trans>Audit log</Trans>}>
      <PagedList
        query={acts}
        items={acts.data?.pages.flatMap(({ items }) => items)}
        empty={
          <p className="text-ink-soft">
            <Trans>No actions on this account yet.</Trans>
          </p>
        }
      >
        {(items) => <ActList acts={items} />}
      </PagedList>
    </Part>
  )
}
