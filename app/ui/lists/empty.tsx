import type { ReactNode } from 'react'

type EmptyProps = {
  title: ReactNode
  children: ReactNode
  action?: ReactNode
  /** A small real example of the future content. */
  example?: ReactNode
}

export function Empty({ title, children, action, example }: EmptyProps) {
  return (
    <div className="mx-auto grid max-w-md animate-rise justify-items-center gap-2 px-4 py-12 text-center">
      {example && <div className="mb-4">{example}</div>}
      <h2 className="text-xl">{title}</h2>
      <div className="text-balance text-ink-soft">{children}</div>
      {action && <div className="mt-4">{action}</div>}
    </div>
  )
}
