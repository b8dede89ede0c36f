import { Trans, useLingui } from '@lingui/react/macro'
import { HeadContent, Scripts } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ChunkGuardScript, IncompleteNotice } from '#app/shell/boot/chunk-guard.tsx'
import { EarlyClicks } from '#app/shell/boot/early-clicks.tsx'
import { ColorModeKeeper, ColorModeScript } from '#app/shell/theme/color-mode.tsx'
import { usePlainScript } from './plain.ts'
import { PlainScripts } from './plain-scripts.tsx'
import { QueryData } from './query-data.tsx'

/** The HTML document around every page, error pages included. */
export function RootDocument({ children }: { children: ReactNode }) {
  const { i18n } = useLingui()
  const plain = usePlainScript()
  return (
    // The script of the color mode sets the class and the style before React hydrates.
    <html lang={i18n.locale} data-plain={plain ?? undefined} suppressHydrationWarning>
      <head>
        <HeadContent />
        <ChunkGuardScript />
        <ColorModeScript />
        {import.meta.env.SSR && plain ? <PlainScripts script={plain} /> : <EarlyClicks />}
      </head>
      <body>
        <a
          href="#content"
          className="fixed top-2 left-2 z-70 -translate-y-20 rounded-control bg-ink px-4 py-3 font-medium text-paper focus-visible:translate-y-0"
        >
          <Trans>Skip to content</Trans>
        </a>
        <ColorModeKeeper />
        {children}
        <IncompleteNotice />
        {/* The browser removes the element before it hydrates the page. */}
        {import.meta.env.SSR && !plain && <QueryData />}
        <Scripts />
      </body>
    </html>
  )
}
