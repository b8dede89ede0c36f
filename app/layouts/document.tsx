import type { ReactNode } from 'react'
import { Framed } from '#app/shell/framed.ts'
import { Header } from '#app/shell/header.tsx'
import { VerifyReminder } from '#app/shell/verify-reminder.tsx'
import { ToastProvider } from '#app/ui/toast.tsx'

/** The studio's: the head, and all the room below it for the page to divide. `--header` is the head's height. */
export function DocumentLayout({ children }: { children: ReactNode }) {
  return (
    <ToastProvider>
      <div className="flex min-h-dvh flex-col [--header:3.8125rem]">
        <Header />
        <VerifyReminder />
        <main id="content" data-layout="document" tabIndex={-1} className="flex flex-1 flex-col outline-none">
          <Framed value={true}>{children}</Framed>
        </main>
      </div>
    </ToastProvider>
  )
}
