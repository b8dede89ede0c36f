import { Trans } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { Comparison } from '#app/contract/runs/comparisons.ts'
import type { Kind } from '#app/contract/base/values.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { KindIcon } from '#app/shell/media/kinds.tsx'
import { Earlier } from '#app/runs/earlier-works.tsx'
import { CompareForm } from './compare-form.tsx'
import { comparisonsInfiniteQuery } from './compare.queries.ts'
import { ComparisonView } from './comparison-view.tsx'
import { kindOfNew } from './load-comparison.ts'
import { Standings } from './standings.tsx'
import { useModelNames } from './use-model-names.ts'

/** The form for models of a kind with earlier comparisons, or one comparison by its id. */
export function ComparePage({ compare }: { compare: string }) {
  const kind = kindOfNew(compare)
  return kind ? <NewComparison kind={kind} /> : <ComparisonView key={compare} id={compare} />
}

function NewComparison({ kind }: { kind: Kind }) {
  const navigate = useNavigate()
  return (
    <div className="grid gap-8">
      <div className="grid gap-1">
        <h1 className="text-3xl">
          <Trans>Compare models</Trans>
        </h1>
        <p className="text-lg text-ink-soft">
          <Trans>One prompt, up to four models, side by side. Choose the best result, and see which model suits you.</Trans>
        </p>
      </div>
      <CompareForm key={kind} kind={kind} onStarted={({ id }) => void navigate({ to: '/dashboard', search: { compare: id } })} />
      <Standings />
      <EarlierComparisons />
    </div>
  )
}

function EarlierComparisons() {
  const list = useInfiniteQuery(comparisonsInfiniteQuery)
  const comparisons = list.data?.pages.flatMap(({ items }) => items) ?? []
  if (comparisons.length === 0) return null
  return (
    <Earlier title={<Trans>Your comparisons</Trans>} columns="sm:grid-cols-2 lg:grid-cols-3" list={list}>
      {comparisons.map((comparison) => (
        <li key={comparison.id}>
          <ComparisonCard comparison={comparison} />
        </li>
      ))}
    </Earlier>
  )
}

function ComparisonCard({ comparison: { id, type, prompt, blind, best, created_at, runs } }: { comparison: Comparison }) {
  const { relative } = useFormat()
  const nameOf = useModelNames()
  const chosen = runs.find((run) => run.id === best)
  const stills = runs.flatMap(({ files: [file] }) => file?.thumbnail_url ?? file?.poster_url ?? [])
  return (
    <Link
      to="/dashboard"
      search={{ compare: id }}
      data-kind={type}
      className="flex h-full flex-col gap-3 rounded-card border border-line bg-surface p-4 transition-colors hover:border-edge"
    >
      {stills.length > 0 && (
        <span aria-hidden className="grid grid-cols-4 gap-1.5">
          {stills.map((still) => (
            <img key={still} src={still} alt="" loading="lazy" className="aspect-square w-full rounded-control bg-wash object-cover" />
          ))}
        </span>
      )}
      <span className="line-clamp-2 wrap-anywhere">{prompt}</span>
      <span className="mt-auto flex flex-wrap items-center gap-x-2 text-sm text-ink-soft">
        <KindIcon kind={type} className="size-4" />
        <span className="wrap-anywhere">
          {chosen ? (
            <Trans>Best: {nameOf(chosen.model)}</Trans>
          ) : blind ? (
            <Trans>Not decided</Trans>
          ) : (
            runs.map(({ model }) => nameOf(model)).join(', ')
          )}
        </span>
        <time dateTime={created_at} className="ml-auto">
          {relative(created_at)}
        </time>
      </span>
    </Link>
  )
}
