import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import type { Source } from '#app/contract/generations.ts'
import { thinkingQuery } from '#app/shell/data/generations.queries.ts'
import { Button } from '#app/ui/button.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'

/** The model's reasoning before its answer, folded. It is read when it is opened. */
export function Thinking({ id }: { id: string }) {
  const [open, setOpen] = useState(false)
  return (
    <details className="group/thinking mb-4 font-sans text-base" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="-ml-2 inline-flex min-h-11 cursor-pointer list-none items-center gap-1.5 rounded-control px-2 text-sm text-ink-soft hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden strokeWidth={1.75} className="size-4 transition-transform group-open/thinking:rotate-90" />
        <Trans>Thinking</Trans>
      </summary>
      {open && <ThinkingText id={id} />}
    </details>
  )
}

function ThinkingText({ id }: { id: string }) {
  const { data, isError, isFetching, refetch } = useQuery(thinkingQuery(id))
  if (isError)
    return (
      <div role="alert" className="flex flex-wrap items-center gap-x-3 text-sm text-ink-soft">
        <Trans>Couldn’t load the model’s thinking.</Trans>
        <Button variant="secondary" size="sm" busy={isFetching} onClick={() => void refetch()}>
          <Trans>Try again</Trans>
        </Button>
      </div>
    )
  if (!data) return <Skeleton className="h-24 w-full" />
  return <p className="border-l-2 border-line pl-4 wrap-anywhere whitespace-pre-wrap text-ink-soft">{data.text}</p>
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
      <ol className="mt-1 grid text-base">
        {shown.map(({ url, title }, index) => {
          const { hostname } = new URL(url)
          const host = hostname.replace(/^www\./, '')
          return (
            <li key={url} className="min-w-0">
              <a
                href={url}
                target="_blank"
                rel="noopener noreferrer nofollow"
                className="-ml-2 flex min-h-11 min-w-0 items-baseline gap-2 rounded-control px-2 py-2.5 hover:bg-wash"
              >
                <span aria-hidden className="tabular text-sm text-ink-soft">
                  {index + 1}
                </span>
                <span className="truncate underline decoration-line underline-offset-4">{title ?? host}</span>
                {title !== null && title !== host && <span className="shrink-0 text-sm text-ink-soft">{host}</span>}
              </a>
            </li>
          )
        })}
      </ol>
      {sources.length > usuallyShown && !open && (
        <Button variant="ghost" size="sm" className="-ml-3" onClick={() => setOpen(true)}>
          <Plural value={sources.length} one="Show # source" other="Show all # sources" />
        </Button>
      )}
    </section>
  )
}
