import type { ReactNode } from 'react'
import { Footer } from '#app/shell/footer.tsx'

/** For a page that opens on a full-height film: the page brings the film and its own head, the foot is the same everywhere. */
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
