import type { ReactNode } from 'react'
import { LiveWork } from '#app/runs/tray/live-work-part.ts'
import { Framed } from '#app/shell/chrome/framed.ts'
import { Header } from '#app/shell/chrome/header.tsx'
import { ToastProvider } from '#app/ui/overlays/toast.tsx'

/** The layout of the studio: the header, and all the space below it. `--header` is the header's height. */
export function DocumentLayout({ children }: { children: ReactNode }) {
  return (
    <ToastProvider>
      <div className="flex min-h-dvh flex-col [--header:3.8125rem]">
        <Header LiveWork={LiveWork} />
        <main id="content" data-layout="document" tabIndex={-1} className="flex flex-1 flex-col outline-none">
          <Framed value={true}>{children}</Framed>
        </main>
      </div>
    </ToastProvider>
  )
}
