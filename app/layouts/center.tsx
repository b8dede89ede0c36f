import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'
import { Mark } from '#app/ui/page/mark.tsx'
import * as config from '#config'

/** Below the page, so their code loads after it. */
const Switches = lazyPart(async () => (await import('#app/shell/chrome/switches.tsx')).Switches, <div className="h-10" />)

/** A single centered column with the logo. */
export function CenterLayout({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col items-center px-5">
      <main
        id="content"
        data-layout="center"
        tabIndex={-1}
        className="flex w-full max-w-95 flex-1 flex-col py-10 outline-none sm:justify-center"
      >
        <Link
          to="/"
          reloadDocument
          preload={false}
          aria-label={config.name}
          className="mb-8 -ml-2 inline-flex size-14 items-center justify-center self-start rounded-control"
        >
          <Mark size={40} />
        </Link>
        {children}
      </main>
      <footer className="flex flex-wrap justify-center gap-2 pb-6">
        <Switches />
      </footer>
    </div>
  )
}
