import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import type { ApiFailure } from '#app/contract/base/api-result.ts'
import { foreignWords } from './foreign-words.ts'

/**
 * The message of a failure: the API's own, ours for the answer of a proxy, or a general one. It claims nothing about the call that is not
 * known.
 */
export function useFailureMessage() {
  const { t } = useLingui()
  return useCallback(
    (failure: ApiFailure): string => {
      const { code, detail, statusCode } = failure
      if (code === 'offline') return t`The service isn’t responding. Check your connection and try again.`
      if (code === 'page') return t`Something on this page failed, so we don’t know whether it worked. Reload the page and check.`
      const words = detail || foreignWords(failure)
      if (words) return words
      if (code === 'unreadable') return t`The server’s answer couldn’t be read. Reload the page before you try again.`
      // Our own requests are valid, unless the page is older than the server.
      return statusCode < 500
        ? t`The request wasn’t understood. Reload the page.`
        : t`Something went wrong on our side. Try again in a minute.`
    },
    [t],
  )
}
