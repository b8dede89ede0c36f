import { Trans } from '@lingui/react/macro'
import type { ApiFailure } from '#app/contract/base/api-result.ts'

/** Small print below the message: the name of a failure without a specific text, and the id under which it was logged. */
export function FailurePrint({ failure: { statusMessage, message, detail, error_id } }: { failure: ApiFailure }) {
  const id = error_id && !detail.includes(error_id) ? error_id : undefined
  if (detail && !id) return null
  return (
    <div className="grid gap-1 text-sm break-words text-ink-soft">
      {!detail && <p className="font-mono">{message ? `${statusMessage}: ${message}` : statusMessage}</p>}
      {id && (
        <p>
          <Trans>If you contact us about this, quote {id}.</Trans>
        </p>
      )}
    </div>
  )
}
