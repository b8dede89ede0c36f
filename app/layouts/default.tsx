import type { ReactNode } from 'react'
import { Footer } from '#app/shell/footer.tsx'
import { FreeTokensNote } from '#app/shell/free-tokens-note.tsx'
import { Framed } from '#app/shell/framed.ts'
import { Header } from '#app/shell/header.tsx'
import { VerifyReminder } from '#app/shell/verify-reminder.tsx'
import { ToastProvider } from '#app/ui/toast.tsx'

/** Head, a page's width of content, foot. */
export function DefaultLayout({ children }: { children: ReactNode }) {
  return (
    <ToastProvider>
      <div className="flex min-h-dvh flex-col">
        <Header />
        <VerifyReminder />
        <FreeTokensNote />
        <main
          id="content"
          data-layout="default"
          tabIndex={-1}
          className="mx-auto w-full max-w-page flex-1 px-4 pt-8 pb-24 outline-none sm:px-8"
        >
          <Framed value={true}>{children}</Framed>
        </main>
        <Footer />
      </div>
    </ToastProvider>
  )
}
