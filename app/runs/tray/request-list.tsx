import { Plural, Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { RunRequest } from '#app/contract/runs/run-requests.ts'
import { KindIcon } from '#app/shell/media/kinds.tsx'

/** The runs that API keys ask for; each opens its page, where it is allowed or refused. */
export function RequestList({ requests, onLeave }: { requests: readonly RunRequest[]; onLeave: () => void }) {
  return (
    <section className="max-h-1/2 shrink-0 overflow-y-auto overscroll-contain border-b border-line px-1.5 pb-1.5">
      <h2 className="px-2.5 pt-3.5 pb-1 text-lg">
        <Trans>Waiting for your approval</Trans>
      </h2>
      <ul>
        {requests.map(({ id, type, prompt, model, price, api_key: key }) => (
          <li key={id} data-kind={type} className="not-first:border-t not-first:border-line">
            <Link
              to="/approvals/$request"
              params={{ request: id }}
              onClick={onLeave}
              className="flex items-start gap-3 rounded-[8px] px-2.5 py-2.5 hover:bg-ink/6"
            >
              <KindIcon kind={type} className="mt-0.5 size-5 shrink-0" />
              <span className="min-w-0 flex-1">
                <span className="line-clamp-2 wrap-anywhere">{prompt || model}</span>
                <span className="mt-0.5 block truncate text-sm text-ink-soft">
                  <Plural value={price} one="# token" other="# tokens" /> · {key.name}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
