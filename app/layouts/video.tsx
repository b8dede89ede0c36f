import type { ReactNode } from 'react'
import { Footer } from '#app/shell/chrome/footer.tsx'

/** For a page that opens with a full-height video: the page has its own video and header, the footer is the common one. */
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
