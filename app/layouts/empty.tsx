import type { ReactNode } from 'react'

/** Only the page: for what is shown on its own, such as a checkout or a shared result. */
export function EmptyLayout({ children }: { children: ReactNode }) {
  return (
    <main id="content" data-layout="empty" tabIndex={-1} className="min-h-dvh outline-none">
      {children}
    </main>
  )
}
