import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { hydrateStart } from '@tanstack/react-start/client'
import { RouterProvider } from '@tanstack/react-router'

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
      )
    })
  } catch (error) {
    if (window.chunkGuard.isLost) return
    window.chunkGuard.lose()
    throw error
  }
}

void hydrate()
