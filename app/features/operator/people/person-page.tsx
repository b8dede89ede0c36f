import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { OperatorPersonDetails } from '#app/contract/operator/operator.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { localeNames } from '#app/shell/i18n/locale-names.ts'
import { type Column, DataTable } from '#app/ui/lists/data-table.tsx'
import { ActList } from '../system/audit-page.tsx'
import { useOrderStatusNames, useRoleNames, useStateNames } from '../base/names.ts'
import { useRights } from '../base/operator-room.tsx'
import { actsQuery, personQuery } from '../base/operator.queries.ts'
import { PagedList } from '#app/ui/lists/paged-list.tsx'
import { Paid } from '../shop/paid.tsx'
import { PersonActions } from './person-actions.tsx'
import { PersonCredentials } from './person-credentials.tsx'
import { PersonLedger } from './person-ledger.tsx'
import { PersonNotes } from './person-notes.tsx'
import { Part } from './person-part.tsx'
import { PersonVoices } from './person-voices.tsx'
import { RefundButton } from '../shop/refund-button.tsx'
import { RefundDialog } from '../shop/refund-dialog.tsx'
import { type RunAct, RunActDialog } from '../runs/run-acts.tsx'
import { RunTable } from '../runs/run-table.tsx'
import { TokenSources } from './token-sources.tsx'
import { useGroupName } from './use-group-name.ts'
import { useLiveRuns } from '../runs/use-live-runs.ts'

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
        <RunTable
          query={list}
          runs={runs}
          showPerson={false}
          onAct={setAct}
          empty={
            <p className="text-ink-soft">
              <Trans>No runs yet.</Trans>
            </p>
          }
        />
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
      <Fact name={t({ message: 'Spent', context: 'tokens' })}>{format.tokens(person.spent)}</Fact>
      <Fact name={t`Paid in all`}>
        <Paid paid={person.paid} />
      </Fact>
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
      {person.consents.map(({ version, locale, agreed_at, withdrawn_at }) => (
        <Fact key={agreed_at} name={t`Consent to personal data`}>
          {withdrawn_at === null ? (
            <Trans>
              {format.date(agreed_at)}, version {version} ({localeNames[locale]})
            </Trans>
          ) : (
            <Trans>
              {format.date(agreed_at)}, version {version}, withdrawn {format.date(withdrawn_at)}
            </Trans>
          )}
        </Fact>
      ))}
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
  const [refunding, setRefunding] = useState<string | null>(null)
  const columns = useOrderColumns(setRefunding)
  if (orders.length === 0) return null
  return (
    <Part id="person-orders" title={<Trans>Orders</Trans>}>
      <DataTable caption={t`Orders`} columns={columns} rows={orders} idOf={({ id }) => id} />
      {refunding && <RefundDialog id={refunding} onClose={() => setRefunding(null)} />}
    </Part>
  )
}

type PersonOrder = OperatorPersonDetails['orders'][number]

function useOrderColumns(onRefund: (id: string) => void): Column<PersonOrder>[] {
  const { t } = useLingui()
  const may = useRights()
  const format = useFormat()
  const names = useOrderStatusNames()
  const columns: Column<PersonOrder>[] = [
    {
      id: 'item',
      name: t`Order`,
      cell: ({ id, item }) =>
        may('see_shop') ? (
          <Link to="/operator/orders" search={{ q: id }} className="link font-medium">
            {item}
          </Link>
        ) : (
          <span className="font-medium">{item}</span>
        ),
    },
    { id: 'status', name: t`Status`, cell: ({ status, test }) => names[status] + (test ? ` · ${t`test`}` : '') },
    {
      id: 'time',
      name: t`Time`,
      className: 'whitespace-nowrap',
      cell: ({ created_at: at }) => <time dateTime={at}>{format.dateTime(at)}</time>,
    },
    { id: 'price', name: t`Amount`, numeric: true, compact: 'beside', cell: ({ price }) => format.money(price) },
  ]
  if (may('see_shop'))
    columns.push({
      id: 'refund',
      name: t`Refund`,
      head: '',
      numeric: true,
      compact: 'beside',
      cell: ({ id, status }) => status === 'paid' && <RefundButton id={id} onPress={() => onRefund(id)} />,
    })
  return columns
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
