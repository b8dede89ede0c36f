import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'

/** Details behind one line that says what they are about. */
export function Folded({ title, children }: { title: ReactNode; children: ReactNode }) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <div>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="-mx-2 flex min-h-11 w-[calc(100%+1rem)] items-center justify-between gap-3 rounded-control px-2 text-left font-medium transition-colors hover:bg-ink/5"
      >
        <span className="min-w-0 wrap-anywhere">{title}</span>
        <ChevronDown aria-hidden className={`size-5 shrink-0 transition-transform ${isOpen ? 'rotate-180' : ''}`} strokeWidth={1.75} />
      </button>
      <div id={id} hidden={!isOpen} className="pt-3">
        {isOpen && children}
      </div>
    </div>
  )
}
