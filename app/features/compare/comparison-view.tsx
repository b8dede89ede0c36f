import { Trans } from '@lingui/react/macro'
import { useQueries, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { settle } from '#app/shell/calls/settle.ts'
import { generationQuery } from '#app/shell/data/generations.queries.ts'
import { isActive } from '#app/shell/data/run-state.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { followRuns } from '#app/shell/live/follow-runs.ts'
import { useFailureToast } from '#app/runs/use-failure-toast.ts'
import { ButtonLink } from '#app/ui/controls/button.tsx'
import { StillPart } from '#app/ui/page/still-part.tsx'
import { voteForRun } from './compare.functions.ts'
import { comparisonKeys, comparisonQuery } from './compare.queries.ts'
import { ComparedRun } from './compared-run.tsx'

/** The results of one prompt side by side, which arrive one by one. */
export function ComparisonView({ id }: { id: string }) {
  const { spent, relative } = useFormat()
  const queryClient = useQueryClient()
  const showFailure = useFailureToast()
  const { data: comparison } = useSuspenseQuery(comparisonQuery(id))
  const { type, prompt, blind, best, created_at } = comparison
  useEffect(() => followRuns(queryClient, comparison.runs), [queryClient, comparison])
  // Live events update each run's own entry.
  const runs = useQueries({ queries: comparison.runs.map((run) => ({ ...generationQuery(run.id), initialData: run })) }).map(
    ({ data }) => data,
  )
  const { queryKey } = comparisonQuery(id)
  const reload = () => void queryClient.invalidateQueries({ queryKey })
  const made = runs.filter(({ status }) => status === 'succeeded').length
  const total = runs.length
  const isRunning = runs.some(isActive)
  const isHidden = blind && best === null
  const cost = runs.reduce((sum, { charged_milli: charged, price_milli: price }) => sum + (charged ?? price), 0)

  async function choose(run: string | null) {
    const before = comparison.best
    queryClient.setQueryData(queryKey, (known) => known && { ...known, best: run })
    const result = await settle(voteForRun({ data: { id, generation_id: run } }))
    if (!result.ok) {
      queryClient.setQueryData(queryKey, (known) => known && { ...known, best: before })
      return showFailure(result.error)
    }
    void queryClient.invalidateQueries({ queryKey: comparisonKeys.standings })
    void queryClient.invalidateQueries({ queryKey: comparisonKeys.lists })
  }

  return (
    <div className="grid gap-8" data-kind={type}>
      <div className="flex items-start gap-5">
        <div className="grid min-w-0 gap-2">
          <Link to="/dashboard" search={{ compare: type }} className="link justify-self-start text-sm text-ink-soft">
            <Trans>Comparisons</Trans>
          </Link>
          <h1 className="line-clamp-4 text-xl wrap-anywhere sm:text-2xl">{prompt}</h1>
          <p className="text-ink-soft">
            <span role="status">
              <Trans>
                {made} of {total} ready
              </Trans>
            </span>
            {' · '}
            {spent(cost)}
            {' · '}
            <time dateTime={created_at}>{relative(created_at)}</time>
          </p>
          {isHidden && made > 0 && !isRunning && (
            <p>
              <Trans>Choose the best result to see which model made it.</Trans>
            </p>
          )}
        </div>
        <ButtonLink to="/dashboard" search={{ compare: type }} variant="secondary" className="ml-auto shrink-0 max-sm:hidden">
          <Trans>New comparison</Trans>
        </ButtonLink>
      </div>
      <ol className={`grid grid-cols-1 items-start gap-x-5 gap-y-10 sm:grid-cols-2 ${columns[total] ?? ''}`}>
        {runs.map((run, index) => (
          <li key={run.id} className="min-w-0">
            <ComparedRun
              generation={run}
              number={index + 1}
              isHidden={isHidden}
              isBest={run.id === best}
              onChoose={(isBest) => void choose(isBest ? run.id : null)}
              onChanged={reload}
            />
          </li>
        ))}
      </ol>
      {isRunning && <StillPart />}
    </div>
  )
}

/** Complete class names, because Tailwind does not find composed ones. */
const columns: Record<number, string> = { 3: 'lg:grid-cols-3', 4: 'xl:grid-cols-4' }
