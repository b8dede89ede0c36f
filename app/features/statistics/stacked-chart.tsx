import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useId, useState } from 'react'
import type { Bucket } from '#app/contract/base/periods.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { useKindNames } from '#app/shell/media/kinds.tsx'
import { DataTable } from '#app/ui/data-table.tsx'
import { useDateNames } from './dates.ts'
import { type KindSeries, peakOf, type Stack, stacksOf, ticksOf } from './summary.ts'

type StackedChartProps = { series: readonly KindSeries[]; bucket: Bucket; measure: 'runs' | 'tokens' }

/** All kinds in one chart with an axis. Pointer and arrow keys select a bar to read; the table below has all numbers. */
// oxlint-disable-next-line max-lines-per-function -- Mostly the markup of one form or panel, read from top to bottom.
export function StackedChart({ series, bucket, measure }: StackedChartProps) {
  const { t } = useLingui()
  const format = useFormat()
  const kinds = useKindNames()
  const names = useDateNames()
  const titleId = useId()
  const stacks = stacksOf(series, measure)
  const totals = stacks.map(({ total }) => total)
  const peak = peakOf(totals)
  const ticks = ticksOf(totals[peak] ?? 0)
  const top = ticks.at(-1) ?? 1
  const [read, setRead] = useState<number | null>(null)
  const [isSpoken, setIsSpoken] = useState(false)
  const at = read !== null && read < stacks.length ? read : null
  const shown = stacks[at ?? peak]
  const last = stacks.length - 1
  const middle = Math.floor(last / 2)

  function point({ currentTarget, clientX }: PointerEvent) {
    const { left, width } = currentTarget.getBoundingClientRect()
    setIsSpoken(false)
    setRead(Math.min(last, Math.max(0, Math.floor(((clientX - left) / width) * stacks.length))))
  }
  function onKeyDown(event: KeyboardEvent) {
    const here = at ?? peak
    const next = { ArrowLeft: here - 1, ArrowRight: here + 1, Home: 0, End: last }[event.key]
    if (next === undefined) return
    event.preventDefault()
    setIsSpoken(true)
    setRead(Math.min(last, Math.max(0, next)))
  }

  return (
    <section aria-labelledby={titleId} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2">
        <h2 id={titleId} className="text-xl">
          {measure === 'runs' ? <Trans>Results by type</Trans> : <Trans>Tokens by type</Trans>}
        </h2>
        <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
          {series.map(({ kind }) => (
            <li key={kind} data-kind={kind} className="flex items-center gap-2">
              <span aria-hidden className="size-3 rounded-[3px] bg-kind-mark" />
              {kinds[kind]}
            </li>
          ))}
        </ul>
      </div>
      {/* As high as a reading with all kinds. */}
      <p className="min-h-6 text-sm" aria-live={isSpoken ? 'polite' : 'off'}>
        {shown && <Reading stack={shown} bucket={bucket} measure={measure} />}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- The arrow keys read it. */}
      <div
        role="group"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- The arrow keys read it.
        tabIndex={0}
        aria-label={t`Chart: read it with the arrow keys`}
        data-own-keys
        onKeyDown={onKeyDown}
        onBlur={() => setRead(null)}
        className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 rounded-control"
      >
        <div aria-hidden className="tabular relative h-56 text-right text-sm text-ink-soft sm:h-64">
          {/* The widest number determines the width of the axis. */}
          <span className="invisible">{format.number(top)}</span>
          {ticks.map((tick) => (
            <span key={tick} className="absolute right-0 translate-y-1/2 leading-none" style={{ bottom: `${(tick / top) * 100}%` }}>
              {format.number(tick)}
            </span>
          ))}
        </div>
        <div
          aria-hidden
          className="relative h-56 touch-pan-y sm:h-64"
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={() => setRead(null)}
        >
          {ticks.map((tick) => (
            <span
              key={tick}
              className={`absolute inset-x-0 border-t ${tick === 0 ? 'border-edge' : 'border-line'}`}
              style={{ bottom: `${(tick / top) * 100}%` }}
            />
          ))}
          <div
            className={`absolute inset-0 flex items-stretch ${stacks.length > 180 ? '' : stacks.length > 60 ? 'gap-px' : 'gap-0.5 sm:gap-1'}`}
          >
            {stacks.map((stack, index) => (
              <Bar key={stack.date} stack={stack} top={top} isFaded={at !== null && index !== at} />
            ))}
          </div>
        </div>
        <div aria-hidden className="col-start-2 mt-2 flex justify-between gap-4 text-sm text-ink-soft">
          {[...new Set([0, middle, last])].map((index) => (
            <span key={index} className={index === middle && last > 1 ? 'max-sm:hidden' : undefined}>
              {names.short(stacks[index]?.date ?? '', bucket)}
            </span>
          ))}
        </div>
      </div>
      <StackTable stacks={stacks.filter(({ total }) => total > 0).toReversed()} series={series} bucket={bucket} measure={measure} />
    </section>
  )
}

function Bar({ stack: { parts }, top, isFaded }: { stack: Stack; top: number; isFaded: boolean }) {
  return (
    <span className={`flex max-w-18 min-w-0 flex-1 flex-col-reverse transition-opacity ${isFaded ? 'opacity-45' : ''}`}>
      {parts
        .filter(({ value }) => value > 0)
        .map(({ kind, value }) => (
          <span
            key={kind}
            data-kind={kind}
            className="border-t border-paper bg-kind-mark last:rounded-t-[3px]"
            style={{ height: `${(value / top) * 100}%` }}
          />
        ))}
    </span>
  )
}

/** Renders a reading: "3 Nov: 12 runs, Image 8, Text 4". A colon and commas may end a line, where dots would look lost. */
function Reading({
  stack: { date, total, parts },
  bucket,
  measure,
}: {
  stack: Stack
  bucket: Bucket
  measure: StackedChartProps['measure']
}) {
  const format = useFormat()
  const kinds = useKindNames()
  const names = useDateNames()
  return (
    <>
      <span className="text-ink-soft">{names.full(date, bucket)}: </span>
      <span className="font-medium whitespace-nowrap">
        {measure === 'runs' ? <Plural value={total} one="# result" other="# results" /> : format.tokens(total)}
      </span>
      {parts
        .filter(({ value }) => value > 0)
        .map(({ kind, value }) => (
          <span key={kind} className="text-ink-soft">
            {', '}
            <span className="whitespace-nowrap">
              {kinds[kind]} {format.number(value)}
            </span>
          </span>
        ))}
    </>
  )
}

type StackTableProps = StackedChartProps & { stacks: readonly Stack[] }

function StackTable({ stacks, series, bucket, measure }: StackTableProps) {
  const { t } = useLingui()
  const format = useFormat()
  const kinds = useKindNames()
  const names = useDateNames()
  const heads: Record<Bucket, string> = { day: t`Day`, week: t`Week`, month: t`Month` }
  const title = measure === 'runs' ? t`Results by type` : t`Tokens by type`
  return (
    <details className="group">
      <summary className="-ml-2 inline-flex min-h-11 list-none items-center gap-1.5 rounded-control px-2 text-sm text-ink-soft transition-colors hover:text-ink">
        <ChevronDown aria-hidden className="size-4 transition-transform group-open:rotate-180" strokeWidth={1.75} />
        <Trans>Show as a table</Trans>
      </summary>
      <DataTable
        caption={title}
        columns={[
          { id: 'date', name: heads[bucket], cell: ({ date }) => names.full(date, bucket) },
          ...series.map(({ kind }) => ({
            id: kind,
            name: kinds[kind],
            numeric: true,
            cell: ({ parts }: (typeof stacks)[number]) => format.number(parts.find((part) => part.kind === kind)?.value ?? 0),
          })),
          {
            id: 'total',
            name: t`Total`,
            numeric: true,
            compact: 'beside',
            className: 'font-medium',
            cell: ({ total }) => format.number(total),
          },
        ]}
        rows={stacks}
        idOf={({ date }) => date}
      />
    </details>
  )
}
