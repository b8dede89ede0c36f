import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { OperatorAct } from '#app/contract/operator/operator.ts'
import { operatorActions } from '#app/contract/operator/operator-actions.ts'
import { isRole } from '#app/contract/account/roles.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { Empty } from '#app/ui/lists/empty.tsx'
import { SearchField } from '#app/ui/controls/search-field.tsx'
import { Select } from '#app/ui/controls/select.tsx'
import { CsvButton } from '../base/csv-button.tsx'
import { useActionNames, useBulkActNames, useRoleNames } from '../base/names.ts'
import type { AuditSearch, SearchProps } from '../base/operator-search.ts'
import { actsQuery, readActs } from '../base/operator.queries.ts'
import { PagedList } from '#app/ui/lists/paged-list.tsx'
import { PersonChip } from '../people/person-chip.tsx'

const columns = ['id', 'created_at', 'action', 'actor', 'api_key', 'person', 'run_id', 'before', 'after', 'reason', 'address']
const rowOf = (act: OperatorAct) => [
  act.id,
  act.created_at,
  act.action,
  act.actor?.email ?? null,
  act.api_key?.name ?? null,
  act.person?.email ?? null,
  act.run_id,
  act.before && JSON.stringify(act.before),
  act.after && JSON.stringify(act.after),
  act.reason,
  act.address,
]

/** Everything that people with a role did, newest first. */
export function AuditPage({ search, onSearchChange }: SearchProps<AuditSearch>) {
  const { t } = useLingui()
  const names = useActionNames()
  const action = operatorActions.find((one) => one === search.action)
  const isFiltered = Boolean(search.q ?? search.person ?? action)
  const list = useInfiniteQuery({ ...actsQuery({ q: search.q, person: search.person, action }), placeholderData: keepPreviousData })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        <div className="grid gap-1">
          <h1 className="text-3xl">
            <Trans>Audit log</Trans>
          </h1>
          <p className="text-ink-soft">
            <Trans>Entries can’t be changed or deleted.</Trans>
          </p>
        </div>
        <CsvButton
          name="quartet-audit.csv"
          columns={columns}
          read={(cursor) => readActs({ q: search.q, person: search.person, action }, cursor, '100')}
          rowOf={rowOf}
        />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <SearchField
          q={search.q ?? ''}
          onSearch={(q) => onSearchChange({ q: q || undefined })}
          label={t`Search the audit log by email or reason`}
          placeholder={t`Email or reason`}
          className="basis-full sm:basis-56 [&>input]:min-h-11"
        />
        <Select
          label={t`Action`}
          hideLabel
          className="max-sm:flex-1 sm:w-56"
          value={action ?? 'all'}
          onValueChange={(value) => onSearchChange({ action: value === 'all' ? undefined : value })}
          items={[{ value: 'all', label: t`All actions` }, ...operatorActions.map((value) => ({ value, label: names[value] }))]}
        />
        {search.person && <PersonChip id={search.person} onRemove={() => onSearchChange({ person: undefined })} />}
      </div>
      <PagedList
        query={list}
        items={list.data?.pages.flatMap(({ items }) => items)}
        empty={
          isFiltered ? (
            <Empty
              title={<Trans>No results</Trans>}
              action={
                <Button variant="secondary" onClick={() => onSearchChange({ q: undefined, person: undefined, action: undefined })}>
                  <Trans>Show everything</Trans>
                </Button>
              }
            >
              <Trans>No entry matches the filters.</Trans>
            </Empty>
          ) : (
            <Empty title={<Trans>Nothing here yet</Trans>}>
              <Trans>Grants, blocks, role changes, stopped runs and changed settings appear here.</Trans>
            </Empty>
          )
        }
      >
        {(acts) => <ActList acts={acts} />}
      </PagedList>
    </div>
  )
}

export function ActList({ acts }: { acts: readonly OperatorAct[] }) {
  return (
    <ul>
      {acts.map((act) => (
        <ActRow key={act.id} act={act} />
      ))}
    </ul>
  )
}

function ActRow({ act }: { act: OperatorAct }) {
  const { t } = useLingui()
  const format = useFormat()
  const names = useActionNames()
  const change = useChange(act)
  return (
    <li className="grid gap-0.5 border-b border-line/60 py-3 last:border-0">
      <p className="flex flex-wrap gap-x-2">
        <span className="font-medium">{names[act.action]}</span>
        {change && <span>{change}</span>}
        {act.person && (
          <Link to="/operator/people/$person" params={{ person: act.person.id }} className="link wrap-anywhere">
            {act.person.email}
          </Link>
        )}
      </p>
      {act.reason && <p className="wrap-anywhere">{act.reason}</p>}
      <p className="text-sm wrap-anywhere text-ink-soft">
        {act.actor?.email ?? (typeof act.after?.service === 'string' ? t`Sign-in with ${act.after.service}` : t`Command line`)}
        {act.api_key && <> · {act.api_key.name === null ? t`API key` : t`API key “${act.api_key.name}”`}</>} ·{' '}
        <time dateTime={act.created_at}>{format.dateTime(act.created_at)}</time>
        {act.address && <> · {act.address}</>}
      </p>
    </li>
  )
}

const bulkKinds = ['set_group', 'grant_tokens', 'block'] as const

/** Says what changed, where the action alone does not. */
function useChange({ action, before, after }: OperatorAct): string | undefined {
  const { t } = useLingui()
  const format = useFormat()
  const roleNames = useRoleNames()
  const bulkNames = useBulkActNames()
  if (action === 'role_changed') {
    const [from, to] = [before?.role, after?.role]
    return isRole(from) && isRole(to) ? `${roleNames[from]} → ${roleNames[to]}` : undefined
  }
  if (action === 'maintenance_changed') return after?.enabled === true ? t`on` : t`off`
  const bulk = bulkKinds.find((kind) => action.startsWith('bulk_') && kind === after?.subject)
  if (bulk) {
    const people = typeof after?.people === 'number' ? after.people : 0
    return `${bulkNames[bulk]} · ${t`${plural(people, { one: '# person', other: '# people' })}`}`
  }
  if (action === 'group_assigned')
    return [before?.group, after?.group].map((name) => (typeof name === 'string' ? name : t`Default group`)).join(' → ')
  const subject = after?.subject ?? (action === 'group_deleted' ? before?.subject : undefined)
  if (typeof subject === 'string') {
    const detail = action === 'connection_saved' ? after?.key : null
    const state = action.endsWith('_switched') ? (after?.enabled === true ? t`on` : t`off`) : detail
    return typeof state === 'string' ? `${subject} · ${state}` : subject
  }
  const amount = after?.amount
  return typeof amount === 'number' ? format.tokens(Math.abs(amount)) : undefined
}
