import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { OperatorPerson, PeopleSort } from '#app/contract/operator/operator.ts'
import { personStates } from '#app/contract/operator/operator-rights.ts'
import { roles } from '#app/contract/account/roles.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Button } from '#app/ui/controls/button.tsx'
import type { Column } from '#app/ui/lists/data-table.tsx'
import { PagedTable } from '#app/ui/lists/paged-table.tsx'
import { Empty } from '#app/ui/lists/empty.tsx'
import { SearchField } from '#app/ui/controls/search-field.tsx'
import { Select } from '#app/ui/controls/select.tsx'
import { BulkActs } from './bulk-acts.tsx'
import { BulkDialog } from './bulk-dialog.tsx'
import { groupsQuery } from './groups.queries.ts'
import { useRoleNames, useStateNames } from '../base/names.ts'
import { useRights } from '../base/operator-room.tsx'
import type { PeopleSearch, SearchProps } from '../base/operator-search.ts'
import { peopleQuery } from '../base/operator.queries.ts'
import { Paid } from '../shop/paid.tsx'
import { sortedBy } from '../base/sorted-by.ts'
import { useGroupName } from './use-group-name.ts'

const choose = 'max-sm:flex-1 max-sm:basis-32 sm:w-44'
const everyone = { q: undefined, role: undefined, state: undefined, group: undefined, ran: undefined, paid: undefined }

/** All people with their figures, in any order, with search and filters. */
// oxlint-disable-next-line max-lines-per-function -- Mostly the markup of one form or panel, read from top to bottom.
export function PeoplePage({ search, onSearchChange }: SearchProps<PeopleSearch>) {
  const { t } = useLingui()
  const roleNames = useRoleNames()
  const stateNames = useStateNames()
  const role = roles.find((one) => one === search.role)
  const state = personStates.find((one) => one === search.state)
  const filter = { q: search.q, role, state, group: search.group, ran: search.ran, paid: search.paid }
  const list = useInfiniteQuery({ ...peopleQuery(filter, search), placeholderData: keepPreviousData })
  const people = list.data?.pages.flatMap(({ items }) => items)
  const columns = useColumns({ groups: people?.some(({ group }) => group.name !== null) ?? false })
  const may = useRights()
  const [acting, setActing] = useState(false)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        <h1 className="text-3xl">
          <Trans>People</Trans>
        </h1>
        {may('act_in_bulk') && (
          // Workers of an earlier release would act on people whom these two filters leave out.
          <Button
            variant="secondary"
            disabled={Boolean(search.ran ?? search.paid)}
            title={search.ran || search.paid ? t`Bulk actions don’t use the filters by runs and payments.` : undefined}
            onClick={() => setActing(true)}
          >
            <Trans>Bulk action</Trans>
          </Button>
        )}
      </div>
      {may('act_in_bulk') && <BulkActs />}
      <div className="flex flex-wrap items-center gap-2">
        <SearchField
          q={search.q ?? ''}
          onSearch={(q) => onSearchChange({ q: q || undefined })}
          label={t`Search people by email, name, account ID or order ID`}
          placeholder={t`Email, name or ID`}
          className="basis-full sm:basis-56 [&>input]:min-h-11"
        />
        <Select
          label={t`Role`}
          hideLabel
          className={choose}
          value={role ?? 'all'}
          onValueChange={(value) => onSearchChange({ role: value === 'all' ? undefined : value })}
          items={[{ value: 'all', label: t`All roles` }, ...roles.map((value) => ({ value, label: roleNames[value] }))]}
        />
        <Select
          label={t`Status`}
          hideLabel
          className={choose}
          value={state ?? 'all'}
          onValueChange={(value) => onSearchChange({ state: value === 'all' ? undefined : value })}
          items={[{ value: 'all', label: t`Any status` }, ...personStates.map((value) => ({ value, label: stateNames[value] }))]}
        />
        <Select
          label={t`Runs`}
          hideLabel
          className={choose}
          value={search.ran ?? 'all'}
          onValueChange={(value) => onSearchChange({ ran: value === 'all' ? undefined : value })}
          items={[
            { value: 'all', label: t`Runs: any` },
            { value: 'yes', label: t`Have run something` },
            { value: 'no', label: t`Never ran anything` },
          ]}
        />
        <Select
          label={t`Payments`}
          hideLabel
          className={choose}
          value={search.paid ?? 'all'}
          onValueChange={(value) => onSearchChange({ paid: value === 'all' ? undefined : value })}
          items={[
            { value: 'all', label: t`Payments: any` },
            { value: 'yes', label: t`Have paid` },
            { value: 'test', label: t`Test payments only` },
            { value: 'no', label: t`Never paid` },
          ]}
        />
        {may('manage_groups') && <GroupFilter group={search.group} onChange={(group) => onSearchChange({ group })} />}
      </div>
      <PagedTable
        caption={t`People`}
        columns={columns}
        query={list}
        rows={people}
        idOf={({ id }) => id}
        sorted={sortedBy(search, 'joined', onSearchChange)}
        empty={
          <Empty
            title={<Trans>No results</Trans>}
            action={
              <Button variant="secondary" onClick={() => onSearchChange(everyone)}>
                <Trans>Show everyone</Trans>
              </Button>
            }
          >
            <Trans>Search by the beginning of an email or name, or by a whole ID.</Trans>
          </Empty>
        }
      />
      {acting && <BulkDialog filter={filter} onClose={() => setActing(false)} />}
    </div>
  )
}

function useColumns({ groups }: { groups: boolean }): Column<OperatorPerson, PeopleSort>[] {
  const { t } = useLingui()
  const format = useFormat()
  const roleNames = useRoleNames()
  const stateNames = useStateNames()
  const groupName = useGroupName()
  const groupColumn: Column<OperatorPerson, PeopleSort> = {
    id: 'group',
    name: t`Group`,
    className: 'max-w-32 truncate',
    cell: ({ group }) => (group.name === null ? null : groupName(group)),
  }
  return [
    {
      id: 'person',
      name: t`Person`,
      className: 'w-full max-w-0',
      cell: ({ id, email, name, role, state }) => (
        <span className="flex min-w-0 items-baseline gap-x-2">
          <Link to="/operator/people/$person" params={{ person: id }} title={email} className="link min-w-0 truncate font-medium">
            {email}
          </Link>
          {role !== 'member' && <span className="text-sm whitespace-nowrap text-ink-soft">{roleNames[role]}</span>}
          {state !== 'active' && <span className="text-sm font-medium whitespace-nowrap text-danger">{stateNames[state]}</span>}
          {name && <span className="min-w-0 flex-1 truncate text-sm text-ink-soft">{name}</span>}
        </span>
      ),
    },
    ...(groups ? [groupColumn] : []),
    {
      id: 'balance',
      name: t`Balance`,
      sort: 'balance',
      numeric: true,
      compact: 'beside',
      cell: ({ available }) => format.number(available),
    },
    {
      id: 'spent',
      name: t({ message: 'Spent', context: 'tokens' }),
      sort: 'spent',
      numeric: true,
      cell: ({ spent }) => format.number(spent),
    },
    { id: 'paid', name: t({ message: 'Paid', context: 'money' }), sort: 'paid', numeric: true, cell: ({ paid }) => <Paid paid={paid} /> },
    {
      id: 'seen',
      name: t`Last seen`,
      sort: 'seen',
      numeric: true,
      cell: ({ last_seen_at: at }) =>
        at ? (
          <time dateTime={at} title={format.dateTime(at)}>
            {format.relative(at)}
          </time>
        ) : (
          <Trans>never</Trans>
        ),
    },
    {
      id: 'joined',
      name: t`Joined`,
      sort: 'joined',
      numeric: true,
      compact: 'omitted',
      cell: ({ created_at: at }) => <time dateTime={at}>{format.shortDate(at)}</time>,
    },
  ]
}

function GroupFilter({ group, onChange }: { group: string | undefined; onChange: (group: string | undefined) => void }) {
  const { t } = useLingui()
  const nameOf = useGroupName()
  const { data } = useQuery(groupsQuery)
  // Without groups of their own there is nothing to choose.
  if (!data || (data.items.length < 2 && group === undefined)) return null
  return (
    <Select
      label={t`Group`}
      hideLabel
      className={choose}
      value={data.items.some(({ id }) => id === group) ? (group ?? 'all') : 'all'}
      onValueChange={(value) => onChange(value === 'all' ? undefined : value)}
      items={[{ value: 'all', label: t`All groups` }, ...data.items.map((one) => ({ value: one.id, label: nameOf(one) }))]}
    />
  )
}
