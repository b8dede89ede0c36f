import { Plural, Trans } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useFormat } from '#app/shell/i18n/format.ts'
import { generationsInfiniteQuery } from '#app/shell/data/generations.queries.ts'
import { findInList, type GenerationList } from '#app/shell/live/generation-state.ts'

/** “9.4 tokens · 3 steps”: the spending of a message; opened, of each of its runs. `ids`: separated by spaces. */
export function MessageSpending({ thread, ids }: { thread: string; ids: string }) {
  const { spent, number } = useFormat()
  const select = useCallback((list: GenerationList) => ids.split(' ').flatMap((id) => findInList(list, id) ?? []), [ids])
  const { data: runs = [] } = useInfiniteQuery({ ...generationsInfiniteQuery({ thread }), enabled: false, select })
  const all = spent(runs.reduce((sum, run) => sum + (run.charged_milli ?? 0), 0))
  return (
    <details className="text-sm text-ink-soft">
      <summary className="inline-flex min-h-11 cursor-pointer items-center hover:text-ink">
        {all} · <Plural value={runs.length} one="# step" other="# steps" />
      </summary>
      <ol className="mb-2 grid gap-1 border-l-2 border-line pl-4">
        {runs.map((run, at) => (
          <li key={run.id} className="flex flex-wrap gap-x-1.5">
            <span>
              <Trans>Step {number(at + 1)}</Trans>
            </span>
            <span>· {run.model}</span>
            {run.charged_milli !== null && <span>· {spent(run.charged_milli)}</span>}
            <span>· {run.unattended ? <Trans>within the allowance</Trans> : <Trans>allowed by you</Trans>}</span>
          </li>
        ))}
      </ol>
    </details>
  )
}
