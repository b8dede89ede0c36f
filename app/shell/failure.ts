import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import { type ApiFailure, faultOf } from '#app/contract/api-result.ts'

/** What a server function that never answered comes to: the browser is offline, or the server is. */
export const unreachable: ApiFailure = faultOf('offline')

/** A failure in words for people: the API's own, or ours where it had none. */
export function useFailureWords() {
  const { t } = useLingui()
  return useCallback(
    ({ code, detail, statusCode }: ApiFailure): string => {
      if (code === 'offline') return t`The service does not answer. Check the connection and try again.`
      if (detail) return detail
      // A page of ours is understood unless it is older than the server.
      return statusCode < 500
        ? t`The request was not understood. Load the page again.`
        : t`Something failed on our side. Try again in a minute.`
    },
    [t],
  )
}
