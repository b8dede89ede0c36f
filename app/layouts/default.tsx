import type { ReactNode } from 'react'
import { FooterPart } from '#app/shell/chrome/footer-part.ts'
import { LiveWork } from '#app/runs/tray/live-work-part.ts'
import { Framed } from '#app/shell/chrome/framed.ts'
import { PhoneNavBar } from '#app/shell/chrome/phone-nav-part.tsx'
import { useUser } from '#app/shell/data/session.queries.ts'
import { Header } from '#app/shell/chrome/header.tsx'
import { ToastProvider } from '#app/ui/overlays/toast.tsx'

/** The default layout: header, content at page width, or at that of the window where it is `data-wide`, and footer. */
export function DefaultLayout({ children }: { children: ReactNode }) {
  return (
    <ToastProvider>
      <div className="flex min-h-dvh flex-col">
        <Header LiveWork={LiveWork} />
        <main
          id="content"
          data-layout="default"
          tabIndex={-1}
          className="mx-auto w-full max-w-page flex-1 px-4 pt-8 pb-24 outline-none has-data-wide:max-w-none has-data-wide:px-0 has-data-wide:pt-4 sm:px-8"
        >
          <Framed value={true}>{children}</Framed>
        </main>
        <FooterPart />
        {useUser() && <PhoneNavBar />}
      </div>
    </ToastProvider>
  )
}
