import type { ReactNode } from 'react'
import { Footer } from '#app/shell/chrome/footer.tsx'

/** The layout of a page with a full-height video at its top: the page has its own video and header, and the common footer. */
export function VideoLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <main id="content" data-layout="video" tabIndex={-1} className="outline-none">
        {children}
      </main>
      <Footer />
    </>
  )
}
