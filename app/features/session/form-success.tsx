import { CircleCheck } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'

/** Replaces the form on success and takes its focus. */
export function Done({ title, children, action }: { title: ReactNode; children: ReactNode; action: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="grid animate-rise gap-3">
      <CircleCheck aria-hidden className="size-8 text-ok" strokeWidth={1.5} />
      <h1 ref={heading} tabIndex={-1} className="text-2xl outline-none">
        {title}
      </h1>
      <div className="text-lg text-ink-soft">{children}</div>
      <div className="mt-3 flex flex-wrap gap-3">{action}</div>
    </div>
  )
}
