import { Folder } from 'lucide-react'
import type { Collection } from '#app/contract/library/library.ts'

/** The poster of its newest work, or a folder icon if it is empty. */
export function Cover({ collection: { cover_url }, className = 'size-11 rounded-[8px]' }: { collection: Collection; className?: string }) {
  return (
    <span className={`grid shrink-0 place-items-center overflow-hidden bg-wash ${className}`}>
      {cover_url ? (
        <img src={cover_url} alt="" loading="lazy" decoding="async" className="size-full object-cover" />
      ) : (
        <Folder aria-hidden className="size-1/2 text-ink-soft" strokeWidth={1.75} />
      )}
    </span>
  )
}
