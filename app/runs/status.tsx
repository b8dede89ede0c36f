import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleSlash, CircleX } from 'lucide-react'
import { useEffect } from 'react'
import type { Generation } from '#app/contract/runs/generations.ts'
import { modelsQuery } from '#app/shell/data/generations.queries.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { refetchGeneration } from '#app/shell/live/generation-cache.ts'
import { isActive, isWaiting } from '#app/shell/data/run-state.ts'
import { useQueryData } from '#app/shell/data/query-data.ts'
import type { Kind } from '#app/shell/media/kinds.tsx'
import { Mark } from '#app/ui/page/mark.tsx'
import { ProgressBar } from '#app/ui/page/progress-bar.tsx'
import { useElapsed } from './use-elapsed.ts'
import { usualDuration } from './usual-duration.ts'

/** Milliseconds between queries of the queue position, because runs of other people end without an event for this page. */
const askPlaceEveryMs = 4_000

/** Returns the number of runs ahead of a waiting one, which events report of a run in the queue of an own server; null for others. */
function usePlaceInQueue({ id, status, ahead }: Generation): number | null {
  const queryClient = useQueryClient()
  const isQueued = status === 'queued'
  useEffect(() => {
    if (!isQueued) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void refetchGeneration(queryClient, id)
    }, askPlaceEveryMs)
    return () => clearInterval(timer)
  }, [isQueued, queryClient, id])
  return ahead
}

/** Returns the usual duration of such a run, without its time in the queue; null if unknown. */
function useUsualDuration({ model: id, options, prompt }: Generation): number | null {
  const models = useQueryData(modelsQuery())
  const model = models?.find((one) => one.id === id)
  return model ? usualDuration(model, { options, prompt }) : null
}

/** Returns "usually about 8 sec", as long as it is true. */
export function useUsualPhrase(generation: Generation, elapsed: number | null): string | null {
  const { t } = useLingui()
  const { duration } = useFormat()
  const usual = useUsualDuration(generation)
  if (usual === null || isWaiting(generation)) return null
  return elapsed !== null && elapsed > usual ? t`longer than usual` : t`usually about ${duration(usual)}`
}

type ProgressProps = {
  generation: Generation
  className?: string | undefined
  /** Whether to omit the animated bars, because they are shown elsewhere. */
  bare?: boolean | undefined
}

/** Progress of a running generation as text, numbers and a bar. */
export function Progress({ generation, className = '', bare = false }: ProgressProps) {
  const { t } = useLingui()
  const { percent, clock } = useFormat()
  const { type, status, progress, text } = generation
  const elapsed = useElapsed(generation.started_at ?? generation.created_at)
  const ahead = usePlaceInQueue(generation)
  const usual = useUsualPhrase(generation, elapsed)
  const thinks = generation.thinking_started_at !== null
  const doing: Record<Kind, string> = {
    video: t`Rendering`,
    image: t`Drawing`,
    audio: t`Recording`,
    text: thinks ? t({ message: 'Thinking', context: 'progress' }) : t`Writing`,
  }
  const waiting = ahead ? t`Waiting: ${plural(ahead, { one: '# ahead of yours', other: '# ahead of yours' })}` : t`Waiting in the queue`
  const waits = isWaiting(generation)
  const words = waits ? (generation.chord?.waits ? t`Starts when the image is ready` : waiting) : doing[type]
  const known = progress !== null && status === 'running' && !(type === 'text' && text)
  return (
    <div className={className}>
      <div className="mb-2 flex items-baseline gap-2.5">
        {!bare && <Mark playing={!waits} size={20} className="shrink-0 self-center" />}
        <span className="min-w-0 flex-1 font-medium">
          {words}
          {usual !== null && <span className="block text-sm font-normal text-ink-soft">{usual}</span>}
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

/** The reason for a missing result, and its cost: nothing for a failed run, the written text for a canceled one. */
export function Outcome({ generation }: { generation: Generation }) {
  const { exactTokens } = useFormat()
  const { status, error, charged_milli: charged } = generation
  if (isActive(generation) || status === 'succeeded') return null
  const Icon = status === 'failed' ? CircleX : CircleSlash
  return (
    <div className={`flex gap-3 rounded-card p-4 ${status === 'failed' ? 'bg-danger-soft' : 'bg-wash'}`}>
      <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${status === 'failed' ? 'text-danger' : 'text-ink-soft'}`} strokeWidth={1.75} />
      <div className="min-w-0">
        <p className="font-medium">
          {status === 'failed' ? (error?.detail ?? <Trans>This couldn’t be created.</Trans>) : <Trans>You stopped this.</Trans>}
        </p>
        <p className="text-ink-soft">
          {charged ? <Trans>You paid {exactTokens(charged)} for the text written so far.</Trans> : <Trans>No tokens were charged.</Trans>}
        </p>
        {error?.code === 'refused' && (
          <Link to="/legal/$document" params={{ document: 'aup' }} className="link mt-1 inline-flex min-h-11 items-center">
            <Trans>What you can create here</Trans>
          </Link>
        )}
      </div>
    </div>
  )
}
