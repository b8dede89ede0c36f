import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import { type ApiFailure, localFailure } from '#app/contract/api-result.ts'
import { foreignWords } from './foreign-words.ts'

/** The failure of a call without a response: the browser or the server is offline. */
export const unreachable: ApiFailure = localFailure('offline')

/** The message of a failure: the API's own, ours for the answer of a proxy, or a general one. */
export function useFailureMessage() {
  const { t } = useLingui()
  return useCallback(
    (failure: ApiFailure): string => {
      const { code, detail, statusCode } = failure
      if (code === 'offline') return t`The service isn’t responding. Check your connection and try again.`
      const words = detail || foreignWords(failure)
      if (words) return words
      // Our own requests are valid, unless the page is older than the server.
      return statusCode < 500
        ? t`The request wasn’t understood. Reload the page.`
        : t`Something went wrong on our side. Try again in a minute.`
    },
    [t],
  )
}
