import { type ReactNode, useId } from 'react'

type SectionProps = {
  /** The fragment of links to it. */
  id?: string
  title: ReactNode
  hint?: ReactNode
  children: ReactNode
}

/** A part of the settings, with its title at the side where there is room. */
export function Section({ id: place, title, hint, children }: SectionProps) {
  const id = useId()
  return (
    <section
      id={place}
      aria-labelledby={id}
      className="grid gap-x-12 gap-y-5 border-t border-line py-8 md:grid-cols-[14rem_minmax(0,1fr)] lg:py-10"
    >
      <div>
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        {hint && <p className="mt-1 text-sm text-ink-soft">{hint}</p>}
      </div>
      <div className="grid content-start gap-6">{children}</div>
    </section>
  )
}
