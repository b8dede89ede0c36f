import type { ReactNode } from 'react'

/** The page without header and footer, for a checkout or a shared result. */
export function EmptyLayout({ children }: { children: ReactNode }) {
  return (
    <main id="content" data-layout="empty" tabIndex={-1} className="min-h-dvh outline-none">
      {children}
    </main>
  )
}
