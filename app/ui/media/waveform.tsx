import { type CSSProperties, useId } from 'react'

type WaveformProps = {
  /** Loudness over time, 0–1. */
  peaks: readonly number[]
  /** Number of bars. */
  bars?: number | undefined
  /** 0–1: the share in the medium's color. */
  played?: number | undefined
  /** Omits the played part while it is empty. Not for guests' pages, whose script needs it in the markup. */
  bare?: boolean | undefined
  className?: string | undefined
}

/** Bars of loudness. Decorative: labeled controls are around it. */
export function Waveform({ peaks, bars = 96, played = 0, bare = false, className = '' }: WaveformProps) {
  const path = resample(peaks, bars)
    .map((peak, index) => {
      const half = Math.max(2, Math.round(peak * 44))
      return `M${index} ${50 - half}V${50 + half}`
    })
    .join('')
  const id = useId()
  const line = <path id={id} d={path} fill="none" strokeWidth={3} strokeLinecap="round" vectorEffect="non-scaling-stroke" />
  const clip: CSSProperties = { clipPath: `inset(0 ${(1 - played) * 100}% 0 0)` }
  // Each bar is in the middle of its unit.
  const box = { viewBox: `-.5 0 ${bars} 100`, preserveAspectRatio: 'none' }
  return (
    <div aria-hidden className={`relative ${className}`}>
      {/* Covered if all of it has been played. */}
      {played < 1 && (
        <svg {...box} className="absolute inset-0 size-full stroke-kind-mark/50">
          {line}
        </svg>
      )}
      {(played > 0 || !bare) && (
        <svg {...box} data-played className="absolute inset-0 size-full stroke-kind-mark" style={clip}>
          {played < 1 ? <use href={`#${id}`} /> : line}
        </svg>
      )}
    </div>
  )
}

/** The loudest value of each section, so that short beats stay visible. */
export function resample(peaks: readonly number[], count: number): number[] {
  return Array.from({ length: count }, (_, index) => {
    const from = Math.floor((index * peaks.length) / count)
    const to = Math.max(from + 1, Math.floor(((index + 1) * peaks.length) / count))
    let loudest = 0
    for (let at = from; at < to; at += 1) loudest = Math.max(loudest, peaks[at] ?? 0)
    return Math.min(1, loudest)
  })
}
