import { Plural, Trans } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Fragment, useCallback } from 'react'
import type { Generation } from '#app/contract/runs/generations.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { generationsInfiniteQuery } from '#app/shell/data/generations.queries.ts'
import { useCallWords } from '#app/runs/call-words.ts'
import { findInList, type GenerationList } from '#app/shell/live/generation-state.ts'

/** “9.4 tokens · 3 steps, 1 result”: the spending of a message; opened, of each of its runs. `ids`: separated by spaces. */
export function MessageSpending({ thread, ids }: { thread: string; ids: string }) {
  const { spent, number } = useFormat()
  const words = useCallWords()
  const select = useCallback((list: GenerationList) => ids.split(' ').flatMap((id) => findInList(list, id) ?? []), [ids])
  const { data: runs = [] } = useInfiniteQuery({ ...generationsInfiniteQuery({ thread }), enabled: false, select })
  const calls = chargedCalls(runs)
  const all = spent([...runs, ...calls].reduce((sum, run) => sum + (run.charged_milli ?? 0), 0))
  return (
    <details className="text-sm text-ink-soft">
      <summary className="inline-flex min-h-11 cursor-pointer items-center hover:text-ink">
        {all} · <Plural value={runs.length} one="# step" other="# steps" />
        {calls.length > 0 && (
          <>
            , <Plural value={calls.length} one="# result" other="# results" />
          </>
        )}
      </summary>
      <ol className="mb-2 grid gap-1 border-l-2 border-line pl-4">
        {runs.map((run, at) => (
          <Fragment key={run.id}>
            <li className="flex flex-wrap gap-x-1.5">
              <span>
                <Trans>Step {number(at + 1)}</Trans>
              </span>
              <span>· {run.model}</span>
              {run.charged_milli !== null && <span>· {spent(run.charged_milli)}</span>}
              <span>· {run.unattended ? <Trans>within the allowance</Trans> : <Trans>allowed by you</Trans>}</span>
            </li>
            {chargedCalls([run]).map(({ id, makes, by, charged_milli: charged }) => (
              <li key={id} className="flex flex-wrap gap-x-1.5 pl-4">
                <span>{makes && words[makes].act}</span>
                <span>· {spent(charged ?? 0)}</span>
                <span>· {by === 'rule' ? <Trans>within the allowance</Trans> : <Trans>allowed by you</Trans>}</span>
              </li>
            ))}
          </Fragment>
        ))}
      </ol>
    </details>
  )
}

/** The calls of answers whose runs have cost something. */
const chargedCalls = (runs: readonly Generation[]) => runs.flatMap((run) => (run.call_states ?? []).filter((call) => call.charged_milli))
