import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Generation } from '#app/contract/generations.ts'
import { Button } from '#app/ui/button.tsx'
import { generationsInfiniteQuery } from '../generations.queries.ts'
import { isActive } from '../generation-state.ts'
import { KindIcon, kindPaths } from '../kinds.tsx'
import { Outcome, Progress } from './status.tsx'
import { useGenerationActions } from './use-generation-actions.ts'

/** What runs now, of every kind. A run that fails while one looks stays, with its reason. Nothing at all while nothing runs. */
export function RunningTray({ className = '' }: { className?: string }) {
  const { t } = useLingui()
  const { data } = useInfiniteQuery(generationsInfiniteQuery({ status: 'active' }))
  const items = data?.pages.flatMap((page) => page.items) ?? []
  if (items.length === 0) return null
  return (
    <section aria-label={t`Running now`} className={className}>
      <h2 className="mb-3 text-xl">
        <Trans>Running now</Trans>
      </h2>
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {items.map((generation) => (
          <li
            key={generation.id}
            data-kind={generation.type}
            className="flex animate-rise flex-col gap-3 rounded-card border border-line bg-surface p-4"
          >
            <Running generation={generation} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Running({ generation }: { generation: Generation }) {
  const actions = useGenerationActions(generation)
  const active = isActive(generation)
  return (
    <>
      <Link to={kindPaths[generation.type]} className="flex items-start gap-2.5 rounded-[6px]">
        <KindIcon kind={generation.type} className="mt-0.5 size-5" />
        <span className="line-clamp-2 min-w-0 flex-1 wrap-anywhere">{generation.prompt}</span>
      </Link>
      {active ? <Progress generation={generation} className="mt-auto" /> : <Outcome generation={generation} />}
      {generation.type === 'text' && active && generation.text && (
        <p className="line-clamp-2 text-sm text-ink-soft">{generation.text.slice(-160)}</p>
      )}
      <div className="-mb-1 -ml-3">
        {active ? (
          <Button variant="ghost" size="sm" busy={actions.busy === 'cancel'} onClick={() => void actions.cancel()}>
            <Trans context="a running work">Cancel</Trans>
          </Button>
        ) : (
          <Button variant="ghost" size="sm" busy={actions.busy === 'again'} onClick={() => void actions.again()}>
            <Trans>Try again</Trans>
          </Button>
        )}
      </div>
    </>
  )
}
