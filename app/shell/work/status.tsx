import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleSlash, CircleX } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Generation } from '#app/contract/generations.ts'
import { Mark } from '#app/ui/mark.tsx'
import { ProgressBar } from '#app/ui/progress-bar.tsx'
import { useFormat } from '../format.ts'
import { refetchGeneration } from '../generation-cache.ts'
import { modelsQuery } from '../generations.queries.ts'
import { isActive } from '../generation-state.ts'
import type { Kind } from '../kinds.tsx'

/** Milliseconds since a moment, moving every second; null until the page lives. */
function useElapsed(since: string): number | null {
  const [elapsed, setElapsed] = useState<number | null>(null)
  useEffect(() => {
    const start = new Date(since).getTime()
    const update = () => setElapsed(Math.max(0, Date.now() - start))
    update()
    const timer = setInterval(update, 1000)
    return () => clearInterval(timer)
  }, [since])
  return elapsed
}

/** Others finish without a word to this page: its place in the queue is asked for. */
const askPlaceEveryMs = 4_000

function usePlaceInQueue({ id, status, ahead }: Generation): number | null {
  const queryClient = useQueryClient()
  const waits = status === 'queued'
  useEffect(() => {
    if (!waits) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void refetchGeneration(queryClient, id)
    }, askPlaceEveryMs)
    return () => clearInterval(timer)
  }, [waits, queryClient, id])
  return waits ? ahead : null
}

/** How long its model usually takes, from the wish to the work; null while that is not known. */
export function useUsualWait(model: string): number | null {
  const { data } = useQuery({ ...modelsQuery(), select: (models) => models.find(({ id }) => id === model)?.measured?.wait_p50_ms ?? null })
  return data ?? null
}

type ProgressProps = {
  generation: Generation
  className?: string | undefined
  /** Without the bars: where they play already. */
  bare?: boolean | undefined
}

/** How far a running generation is, in words, figures and a line. */
export function Progress({ generation, className = '', bare = false }: ProgressProps) {
  const { t } = useLingui()
  const { percent, clock, duration } = useFormat()
  const { type, status, progress, text } = generation
  const elapsed = useElapsed(generation.started_at ?? generation.created_at)
  const ahead = usePlaceInQueue(generation)
  const usual = useUsualWait(generation.model)
  const doing: Record<Kind, string> = { video: t`Rendering`, image: t`Drawing`, audio: t`Recording`, text: t`Writing` }
  const waiting = ahead ? t`Waiting: ${plural(ahead, { one: '# before yours', other: '# before yours' })}` : t`Waiting for a free place`
  const words = status === 'queued' ? waiting : doing[type]
  const known = progress !== null && status === 'running' && !(type === 'text' && text)
  return (
    <div className={className}>
      <div className="mb-2 flex items-baseline gap-2.5">
        {!bare && <Mark playing={status === 'running'} size={20} className="shrink-0 self-center" />}
        <span className="min-w-0 flex-1 font-medium">
          {words}
          {usual !== null && (
            <span className="block text-sm font-normal text-ink-soft">
              <Trans>usually {duration(usual)} in all</Trans>
            </span>
          )}
        </span>
        <span className="tabular shrink-0 text-sm text-ink-soft">
          {known && `${percent(progress)} · `}
          {elapsed === null ? ' ' : clock(elapsed)}
        </span>
      </div>
      <ProgressBar label={words} value={known ? progress : null} />
    </div>
  )
}

/** Why there is no result, and what it cost: a failed run nothing, a canceled one what was written. */
export function Outcome({ generation }: { generation: Generation }) {
  const { tokens } = useFormat()
  const { status, error, charged } = generation
  if (isActive(generation) || status === 'succeeded') return null
  const Icon = status === 'failed' ? CircleX : CircleSlash
  return (
    <div className={`flex gap-3 rounded-card p-4 ${status === 'failed' ? 'bg-danger-soft' : 'bg-wash'}`}>
      <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${status === 'failed' ? 'text-danger' : 'text-ink-soft'}`} strokeWidth={1.75} />
      <div className="min-w-0">
        <p className="font-medium">
          {status === 'failed' ? (error?.detail ?? <Trans>This one did not work out.</Trans>) : <Trans>You stopped this one.</Trans>}
        </p>
        <p className="text-ink-soft">
          {charged ? <Trans>You paid {tokens(charged)} for the text written so far.</Trans> : <Trans>Nothing was charged.</Trans>}
        </p>
        {error?.code === 'refused' && (
          <Link to="/legal/$document" params={{ document: 'aup' }} className="link mt-1 inline-flex min-h-11 items-center">
            <Trans>What may be made here</Trans>
          </Link>
        )}
      </div>
    </div>
  )
}
