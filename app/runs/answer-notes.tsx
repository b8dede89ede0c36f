import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { Generation, Source } from '#app/contract/runs/generations.ts'
import { liveThinkingQuery, thinkingQuery } from '#app/shell/data/generations.queries.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { joinThinking } from '#app/shell/live/generation-state.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { HiddenFromBots } from '#app/ui/page/hidden-from-bots.tsx'
import { Skeleton } from '#app/ui/page/skeleton.tsx'
import { SourceList } from './source-list.tsx'
import { useElapsed } from './use-elapsed.ts'
import { wholeSeconds } from './whole-seconds.ts'

type ThinkingProps = { generation: Generation; className?: string }

/** The model's reasoning before its answer, folded. It is read when it is opened, and continues live while it is written. */
export function Thinking({ generation, className = 'mb-4' }: ThinkingProps) {
  const [open, setOpen] = useState(false)
  const { id, thinking_started_at: since, thinking_ms: ms } = generation
  const { duration } = useFormat()
  const writing = since != null
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    // It opens without a script too, before hydration.
    if (details.current?.open) setOpen(true)
  }, [])
  return (
    <details
      ref={details}
      className={`group/thinking font-sans text-base ${className}`}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="-ml-2 inline-flex min-h-11 cursor-pointer list-none items-center gap-1.5 rounded-control px-2 text-sm text-ink-soft hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden strokeWidth={1.75} className="size-4 transition-transform group-open/thinking:rotate-90" />
        {writing ? (
          <>
            <span className="motion-safe:animate-pulse">
              <Trans>Thinking…</Trans>
            </span>
            <ThinkingTime since={since} before={ms ?? 0} />
          </>
        ) : ms ? (
          <span>
            <Trans>Thought for {duration(wholeSeconds(ms))}</Trans>
          </span>
        ) : (
          <Trans>Thinking</Trans>
        )}
      </summary>
      {open && <ThinkingText id={id} writing={writing} />}
    </details>
  )
}

/** The time of the reasoning, in whole seconds; a screen reader is spared the counting. */
function ThinkingTime({ since, before }: { since: string; before: number }) {
  const { duration } = useFormat()
  const elapsed = useElapsed(since)
  return elapsed === null ? null : <span aria-hidden>{duration(wholeSeconds(before + elapsed))}</span>
}

/** Milliseconds between reads of reasoning that is being written, which fill gaps between events. */
const rereadMs = 5_000

function ThinkingText({ id, writing }: { id: string; writing: boolean }) {
  const { data, isError, error, isFetching, refetch } = useQuery({ ...thinkingQuery(id), refetchInterval: writing && rereadMs })
  const { data: live } = useQuery(liveThinkingQuery(id))
  const end = useRef<HTMLDivElement>(null)
  const wasWriting = useRef(writing)
  useEffect(() => {
    if (wasWriting.current && !writing) void refetch()
    wasWriting.current = writing
  }, [writing, refetch])
  const text = data && joinThinking(data.text, live)
  useLayoutEffect(() => {
    // The newest lines stay visible in the frame of limited height.
    if (writing && text && end.current) end.current.scrollTop = end.current.scrollHeight
  }, [text, writing])
  if (isError)
    return (
      <HiddenFromBots error={error}>
        <div role="alert" className="flex flex-wrap items-center gap-x-3 text-sm text-ink-soft">
          <Trans>Couldn’t load the model’s thinking.</Trans>
          <Button variant="secondary" size="sm" busy={isFetching} onClick={() => void refetch()}>
            <Trans>Try again</Trans>
          </Button>
        </div>
      </HiddenFromBots>
    )
  if (text === undefined) return <Skeleton className="h-24 w-full" />
  return (
    <div ref={end} className={`border-l-2 border-line pl-4 ${writing ? 'max-h-64 overflow-y-auto' : ''}`}>
      <p className="wrap-anywhere whitespace-pre-wrap text-ink-soft">{text}</p>
    </div>
  )
}

const usuallyShown = 5

/** The pages that a model found on the web for its answer. */
export function Sources({ sources }: { sources: readonly Source[] }) {
  const [open, setOpen] = useState(false)
  const heading = useId()
  if (sources.length === 0)
    return (
      <p className="mt-3 font-sans text-sm text-ink-soft">
        <Trans>No web pages were used.</Trans>
      </p>
    )
  const shown = open ? sources : sources.slice(0, usuallyShown)
  return (
    <section aria-labelledby={heading} className="mt-5 font-sans">
      <h4 id={heading} className="text-sm text-ink-soft">
        <Trans>Sources</Trans>
      </h4>
      <SourceList sources={shown} />
      {sources.length > usuallyShown && !open && (
        <Button variant="ghost" size="sm" className="-ml-3" onClick={() => setOpen(true)}>
          <Plural value={sources.length} one="Show # source" other="Show all # sources" />
        </Button>
      )}
    </section>
  )
}
