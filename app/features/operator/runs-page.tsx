import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import type { GenerationStatus } from '#app/contract/generations.ts'
import { kinds, useKindNames } from '#app/shell/media/kinds.tsx'
import { useStatusNames } from '#app/shell/work/status-names.ts'
import { Button } from '#app/ui/button.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { FilterChip } from '#app/ui/filter-chip.tsx'
import { Segmented } from '#app/ui/segmented.tsx'
import { Select } from '#app/ui/select.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import type { RunsSearch, SearchProps } from './operator-search.ts'
import { PagedList } from './paged-list.tsx'
import { PersonChip } from './person-chip.tsx'
import { type RunAct, RunActDialog } from './run-acts.tsx'
import { RunList } from './run-list.tsx'
import { useLiveRuns } from './use-live-runs.ts'

const statuses = ['queued', 'running', 'succeeded', 'failed', 'canceled'] as const satisfies readonly GenerationStatus[]

const QueueView = lazy(async () => ({ default: (await import('./queue-view.tsx')).QueueView }))

/** Runs of all people as a list, or as the queue in which they wait. */
export function RunsPage({ search, onSearchChange }: SearchProps<RunsSearch>) {
  const { t } = useLingui()
  const isQueue = search.view === 'queue'
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        <div className="grid gap-1">
          <h1 className="text-3xl">
            <Trans>Runs</Trans>
          </h1>
          <p className="text-ink-soft">
            {isQueue ? (
              <Trans>The queue updates by itself.</Trans>
            ) : (
              <Trans>The list updates by itself. Prompts and results stay private.</Trans>
            )}
          </p>
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

/** Runs of all people, newest first. */
function AllRuns({ search, onSearchChange }: SearchProps<RunsSearch>) {
  const { t } = useLingui()
  const kindNames = useKindNames()
  const statusNames = useStatusNames()
  const status = statuses.find((one) => one === search.status)
  const { list, runs } = useLiveRuns({ ...search, status })
  const [act, setAct] = useState<RunAct | null>(null)
  const isFiltered = Object.values(search).some((value) => value !== undefined)
  const showAll = () => onSearchChange({ person: undefined, type: undefined, status: undefined, model: undefined })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="flex flex-wrap items-center gap-2">
        <Select
          label={t`Type`}
          hideLabel
          className="max-sm:flex-1 max-sm:basis-32 sm:w-44"
          value={search.type ?? 'all'}
          onValueChange={(value) => onSearchChange({ type: kinds.find((kind) => kind === value) })}
          items={[{ value: 'all', label: t`All types` }, ...kinds.map((value) => ({ value, label: kindNames[value] }))]}
        />
        <Select
          label={t`Status`}
          hideLabel
          className="max-sm:flex-1 max-sm:basis-32 sm:w-44"
          value={status ?? 'all'}
          onValueChange={(value) => onSearchChange({ status: value === 'all' ? undefined : value })}
          items={[{ value: 'all', label: t`Any status` }, ...statuses.map((value) => ({ value, label: statusNames[value] }))]}
        />
        {search.person && <PersonChip id={search.person} onRemove={() => onSearchChange({ person: undefined })} />}
        {search.model && (
          <FilterChip
            label={t`Model: ${runs?.find((run) => run.model.id === search.model)?.model.name ?? search.model}`}
            onRemove={() => onSearchChange({ model: undefined })}
          />
        )}
      </div>
      <PagedList
        query={list}
        items={runs}
        empty={
          <Empty
            title={isFiltered ? <Trans>No results</Trans> : <Trans>No runs yet</Trans>}
            action={
              isFiltered && (
                <Button variant="secondary" onClick={showAll}>
                  <Trans>Show all runs</Trans>
                </Button>
              )
            }
          >
            {isFiltered ? <Trans>No matching runs.</Trans> : <Trans>Every run of every person appears here.</Trans>}
          </Empty>
        }
      >
        {(items) => <RunList runs={items} showPerson onAct={setAct} />}
      </PagedList>
      {act && <RunActDialog act={act} onClose={() => setAct(null)} />}
    </div>
  )
}
