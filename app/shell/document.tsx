import { Trans, useLingui } from '@lingui/react/macro'
import { HeadContent, Scripts } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ChunkGuardScript, IncompleteNotice } from './chunk-guard.tsx'
import { ColorModeKeeper, ColorModeScript } from './color-mode.tsx'
import { EarlyPresses } from './early-presses.tsx'

/** The HTML document around every page, error pages included. */
export function RootDocument({ children }: { children: ReactNode }) {
  const { i18n } = useLingui()
  return (
    // The colour mode's script writes the class and the style before React sees them.
    <html lang={i18n.locale} suppressHydrationWarning>
      <head>
        <HeadContent />
        <ChunkGuardScript />
        <ColorModeScript />
        <EarlyPresses />
      </head>
      <body>
        <a
          href="#content"
          className="fixed top-2 left-2 z-70 -translate-y-20 rounded-control bg-ink px-4 py-3 font-medium text-paper focus-visible:translate-y-0"
        >
          <Trans>Skip to the content</Trans>
        </a>
        <ColorModeKeeper />
        {children}
        <IncompleteNotice />
        <Scripts />
      </body>
    </html>
  )
}
