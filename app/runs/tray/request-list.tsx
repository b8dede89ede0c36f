import { Plural, Trans } from '@lingui/react/macro'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Kind } from '#app/contract/base/values.ts'
import type { RunRequest } from '#app/contract/runs/run-requests.ts'
import type { Call } from '#app/contract/studio/tool-calls.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { KindIcon } from '#app/shell/media/kinds.tsx'
import { useCallWords } from '../call-words.ts'

type RequestListProps = { requests: readonly RunRequest[]; calls: readonly Call[]; onLeave: () => void }

/** Lists all that waits for the person: calls of assistants, each answered in its conversation, and runs of API keys, each on a page of its own. */
export function RequestList({ requests, calls, onLeave }: RequestListProps) {
  return (
    <section className="max-h-1/2 shrink-0 overflow-y-auto overscroll-contain border-b border-line px-1.5 pb-1.5">
      <h2 className="px-2.5 pt-3.5 pb-1 text-lg">
        <Trans>Waiting for your approval</Trans>
      </h2>
      <ul>
        {[...Map.groupBy(calls, ({ step }) => step).values()].map((asking) => (
          <AnswerRow key={asking[0]?.step} asking={asking} onLeave={onLeave} />
        ))}
        {requests.map(({ id, type, prompt, model, price, api_key: key }) => (
          <Row key={id} kind={type} to={{ to: '/approvals/$request', params: { request: id } }} onLeave={onLeave} title={prompt || model}>
            <Plural value={price} one="# token" other="# tokens" /> · {key.name}
          </Row>
        ))}
      </ul>
    </section>
  )
}

/** The calls of one answer, oldest last. */
function AnswerRow({ asking, onLeave }: { asking: readonly Call[]; onLeave: () => void }) {
  const { number, tokenPrice } = useFormat()
  const words = useCallWords()
  const first = asking.at(-1)
  if (!first?.run) return null
  const { run, makes, thread } = first
  const price = tokenPrice(asking.reduce((sum, { price_milli: milli }) => sum + (milli ?? 0), 0))
  const others = asking.length - 1
  const more = number(others)
  return (
    <Row
      kind={run.type}
      to={{ to: '/dashboard/text', search: { thread: thread ?? undefined } }}
      onLeave={onLeave}
      title={run.prompt || (makes && words[makes].question)}
    >
      {[run.prompt && makes && words[makes].question, price].filter(Boolean).join(' · ')}
      {others > 0 && (
        <>
          {' '}
          · <Trans>{more} more</Trans>
        </>
      )}
    </Row>
  )
}

type RowProps = { kind: Kind; to: LinkProps; onLeave: () => void; title: ReactNode; children: ReactNode }

function Row({ kind, to, onLeave, title, children }: RowProps) {
  return (
    <li data-kind={kind} className="not-first:border-t not-first:border-line">
      <Link {...to} onClick={onLeave} className="flex items-start gap-3 rounded-[8px] px-2.5 py-2.5 hover:bg-ink/6">
        <KindIcon kind={kind} className="mt-0.5 size-5 shrink-0" />
        <span className="min-w-0 flex-1">
          <span className="line-clamp-2 wrap-anywhere">{title}</span>
          <span className="mt-0.5 block truncate text-sm text-ink-soft">{children}</span>
        </span>
      </Link>
    </li>
  )
}
