import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronDown, Gift, Hourglass } from 'lucide-react'
import { useId, useState } from 'react'
import { milliOf, milliPerToken, restReason } from '#app/contract/money/milli.ts'
import type { TokenEntry } from '#app/contract/money/tokens.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { KindIcon, useKindNames } from '#app/shell/media/kinds.tsx'
import { useWorkName } from '#app/shell/media/work-name.ts'
import { AutoMore } from '#app/ui/lists/auto-more.tsx'
import { Button, ButtonLink } from '#app/ui/controls/button.tsx'
import { Empty } from '#app/ui/lists/empty.tsx'
import { LoadError } from '#app/ui/page/load-error.tsx'
import { Skeleton } from '#app/ui/page/skeleton.tsx'
import { Export, LedgerFilter } from './ledger-filter.tsx'
import { isFiltered, type LedgerProps } from './ledger-search.ts'
import { changeOf, groupByDay, linesOf } from './ledger.ts'
import { tokenEntriesQuery } from './tokens.queries.ts'

/** All changes of the person's tokens, newest first. */
export function Ledger(props: LedgerProps) {
  const { search, onSearchChange } = props
  const list = useInfiniteQuery({ ...tokenEntriesQuery(search), placeholderData: keepPreviousData })
  const isEmpty = list.data?.pages.every(({ items }) => items.length === 0) ?? false
  // Without any tokens in the past, there is nothing to filter.
  if (isEmpty && !isFiltered(search)) return <EmptyLedger />
  return (
    <section aria-labelledby="ledger" className="grid gap-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id="ledger" className="text-2xl">
          <Trans>History</Trans>
        </h2>
        <Export search={search} />
      </div>
      <LedgerFilter {...props} />
      <div className={`grid gap-6 transition-opacity ${list.isPlaceholderData ? 'opacity-70' : ''}`} aria-busy={list.isPlaceholderData}>
        {isEmpty ? (
          <NothingFound
            onShowAll={() => onSearchChange({ what: undefined, span: undefined, from: undefined, to: undefined, q: undefined })}
          />
        ) : list.data ? (
          <Days list={list} entries={list.data.pages.flatMap(({ items }) => items)} />
        ) : list.isError ? (
          <LoadError error={list.error} />
        ) : (
          Array.from({ length: 6 }, (_, index) => <Skeleton key={index} className="h-16" />)
        )}
      </div>
    </section>
  )
}

type List = Pick<ReturnType<typeof useInfiniteQuery>, 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'>

function Days({ list, entries }: { list: List; entries: readonly TokenEntry[] }) {
  const { t } = useLingui()
  const format = useFormat()
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list
  return (
    <>
      <div className="grid gap-8">
        {groupByDay(linesOf(entries), format.date).map((day) => (
          <section key={day.name} aria-label={day.name} className="animate-fade">
            <div className="flex items-baseline justify-between gap-4 border-b border-line pb-2 text-sm text-ink-soft">
              <h3 className="font-medium tracking-normal">{day.name}</h3>
              <p className="tabular">
                <span className="sr-only">
                  <Trans>Change for the day:</Trans>{' '}
                </span>
                <Amount change={day.change} />
              </p>
            </div>
            <ul>
              {day.lines.map((entry) => (
                <Line key={entry.id} entry={entry} />
              ))}
            </ul>
          </section>
        ))}
      </div>
      {isFetchNextPageError && (
        <p role="alert" className="text-center text-danger">
          <Trans>Couldn’t load older entries.</Trans>
        </p>
      )}
      {hasNextPage && (
        <AutoMore label={t`Show older`} busy={isFetchingNextPage} paused={isFetchNextPageError} onMore={() => void fetchNextPage()} />
      )}
    </>
  )
}

function Line({ entry }: { entry: TokenEntry }) {
  const { t } = useLingui()
  const format = useFormat()
  const { what, why } = useEntryText(entry)
  const [open, setOpen] = useState(false)
  const receiptId = useId()
  const { generation, created_at } = entry
  const change = changeOf(entry)
  return (
    <li className="border-b border-line/60 last:border-0">
      <div className="relative grid grid-cols-[1.25rem_1fr_auto_2.75rem] items-start gap-x-3.5 py-3 max-sm:gap-x-2.5">
        <span className="mt-0.5">{generation ? <KindIcon kind={generation.type} /> : <EntryIcon gone={entry.kind === 'expire'} />}</span>
        <div className="min-w-0">
          <Subject entry={entry} />
          <p className="text-sm text-ink-soft">
            {entry.kind !== 'grant' && <>{what} · </>}
            <time dateTime={created_at}>{format.time(created_at)}</time>
            {why && <> · {why}</>}
          </p>
        </div>
        <p className={`tabular text-lg ${change === 0 ? 'text-ink-soft' : 'font-medium'} ${change > 0 ? 'text-ok' : ''}`}>
          {change === 0 ? format.number(milliOf(entry) / milliPerToken) : <Amount change={change} />}
        </p>
        {generation && (
          <button
            type="button"
            aria-expanded={open}
            aria-controls={open ? receiptId : undefined}
            aria-label={t`Receipt`}
            title={t`Receipt`}
            onClick={() => setOpen(!open)}
            className="relative -my-2 grid size-11 place-items-center rounded-control text-ink-soft transition-colors hover:bg-ink/6 hover:text-ink"
          >
            <ChevronDown aria-hidden className={`size-5 transition-transform ${open ? 'rotate-180' : ''}`} strokeWidth={1.75} />
          </button>
        )}
      </div>
      {open && generation && <Receipt id={receiptId} lines={generation.receipt} />}
    </li>
  )
}

/** A run's receipt: its hold, then its settlement or release, with time, amount and reason. */
function Receipt({ id, lines }: { id: string; lines: NonNullable<TokenEntry['generation']>['receipt'] }) {
  const format = useFormat()
  const { t } = useLingui()
  const whys = useReasons()
  const kinds = useEntryKinds()
  // Nothing is settled or returned without a hold.
  const ended = lines.some((line) => line.kind !== 'hold' || milliOf(line) === 0)
  return (
    <ol
      id={id}
      aria-label={t`Receipt`}
      className="mb-4 ml-8.5 grid animate-fade gap-1 rounded-control bg-ink/4 px-4 py-3 text-sm max-sm:ml-0"
    >
      {lines.map(({ at, reason, ...line }) => (
        <li key={line.kind} className="flex flex-wrap justify-between gap-x-4">
          <span>
            {milliOf(line) === 0 ? t`Free result` : kinds[line.kind]}
            <span className="text-ink-soft">
              {' · '}
              <time dateTime={at}>{format.dateTime(at)}</time>
              {whys(reason) && <> · {whys(reason)}</>}
            </span>
          </span>
          <span className="tabular">{format.exactTokens(milliOf(line))}</span>
        </li>
      ))}
      {!ended && (
        <li className="text-ink-soft">
          <Trans>In progress. Unused tokens will be returned.</Trans>
        </li>
      )}
    </ol>
  )
}

function NothingFound({ onShowAll }: { onShowAll: () => void }) {
  return (
    <Empty
      title={<Trans>No results</Trans>}
      action={
        <Button variant="secondary" onClick={onShowAll}>
          <Trans>Show everything</Trans>
        </Button>
      }
    >
      <Trans>No matching entries.</Trans>
    </Empty>
  )
}

function EntryIcon({ gone }: { gone: boolean }) {
  const Icon = gone ? Hourglass : Gift
  return <Icon aria-hidden className="size-5 text-ink-soft" strokeWidth={1.75} />
}

/** The purpose of the tokens, as a link if the run still exists. */
function Subject({ entry: { generation, kind, source, reason, order } }: { entry: TokenEntry }) {
  const names = useKindNames()
  const workName = useWorkName()
  const { t } = useLingui()
  if (!generation) {
    const sources = {
      welcome: t`Welcome tokens`,
      pack: t`Token pack`,
      plan: t`Tokens of your plan`,
      referral: t`Invitation bonus`,
      grant: t`Tokens from the administrator`,
      code: t`Tokens from a code`,
    }
    const words =
      reason === restReason
        ? t`A token made up of leftovers`
        : reason === 'voice' || reason === 'voice_not_made'
          ? t`Your voice`
          : source
            ? sources[source]
            : kind === 'hold' || kind === 'settle' || kind === 'release'
              ? t`Deleted result`
              : t`Tokens`
    if (!order) return <p>{words}</p>
    return (
      <p>
        <Link to="/orders/$order" params={{ order: order.id }} className="link after:absolute after:inset-0">
          {words}
        </Link>
      </p>
    )
  }
  if (generation.deleted) {
    return (
      <p className="text-ink-soft">
        <Trans>Deleted result</Trans>
      </p>
    )
  }
  return (
    <p className="flex">
      <span className="sr-only">{names[generation.type]}: </span>
      <Link to="/dashboard" search={{ item: generation.id }} className="link truncate after:absolute after:inset-0">
        {workName(generation)}
      </Link>
    </p>
  )
}

function useEntryKinds(): Record<TokenEntry['kind'], string> {
  const { t } = useLingui()
  return {
    grant: t`Received`,
    hold: t`Reserved`,
    settle: t`Paid`,
    release: t`Returned`,
    expire: t`Expired`,
    refund: t`Reversed`,
    debt: t`Debt`,
    repay: t`Debt repaid`,
  }
}

/** Returns the text for a release's reason code, or the operator's note. */
function useReasons() {
  const { t } = useLingui()
  const reasons = new Map<string, string>([
    ['voice_not_made', t`it wasn’t made`],
    ['canceled', t`you stopped it`],
    ['stopped_early', t`stopped early`],
    ['refused', t`the request was declined`],
    ['invalid_input', t`the model couldn’t use the request`],
    ['rate_limited', t`the provider was busy`],
    ['timeout', t`it took too long`],
    ['text_too_short', t`the text was too short`],
    ['nothing_to_say', t`there was nothing to read aloud`],
    ['no_language_model', t`it needs a language model`],
    ['answer_lost', t`the service’s answer was lost`],
    ['temporary', t`it failed`],
    ['provider_auth', t`it failed`],
    ['internal', t`it failed`],
    ['refund', t`the purchase was refunded`],
    ['dispute', t`the payment is disputed`],
    ['dispute_won', t`the dispute was resolved in your favor`],
    ['referral_refunded', t`the purchase it was awarded for was refunded`],
  ])
  // A code without a message is hidden, because people cannot read it; the operator's note is shown.
  return (reason: string | null) => (reason === null ? undefined : (reasons.get(reason) ?? (/^[a-z_]+$/.test(reason) ? undefined : reason)))
}

function useEntryText({ kind, amount, reason }: TokenEntry) {
  const { t } = useLingui()
  const kinds = useEntryKinds()
  return { what: kind === 'hold' && amount === 0 ? t`Free result` : kinds[kind], why: useReasons()(reason) }
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
          <Trans>Create something</Trans>
        </ButtonLink>
      }
    >
      <Trans>You’ll see every token you get or spend here, and what it was for.</Trans>
    </Empty>
  )
}
