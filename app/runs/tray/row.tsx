import type { ReactNode } from 'react'
import type { Kind } from '#app/contract/base/values.ts'
import { KindIcon } from '#app/shell/media/kinds.tsx'

export function Row({ kind, children, aside }: { kind: Kind; children: ReactNode; aside: ReactNode }) {
  return (
    <li data-kind={kind} className="flex items-start gap-3 rounded-[8px] px-2.5 py-2.5 not-first:border-t not-first:border-line">
      <KindIcon kind={kind} className="mt-0.5 size-5" />
      <div className="min-w-0 flex-1">{children}</div>
      <div className="-my-1.5 -mr-1.5 flex shrink-0 items-center">{aside}</div>
    </li>
  )
}
