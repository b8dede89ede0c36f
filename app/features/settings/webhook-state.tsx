import { Trans } from '@lingui/react/macro'
import type { Webhook } from '#app/contract/account/webhooks.ts'
import { useFormat } from '#app/shell/i18n/format.ts'

/** The problem of an endpoint; nothing while it works. */
export function WebhookState({ webhook: { off, off_at: offAt, failing_since: failingSince } }: { webhook: Webhook }) {
  const format = useFormat()
  if (off === 'person')
    return (
      <p className="text-sm text-ink-soft">
        <Trans>Off</Trans>
      </p>
    )
  if (off === 'failures')
    return (
      <p className="text-sm text-danger">
        <Trans>Off since {format.dateTime(offAt ?? '')}: no call succeeded for three days.</Trans>
      </p>
    )
  if (failingSince === null) return null
  return (
    <p className="text-sm text-danger">
      <Trans>Calls have failed since {format.dateTime(failingSince)}.</Trans>
    </p>
  )
}
