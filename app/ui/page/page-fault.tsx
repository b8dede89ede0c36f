import { Trans } from '@lingui/react/macro'
import { ApiError } from '#app/contract/base/api-result.ts'

/** `lost`: a part of the page could not be loaded. `broken`: the page itself has failed. */
type Cause = 'lost' | 'broken'

/** Messages of the guard of lost chunks and of browsers. */
const lostPart = /^Lost chunk|dynamically imported module|Importing a module script failed/

/** Returns why this browser shows an error that no server has sent. On the server, every error is the server's. */
export function pageFault(error: unknown): Cause | null {
  if (import.meta.env.SSR || error === undefined || error === null) return null
  if (error instanceof ApiError) return error.failure.code === 'page' ? 'broken' : null
  return error instanceof Error && lostPart.test(error.message) ? 'lost' : 'broken'
}

export function PageFault({ cause }: { cause: Cause }) {
  return cause === 'lost' ? (
    <Trans>Part of this page didn’t load: there’s a new version, or the connection was lost. Reload the page.</Trans>
  ) : (
    <Trans>
      This page stopped working in your browser. A page translator or an extension may be the cause. Your results and tokens are safe.
    </Trans>
  )
}
