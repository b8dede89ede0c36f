import { type ReactNode, use } from 'react'
import { Framed } from '#app/shell/chrome/framed.ts'
import { usePinnedPath } from '#app/shell/i18n/pinned-path.ts'
import { Mark } from '#app/ui/page/mark.tsx'
import * as config from '#config'

/** The layout of error pages, which needs no session and no data. Inside another layout it keeps that layout's header. */
export function ErrorLayout({ children }: { children: ReactNode }) {
  const framed = use(Framed)
  const pinned = usePinnedPath()
  if (framed)
    return (
      <div data-layout="error" className="flex w-full max-w-4xl flex-1 flex-col justify-center self-center px-1 py-16 sm:py-24">
        {children}
      </div>
    )
  return (
    <div className="flex min-h-dvh flex-col px-5 sm:px-12">
      <header className="flex">
        <a
          href={pinned('/')}
          className="mt-3 -ml-2 flex min-h-11 items-center gap-2.5 self-start rounded-control px-2 text-lg font-semibold tracking-[-0.02em] sm:mt-6"
        >
          <Mark size={22} />
          {config.name}
        </a>
      </header>
      <main
        id="content"
        data-layout="error"
        tabIndex={-1}
        className="flex w-full max-w-4xl flex-1 flex-col justify-center pt-8 pb-24 outline-none"
      >
        {children}
      </main>
    </div>
  )
}
