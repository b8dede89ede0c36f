import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { GenerationStatus } from '#app/contract/runs/generations.ts'
import { modelsQuery } from '#app/shell/data/generations.queries.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { kinds, useKindNames } from '#app/shell/media/kinds.tsx'
import { useStatusNames } from '#app/runs/status-names.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { Empty } from '#app/ui/lists/empty.tsx'
import { SearchField } from '#app/ui/controls/search-field.tsx'
import { Segmented } from '#app/ui/controls/segmented.tsx'
import { Select } from '#app/ui/controls/select.tsx'
import { Skeleton } from '#app/ui/page/skeleton.tsx'
import { DayFilter } from '../base/day-filter.tsx'
import { runSeconds, type RunsSearch, type SearchProps } from '../base/operator-search.ts'
import { PersonChip } from '../people/person-chip.tsx'
import { type RunAct, RunActDialog } from './run-acts.tsx'
import { RunTable } from './run-table.tsx'
import { sortedBy } from '../base/sorted-by.ts'
import { useLiveRuns } from './use-live-runs.ts'

const statuses = ['queued', 'running', 'succeeded', 'failed', 'canceled'] as const satisfies readonly GenerationStatus[]

const QueueView = lazy(async () => ({ default: (await import('./queue-view.tsx')).QueueView }))

/** Runs of all people as a list, or as the queue in which they wait. */
export function RunsPage({ search, onSearchChange }: SearchProps<RunsSearch>) {
  const { t } = useLingui()
  const isQueue = search.view === 'queue'
  return (
    // Thirty runs fit a screen of 900 px, so there is less space above them than on other pages.
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:-mt-4 lg:gap-0.5">
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        <div className="grid gap-1">
          <h1 className="text-3xl">
            <Trans>Runs</Trans>
          </h1>
          {isQueue && (
            <p className="text-ink-soft">
              <Trans>The queue updates by itself.</Trans>
            </p>
          )}
        </div>
        <Segmented
          label={t`View`}
          hideLabel
          size="sm"
          value={isQueue ? 'queue' : 'list'}
          onValueChange={(value) => onSearchChange({ view: value === 'queue' ? value : undefined })}
          items={[
            { value: 'list', label: t`All runs` },
            { value: 'queue', label: t`Queue` },
          ]}
        />
      </div>
      {isQueue ? (
        <Suspense fallback={<Skeleton className="h-40" />}>
          <QueueView />
        </Suspense>
      ) : (
        <AllRuns search={search} onSearchChange={onSearchChange} />
      )}
    </div>
  )
}

/** Runs of all people, newest first or in another order. */
function AllRuns({ search, onSearchChange }: SearchProps<RunsSearch>) {
  const status = statuses.find((one) => one === search.status)
  const { view: _, ...filter } = search
  const { list, runs } = useLiveRuns({ ...filter, status })
  const [act, setAct] = useState<RunAct | null>(null)
  const isFiltered = Object.values({ ...filter, sort: undefined, order: undefined }).some((value) => value !== undefined)
  const nothing = { q: undefined, person: undefined, type: undefined, status: undefined, model: undefined, from: undefined, to: undefined }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1 lg:gap-0">
      <RunFilters search={search} onSearchChange={onSearchChange} />
      <RunTable
        query={list}
        runs={runs}
        showPerson
        sorted={sortedBy(search, 'time', onSearchChange)}
        onAct={setAct}
        empty={
          <Empty
            title={isFiltered ? <Trans>No results</Trans> : <Trans>No runs yet</Trans>}
            action={
              isFiltered && (
                <Button variant="secondary" onClick={() => onSearchChange({ ...nothing, seconds: undefined })}>
                  <Trans>Show all runs</Trans>
                </Button>
              )
            }
          >
            {isFiltered ? <Trans>No matching runs.</Trans> : <Trans>Every run of every person appears here.</Trans>}
          </Empty>
        }
      />
      {act && <RunActDialog act={act} onClose={() => setAct(null)} />}
    </div>
  )
}

function RunFilters({ search, onSearchChange }: SearchProps<RunsSearch>) {
  const { t } = useLingui()
  const format = useFormat()
  const kindNames = useKindNames()
  const statusNames = useStatusNames()
  const { data: models = [] } = useQuery(modelsQuery())
  const offered = models.filter(({ type }) => !search.type || type === search.type).map(({ id, name }) => ({ value: id, label: name }))
  // A model that is no longer offered still has runs.
  if (search.model && !offered.some(({ value }) => value === search.model)) offered.push({ value: search.model, label: search.model })
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-1">
      <SearchField
        q={search.q ?? ''}
        onSearch={(q) => onSearchChange({ q: q || undefined })}
        label={t`Search runs by email or run ID`}
        placeholder={t`Email or run ID`}
        className="basis-full sm:basis-44 [&>input]:min-h-8 lg:[&>input]:py-0.5"
      />
      <Select
        label={t`Type`}
        hideLabel
        quiet
        value={search.type ?? 'all'}
        onValueChange={(value) => onSearchChange({ type: kinds.find((kind) => kind === value) })}
        items={[{ value: 'all', label: t`All types` }, ...kinds.map((value) => ({ value, label: kindNames[value] }))]}
      />
      <Select
        label={t`Status`}
        hideLabel
        quiet
        value={statuses.find((one) => one === search.status) ?? 'all'}
        onValueChange={(value) => onSearchChange({ status: value === 'all' ? undefined : value })}
        items={[{ value: 'all', label: t`Any status` }, ...statuses.map((value) => ({ value, label: statusNames[value] }))]}
      />
      <Select
        label={t`Model`}
        hideLabel
        quiet
        value={search.model ?? 'all'}
        onValueChange={(value) => onSearchChange({ model: value === 'all' ? undefined : value })}
        items={[{ value: 'all', label: t`All models` }, ...offered]}
      />
      <Select
        label={t`Duration`}
        hideLabel
        quiet
        value={String(search.seconds ?? 0)}
        onValueChange={(value) => onSearchChange({ seconds: runSeconds.find((seconds) => String(seconds) === value) })}
        items={[
          { value: '0', label: t`Any duration` },
          ...runSeconds.map((seconds) => ({ value: String(seconds), label: t`From ${format.duration(seconds * 1000)}` })),
        ]}
      />
      <DayFilter search={search} onSearchChange={onSearchChange} quiet />
      {search.person && <PersonChip id={search.person} onRemove={() => onSearchChange({ person: undefined })} />}
    </div>
  )
}
