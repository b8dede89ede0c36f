const bars = [
  { kind: 'video', x: 1, y: 6, height: 12 },
  { kind: 'image', x: 7, y: 1, height: 22 },
  { kind: 'audio', x: 13, y: 4, height: 16 },
  { kind: 'text', x: 19, y: 8, height: 8 },
] as const

type MarkProps = {
  /** Animates the bars; meant only for work in progress. */
  playing?: boolean | undefined
  /** Size in pixels. */
  size?: number | undefined
  className?: string | undefined
}

/** The four bars. Decorative: the element next to it is labeled. */
export function Mark({ playing = false, size = 24, className = '' }: MarkProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      className={`mark ${playing ? 'mark-playing ' : ''}${className}`.trimEnd()}
      aria-hidden="true"
    >
      {bars.map(({ kind, x, y, height }) => (
        <rect key={kind} data-kind={kind} x={x} y={y} width={4} height={height} rx={2} />
      ))}
    </svg>
  )
}
