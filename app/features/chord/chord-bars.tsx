import type { CSSProperties } from 'react'
import type { Kind } from '#app/contract/base/values.ts'

export type Bar = {
  kind: Kind
  /** False if the kind is not part of the chord. */
  on: boolean
  /** Progress, 0–1; at 1 the bar has its full height. */
  done: number
  failed?: boolean
  /** A still shown in the bar. */
  still?: string | null | undefined
}

/** Heights of the logo's bars, as shares of the tallest. */
export const barHeights: Record<Kind, number> = { video: 0.64, image: 1, audio: 0.78, text: 0.48 }

const off = 0.16
const waiting = 0.5

/** Returns the height of a bar in percent: low when off, half when on, full when done. */
export function heightOf({ kind, on, done }: Pick<Bar, 'kind' | 'on' | 'done'>): number {
  const share = on ? waiting + (1 - waiting) * done : off
  return Math.round(barHeights[kind] * share * 100)
}

/** One bar of the logo. Decorative, because the kind is named next to it. */
export function ChordBar({ bar, playing = false }: { bar: Bar; playing?: boolean }) {
  const { on, failed, still } = bar
  const style: CSSProperties = {
    height: `${heightOf(bar)}%`,
    ...(still && { backgroundImage: `url("${still}")`, backgroundSize: 'cover', backgroundPosition: 'center' }),
    ...(playing && { animation: 'mark 1.6s ease-in-out infinite', animationDelay: `${-barHeights[bar.kind] * 900}ms` }),
  }
  return (
    <span
      aria-hidden
      data-kind={bar.kind}
      style={style}
      className={`block w-full rounded-full transition-[height,background-color,opacity] duration-220 ${failed ? 'bg-danger opacity-60' : on ? 'bg-kind-mark' : 'bg-edge opacity-60'}`}
    />
  )
}

/** The four bars of a chord: its progress, and its poster once it is made. */
export function ChordBars({ bars, playing = false, className = '' }: { bars: readonly Bar[]; playing?: boolean; className?: string }) {
  return (
    <span aria-hidden className={`grid grid-cols-4 items-center gap-[10%] ${className}`}>
      {bars.map((bar) => (
        <span key={bar.kind} className="flex h-full items-center">
          <ChordBar bar={bar} playing={playing && bar.on && bar.done < 1 && !bar.failed} />
        </span>
      ))}
    </span>
  )
}
