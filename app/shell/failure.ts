import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import type { ApiFailure } from '#app/contract/api-result.ts'

/** What a server function that never answered comes to: the browser is offline, or the server is. */
export const unreachable: ApiFailure = { statusCode: 500, statusMessage: 'InternalError', detail: '', code: 'offline' }

/** A failure in words for people: the API's own, or ours where it had none. */
export function useFailureWords() {
  const { t } = useLingui()
  return useCallback(
    ({ code, detail }: ApiFailure): string => {
      if (code === 'offline') return t`The service does not answer. Check the connection and try again.`
      return detail || t`Something failed on our side. Try again in a minute.`
    },
    [t],
  )
}
