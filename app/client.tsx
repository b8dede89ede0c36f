import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { hydrateStart } from '@tanstack/react-start/client'
import { RouterProvider } from '@tanstack/react-router'
import { ApiError } from '#app/contract/base/api-result.ts'
import { guardForeignNodes } from '#app/shell/boot/foreign-nodes.ts'

/**
 * Hydrates once everything that the page needs has loaded. React owns the whole document and would clear it when rendering without a chunk,
 * so a page that lacks one stays as the server rendered it.
 */
async function hydrate() {
  try {
    const router = await hydrateStart()
    if (window.chunkGuard.isLost) return
    startTransition(() => {
      hydrateRoot(
        document,
        <StrictMode>
          <RouterProvider router={router} />
        </StrictMode>,
        {
          onCaughtError(error) {
            // The page shows a failed call. Anything else that a boundary catches is a defect.
            // oxlint-disable-next-line no-console -- React's default, which this option replaces.
            if (!(error instanceof ApiError)) console.error(error)
          },
          onRecoverableError(error, { componentStack }) {
            reportError(error)
            // The error does not say which component differs from the server's HTML; its stack does.
            // oxlint-disable-next-line no-console -- The console is where its cause is looked for.
            if (componentStack) console.error(`Rendered again:${componentStack}`)
          },
        },
      )
    })
  } catch (error) {
    if (window.chunkGuard.isLost) return
    window.chunkGuard.lose()
    throw error
  }
}

// A plain page has no data to hydrate with.
if (!('plain' in document.documentElement.dataset)) {
  guardForeignNodes()
  void hydrate()
}
