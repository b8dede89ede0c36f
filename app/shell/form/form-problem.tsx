import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

/** An error of the whole form. Always mounted, so that changes are announced; takes no space while empty. */
export function FormProblem({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="col-span-full empty:sr-only">
      {children && (
        <div className="flex animate-rise gap-2.5 rounded-control bg-danger-soft px-3.5 py-3">
          <CircleAlert aria-hidden className="mt-px size-5 shrink-0 text-danger" strokeWidth={1.75} />
          <div>{children}</div>
        </div>
      )}
    </div>
  )
}
