import { Folder } from 'lucide-react'
import type { Collection } from '#app/contract/library/library.ts'

/** The poster of its newest work, or a folder icon if it is empty. */
export function Cover({ collection: { cover_url } }: { collection: Collection }) {
  return (
    <span className="grid size-11 shrink-0 place-items-center overflow-hidden rounded-[8px] bg-wash">
      {cover_url ? (
        <img src={cover_url} alt="" loading="lazy" decoding="async" className="size-full object-cover" />
      ) : (
        <Folder aria-hidden className="size-5 text-ink-soft" strokeWidth={1.75} />
      )}
    </span>
  )
}
