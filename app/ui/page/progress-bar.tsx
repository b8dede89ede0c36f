type ProgressBarProps = {
  label: string
  /** 0–1; null if unknown. */
  value: number | null
  className?: string | undefined
}

/** A thin bar in the medium's color. Pulses without a value. */
export function ProgressBar({ label, value, className = '' }: ProgressBarProps) {
  const percent = value === null ? undefined : Math.round(value * 100)
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className={`h-1 overflow-hidden rounded-full bg-ink/10 ${className}`}
    >
      <div
        // A new element for the first value, so that the bar does not animate back from its full length.
        key={percent === undefined ? 'unknown' : 'known'}
        className={`h-full origin-left rounded-full bg-kind-mark ${percent === undefined ? 'animate-breathe opacity-40' : 'transition-transform duration-300 ease-linear'}`}
        style={{ transform: `scaleX(${percent === undefined ? 1 : percent / 100})` }}
      />
    </div>
  )
}
