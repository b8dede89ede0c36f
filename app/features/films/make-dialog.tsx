import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import type { FilmQuote, FilmQuoteRow } from '#app/contract/films/films.ts'
import { wholeTokens } from '#app/contract/money/milli.ts'
import { SpendButton } from '#app/runs/spend-button.tsx'
import { useModels } from '#app/shell/data/generations.queries.ts'
import { useMaintenance } from '#app/shell/data/notices.queries.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { Skeleton } from '#app/ui/page/skeleton.tsx'
import { filmPartsQuoteQuery } from './films.queries.ts'
import { MakeProblem } from './make-problem.tsx'
import { largestFitting, type MakeRow, rowsOf, usualParts } from './make-rows.ts'
import { useCounts, useExclusionNames, useKindsOfParts, usePartName, useWishNames } from './part-names.ts'
import type { FilmState } from './use-film.ts'
import { useMake } from './use-make.ts'

type MakeListProps = { id: string; state: FilmState; onStarted: () => void }

/** Everything that can be made, by kind, with one total and one button. Nothing starts before the list is seen. */
export function MakeList({ id, state, onStarted }: MakeListProps) {
  const { film, stored } = state
  const whole = useQuery(filmPartsQuoteQuery(stored, { what: 'all' }))
  const animatic = useQuery(filmPartsQuoteQuery(stored, { what: 'animatic' }))
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null)
  if (!whole.data || !animatic.data) {
    if (whole.error ?? animatic.error) return <LoadProblem onAgain={() => void Promise.all([whole.refetch(), animatic.refetch()])} />
    return <Skeleton className="h-80 rounded-card" />
  }
  const rows = rowsOf([...animatic.data.parts, ...whole.data.parts])
  const selected = chosen ?? usualParts(rows, stored.parts)
  return (
    <div className="grid gap-4">
      <ul className="grid">
        {rows.map((row) => (
          <Row key={row.kind} row={row} state={state} selected={selected} onChange={setChosen} />
        ))}
        {rows.length === 0 && (
          <li className="py-6 text-ink-soft">
            <Trans>Everything is up to date.</Trans>
          </li>
        )}
      </ul>
      <Total
        id={id}
        state={state}
        parts={rows.flatMap(({ parts }) => parts.filter(({ part }) => selected.has(part)))}
        available={whole.data.available}
        order={film.order}
        onChange={setChosen}
        onStarted={onStarted}
      />
    </div>
  )
}

function LoadProblem({ onAgain }: { onAgain: () => void }) {
  return (
    <p role="alert" className="py-6">
      <Trans>Couldn’t load the prices.</Trans>{' '}
      <Button variant="ghost" size="sm" onClick={onAgain}>
        <Trans>Try again</Trans>
      </Button>
    </p>
  )
}

type Choice = { selected: ReadonlySet<string>; onChange: (selected: ReadonlySet<string>) => void }

function toggled(selected: ReadonlySet<string>, parts: readonly string[], on: boolean): ReadonlySet<string> {
  const next = new Set(selected)
  for (const part of parts)
    if (on) next.add(part)
    else next.delete(part)
  return next
}

/** One kind: its price, and its parts when opened. */
function Row({ row: { kind, parts, milli }, state: { film, stored }, selected, onChange }: Choice & { row: MakeRow; state: FilmState }) {
  const { t } = useLingui()
  const { tokenPrice } = useFormat()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const kinds = useKindsOfParts()
  const countsOf = useCounts()
  const names = parts.flatMap(({ part, excluded }) => (excluded ? [] : [part]))
  const on = names.filter((name) => selected.has(name)).length
  const isOne = kind === 'animatic' || kind === 'film' || kind === 'music'
  const counts = isOne ? '' : countsOf(stored.parts.filter(({ part }) => names.includes(part)))
  const name = kind === 'film' ? `${kinds.film} ${film.resolution}` : kinds[kind]
  return (
    <li className="border-b border-line last:border-b-0">
      <div className="flex items-center gap-x-3">
        <label className="flex min-h-13 min-w-0 flex-1 cursor-pointer items-center gap-x-3 py-1.5">
          <input
            type="checkbox"
            checked={on > 0}
            disabled={names.length === 0}
            ref={(box) => {
              if (box) box.indeterminate = on > 0 && on < names.length
            }}
            onChange={(event) => onChange(toggled(selected, names, event.target.checked))}
            className="size-5 shrink-0 accent-(--kind)"
          />
          <span className="min-w-0 flex-1">
            <span className="font-medium">{name}</span>
            {counts && <span className="text-ink-soft"> · {counts}</span>}
          </span>
          <span className="shrink-0 text-right">{names.length === 0 ? '–' : tokenPrice(milli)}</span>
        </label>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          aria-label={t`Details: ${name}`}
          onClick={() => setOpen(!isOpen)}
          className="-mr-2 grid size-11 shrink-0 place-items-center rounded-control text-ink-soft hover:bg-ink/5 hover:text-ink"
        >
          <ChevronDown aria-hidden className={`size-5 transition-transform ${isOpen ? 'rotate-180' : ''}`} strokeWidth={1.75} />
        </button>
      </div>
      <ul id={id} hidden={!isOpen} className="grid gap-2 pb-4 pl-8">
        {isOpen &&
          parts.map((part) => (
            <PartRow key={part.part} part={part} order={film.order} isOne={isOne} selected={selected} onChange={onChange} />
          ))}
      </ul>
      {!isOpen && <Excluded parts={parts} />}
    </li>
  )
}

/** Why parts of a closed row are left out. */
function Excluded({ parts }: { parts: readonly FilmQuoteRow[] }) {
  const { t } = useLingui()
  const reasons = useExclusionNames()
  const excluded = parts.filter((part) => part.excluded)
  const [first] = excluded
  if (!first?.excluded) return null
  const reason = reasons[first.excluded]
  return (
    <p className="pb-3 pl-8 text-sm text-ink-soft">
      {parts.length > 1 && `${t`${plural(excluded.length, { one: '# is left out.', other: '# are left out.' })}`} `}
      {reason}
    </p>
  )
}

type PartRowProps = Choice & { part: FilmQuoteRow; order: readonly string[]; isOne: boolean }

/** One part: its model, its usual time, and what the model does not honour. */
function PartRow({ part, order, isOne, selected, onChange }: PartRowProps) {
  const { t } = useLingui()
  const { tokenPrice, duration, list, date } = useFormat()
  const wishes = useWishNames()
  const reasons = useExclusionNames()
  const nameOf = usePartName(order)
  const models = useModels()
  const model = models.find(({ id }) => id === part.model)?.name ?? part.model
  const time = duration(part.seconds * 1_000)
  const kept = list(part.not_honoured.map((wish) => wishes[wish]))
  const end = part.ends_at && date(part.ends_at)
  const facts = (
    <span className="block text-sm text-ink-soft">
      {part.excluded ? (
        reasons[part.excluded]
      ) : (
        <>
          {model}
          {part.seconds > 0 && <> · {t`about ${time}`}</>}
          {kept && <span className="block">{t`Not honored: ${kept}`}</span>}
          {end && <span className="block text-warn">{t`This model ends on ${end}.`}</span>}
        </>
      )}
    </span>
  )
  if (isOne) return <li>{facts}</li>
  return (
    <li>
      <label className="flex min-h-11 cursor-pointer items-start gap-x-3">
        <input
          type="checkbox"
          checked={selected.has(part.part)}
          disabled={part.excluded !== undefined}
          onChange={(event) => onChange(toggled(selected, [part.part], event.target.checked))}
          className="mt-0.5 size-5 shrink-0 accent-(--kind)"
        />
        <span className="min-w-0 flex-1">
          {nameOf(part.part)}
          {facts}
        </span>
        <span className="mr-12 shrink-0 text-sm text-ink-soft">{part.excluded ? '' : tokenPrice(part.price_milli)}</span>
      </label>
    </li>
  )
}

type TotalProps = MakeListProps & {
  parts: readonly FilmQuoteRow[]
  available: FilmQuote['available']
  order: readonly string[]
  onChange: (selected: ReadonlySet<string>) => void
}

/** One total for what is chosen, the balance, and one button. */
function Total({ id, state, parts, available, order, onChange, onStarted }: TotalProps) {
  const { t } = useLingui()
  const { tokens, tokenPrice } = useFormat()
  const kinds = useKindsOfParts()
  const closed = useMaintenance()?.may_run === false
  const { make, busy, failure } = useMake(id, state, onStarted)
  const milli = parts.reduce((total, { price_milli }) => total + price_milli, 0)
  const price = wholeTokens(milli)
  const missing = Math.max(0, price - available)
  const fitting = missing > 0 ? largestFitting(parts, order, available * 1_000) : undefined
  const count = parts.length
  const left = tokens(Math.max(0, available - price))
  const fittingPrice = fitting && tokenPrice(fitting.milli)
  return (
    <div className="sticky -bottom-5 -mx-5 -mb-5 grid gap-3 border-t border-line bg-surface px-5 pt-4 pb-5 md:-bottom-6 md:-mx-6 md:-mb-6 md:px-6 md:pb-6">
      <MakeProblem missing={missing} failure={failure} />
      {fitting && (
        <Button variant="secondary" onClick={() => onChange(fitting.parts)} className="justify-self-start max-sm:w-full">
          {'shots' in fitting
            ? t`${plural(fitting.shots, { one: 'Only the first shot', other: 'Only the first # shots' })}`
            : t`Only: ${kinds[fitting.kind]}`}
          {` · ${fittingPrice}`}
        </Button>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-sm text-ink-soft">{missing === 0 && count > 0 && t`${left} left afterwards`}</p>
        {count === 0 ? (
          <p className="min-h-11 content-center text-ink-soft">
            <Trans>Choose what to make.</Trans>
          </p>
        ) : (
          <SpendButton
            asked={{ price: { tokens: price, milli, atMost: false }, problem: null, ask: () => undefined }}
            busy={busy}
            disabled={missing > 0 || closed}
            onSpend={(maxPrice) => void make({ parts: parts.map(({ part }) => part) }, maxPrice)}
            className="max-sm:w-full"
          >
            {t`${plural(count, { one: 'Make # part', other: 'Make # parts' })}`}
          </SpendButton>
        )}
      </div>
    </div>
  )
}
