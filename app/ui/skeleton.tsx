/** Holds the place of what comes: give it the true size. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <div aria-hidden className={`animate-breathe rounded-control bg-ink/7 ${className}`} />
}
