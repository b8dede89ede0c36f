/** Placeholder of content that is loading; give it the real size. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <div aria-hidden className={`animate-breathe rounded-control bg-ink/7 ${className}`} />
}
