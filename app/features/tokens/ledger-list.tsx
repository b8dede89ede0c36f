import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Gift, Hourglass } from 'lucide-react'
import type { TokenEntry } from '#app/contract/tokens.ts'
import { useFormat } from '#app/shell/format.ts'
import { KindIcon, useKindNames } from '#app/shell/kinds.tsx'
import { AutoMore } from '#app/ui/auto-more.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { changeOf, groupByDay, type LedgerLine, linesOf } from './ledger.ts'
import { tokenEntriesQuery } from './tokens.queries.ts'

/** Everything that ever happened to the person's tokens, newest first. */
export function Ledger() {
  const { t } = useLingui()
  const format = useFormat()
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = useSuspenseInfiniteQuery(tokenEntriesQuery)
  const days = groupByDay(linesOf(data.pages.flatMap((page) => page.items)), format.date)
  if (days.length === 0) return <EmptyLedger />
  return (
    <section aria-labelledby="ledger" className="grid gap-6">
      <h2 id="ledger" className="text-2xl">
        <Trans>History</Trans>
      </h2>
      <div className="grid gap-8">
        {days.map((day) => (
          <section key={day.name} aria-label={day.name} className="animate-fade">
            <div className="flex items-baseline justify-between gap-4 border-b border-line pb-2 text-sm text-ink-soft">
              <h3 className="font-medium tracking-normal">{day.name}</h3>
              <p className="tabular">
                <span className="sr-only">
                  <Trans>Change of the day:</Trans>{' '}
                </span>
                <Amount change={day.change} />
              </p>
            </div>
            <ul>
              {day.lines.map((line) => (
                <Line key={line.entry.id} {...line} />
              ))}
            </ul>
          </section>
        ))}
      </div>
      {isFetchNextPageError && (
        <p role="alert" className="text-center text-danger">
          <Trans>Older entries did not load.</Trans>
        </p>
      )}
      {hasNextPage && (
        <AutoMore label={t`Show older`} busy={isFetchingNextPage} paused={isFetchNextPageError} onMore={() => void fetchNextPage()} />
      )}
    </section>
  )
}

function Line({ entry, heldAt }: LedgerLine) {
  const format = useFormat()
  const { what, why } = useEntryWords(entry)
  const { generation, amount, created_at } = entry
  const change = changeOf(entry)
  return (
    <li className="relative grid grid-cols-[1.25rem_1fr_auto] items-start gap-x-3.5 border-b border-line/60 py-3 last:border-0">
      <span className="mt-0.5">{generation ? <KindIcon kind={generation.type} /> : <EntryIcon gone={entry.kind === 'expire'} />}</span>
      <div className="min-w-0">
        <Subject entry={entry} />
        <p className="text-sm text-ink-soft">
          {entry.kind !== 'grant' && <>{what} · </>}
          <time dateTime={created_at}>{format.time(created_at)}</time>
          {heldAt && (
            <>
              {' · '}
              <Trans>
                set aside at <time dateTime={heldAt}>{format.time(heldAt)}</time>
              </Trans>
            </>
          )}
          {why && <> · {why}</>}
        </p>
      </div>
      <p className={`tabular text-lg ${change === 0 ? 'text-ink-soft' : 'font-medium'} ${change > 0 ? 'text-ok' : ''}`}>
        {change === 0 ? format.number(amount) : <Amount change={change} />}
      </p>
    </li>
  )
}

function EntryIcon({ gone }: { gone: boolean }) {
  const Icon = gone ? Hourglass : Gift
  return <Icon aria-hidden className="size-5 text-ink-soft" strokeWidth={1.75} />
}

/** What the tokens were for; a run that is still there is a link to it. */
function Subject({ entry: { generation, kind, source, order } }: { entry: TokenEntry }) {
  const names = useKindNames()
  const { t } = useLingui()
  if (!generation) {
    const sources = {
      welcome: t`Welcome tokens`,
      pack: t`Token pack`,
      plan: t`Tokens of your plan`,
      referral: t`Tokens for an invitation`,
      grant: t`Tokens from the operator`,
    }
    const words = source ? sources[source] : kind === 'hold' || kind === 'settle' || kind === 'release' ? t`Deleted run` : t`Tokens`
    if (!order) return <p>{words}</p>
    return (
      <p>
        <Link to="/orders/$order" params={{ order: order.id }} className="link after:absolute after:inset-0">
          {words}
        </Link>
      </p>
    )
  }
  const name = generation.title ?? generation.prompt
  if (generation.deleted) {
    return (
      <p className="text-ink-soft">
        <Trans>Deleted run</Trans>
      </p>
    )
  }
  return (
    <p className="flex">
      <span className="sr-only">{names[generation.type]}: </span>
      <Link to="/dashboard" search={{ item: generation.id }} className="link truncate after:absolute after:inset-0">
        {name}
      </Link>
    </p>
  )
}

function useEntryWords({ kind, reason }: TokenEntry) {
  const { t } = useLingui()
  const kinds = {
    grant: t`Received`,
    hold: t`Set aside`,
    settle: t`Paid`,
    release: t`Given back`,
    expire: t`Expired`,
    refund: t`Taken back`,
    debt: t`Owed`,
    repay: t`Settled a debt`,
  }
  const reasons = new Map<string, string>([
    ['canceled', t`you stopped it`],
    ['refused', t`the request was refused`],
    ['invalid_input', t`the request could not be used`],
    ['rate_limited', t`the provider was busy`],
    ['timeout', t`it took too long`],
    ['text_too_short', t`the text was too short`],
    ['nothing_to_say', t`there was nothing to read aloud`],
    ['no_language_model', t`it needs a language model`],
    ['temporary', t`it failed`],
    ['provider_auth', t`it failed`],
    ['internal', t`it failed`],
    ['refund', t`the purchase was refunded`],
    ['dispute', t`the payment is disputed`],
    ['dispute_won', t`the dispute was settled in your favour`],
    ['referral_refunded', t`the purchase it was for was refunded`],
  ])
  // A code without words of its own says nothing to a person; a sentence from the operator does.
  const why = reason === null ? undefined : (reasons.get(reason) ?? (/^[a-z_]+$/.test(reason) ? undefined : reason))
  return { what: kinds[kind], why }
}

function Amount({ change }: { change: number }) {
  const format = useFormat()
  return format.number(change, { signDisplay: 'exceptZero' }).replace('-', '−')
}

function EmptyLedger() {
  return (
    <Empty
      example={
        <div aria-hidden className="flex items-center gap-3.5 rounded-card border border-line bg-surface px-5 py-3.5 text-left">
          <KindIcon kind="image" />
          <span>
            <Trans>A fox in the snow</Trans>
          </span>
          <span className="ml-6 text-lg font-medium">
            <Amount change={-4} />
          </span>
        </div>
      }
      title={<Trans>Nothing here yet</Trans>}
      action={
        <ButtonLink to="/dashboard">
          <Trans>Make something</Trans>
        </ButtonLink>
      }
    >
      <Trans>Every token you get or spend is listed here, with what it was for.</Trans>
    </Empty>
  )
}
