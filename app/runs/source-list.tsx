import type { Source } from '#app/contract/runs/generations.ts'
import { siteOf } from '#app/contract/base/web-link.ts'

/** Pages on the web, as numbered links. */
export function SourceList({ sources }: { sources: readonly Source[] }) {
  return (
    <ol className="mt-1 grid text-base">
      {sources.map(({ url, title }, index) => {
        const host = siteOf(url)
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
  )
}
