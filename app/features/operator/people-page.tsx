import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { OperatorPerson } from '#app/contract/operator.ts'
import { personStates } from '#app/contract/operator-rights.ts'
import { roles } from '#app/contract/roles.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Button } from '#app/ui/button.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { SearchField } from '#app/ui/search-field.tsx'
import { Select } from '#app/ui/select.tsx'
import { BulkActs } from './bulk-acts.tsx'
import { BulkDialog } from './bulk-dialog.tsx'
import { groupsQuery } from './groups.queries.ts'
import { useRoleNames, useStateNames } from './names.ts'
import { useRights } from './operator-room.tsx'
import type { PeopleSearch, SearchProps } from './operator-search.ts'
import { peopleQuery } from './operator.queries.ts'
import { PagedList } from './paged-list.tsx'
import { useGroupName } from './use-group-name.ts'

/** All people, newest first, with search and filters. */
export function PeoplePage({ search, onSearchChange }: SearchProps<PeopleSearch>) {
  const { t } = useLingui()
  const roleNames = useRoleNames()
  const stateNames = useStateNames()
  const role = roles.find((one) => one === search.role)
  const state = personStates.find((one) => one === search.state)
  const filter = { q: search.q, role, state, group: search.group }
  const list = useInfiniteQuery({ ...peopleQuery(filter), placeholderData: keepPreviousData })
  const may = useRights()
  const [acting, setActing] = useState(false)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        <h1 className="text-3xl">
          <Trans>People</Trans>
        </h1>
        {may('act_in_bulk') && (
          <Button variant="secondary" onClick={() => setActing(true)}>
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
          className="max-sm:flex-1 max-sm:basis-32 sm:w-44"
          value={role ?? 'all'}
          onValueChange={(value) => onSearchChange({ role: value === 'all' ? undefined : value })}
          items={[{ value: 'all', label: t`All roles` }, ...roles.map((value) => ({ value, label: roleNames[value] }))]}
        />
        <Select
          label={t`Status`}
          hideLabel
          className="max-sm:flex-1 max-sm:basis-32 sm:w-44"
          value={state ?? 'all'}
          onValueChange={(value) => onSearchChange({ state: value === 'all' ? undefined : value })}
          items={[{ value: 'all', label: t`Any status` }, ...personStates.map((value) => ({ value, label: stateNames[value] }))]}
        />
        {may('manage_groups') && <GroupFilter group={search.group} onChange={(group) => onSearchChange({ group })} />}
      </div>
      <PagedList
        query={list}
        items={list.data?.pages.flatMap(({ items }) => items)}
        empty={
          <Empty
            title={<Trans>No results</Trans>}
            action={
              <Button
                variant="secondary"
                onClick={() => onSearchChange({ q: undefined, role: undefined, state: undefined, group: undefined })}
              >
                <Trans>Show everyone</Trans>
              </Button>
            }
          >
            <Trans>Search by the beginning of an email or name, or by a whole ID.</Trans>
          </Empty>
        }
      >
        {(people) => (
          <ul>
            {people.map((person) => (
              <PersonRow key={person.id} person={person} />
            ))}
          </ul>
        )}
      </PagedList>
      {acting && <BulkDialog filter={filter} onClose={() => setActing(false)} />}
    </div>
  )
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
      className="max-sm:flex-1 max-sm:basis-32 sm:w-44"
      value={data.items.some(({ id }) => id === group) ? (group ?? 'all') : 'all'}
      onValueChange={(value) => onChange(value === 'all' ? undefined : value)}
      items={[{ value: 'all', label: t`All groups` }, ...data.items.map((one) => ({ value: one.id, label: nameOf(one) }))]}
    />
  )
}

function PersonRow({ person }: { person: OperatorPerson }) {
  const format = useFormat()
  const roleNames = useRoleNames()
  const stateNames = useStateNames()
  const { id, email, name, role, state, available, last_seen_at: seenAt } = person
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-b border-line/60 py-3 last:border-0">
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <Link
            to="/operator/people/$person"
            params={{ person: id }}
            className="link min-w-0 font-medium wrap-anywhere after:absolute after:inset-0"
          >
            {email}
          </Link>
          {role !== 'member' && <span className="text-sm text-ink-soft">{roleNames[role]}</span>}
          {state !== 'active' && <span className="text-sm font-medium text-danger">{stateNames[state]}</span>}
        </p>
        <p className="text-sm text-ink-soft">
          {name && <span className="wrap-anywhere">{name} · </span>}
          {seenAt ? (
            <Trans>
              last seen <time dateTime={seenAt}>{format.relative(seenAt)}</time>
            </Trans>
          ) : (
            <Trans>never signed in</Trans>
          )}
        </p>
      </div>
      <p className="tabular text-right whitespace-nowrap">{format.tokens(available)}</p>
    </li>
  )
}
