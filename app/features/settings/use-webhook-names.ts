import { useLingui } from '@lingui/react/macro'
import type { DeliveryFailure, SentEvent } from '#app/contract/account/webhooks.ts'

/** The events of webhooks, and why a call did not arrive, in the person's language. */
export function useWebhookNames(): { events: Record<SentEvent, string>; failures: Record<DeliveryFailure, string> } {
  const { t } = useLingui()
  return {
    events: {
      'generation.succeeded': t`A result is ready`,
      'generation.failed': t`A result failed`,
      'generation.canceled': t`A result was canceled`,
      'chord.ended': t`A chord is complete`,
      'comparison.ended': t`A comparison is complete`,
      'tokens.low': t`Tokens are running low`,
      'order.paid': t`An order was paid`,
      'approval.asked': t`A key asked for approval`,
      'webhook.test': t`Test`,
    },
    failures: {
      status: t`The server didn’t accept it`,
      timeout: t`No answer within 10 seconds`,
      unreachable: t`The server can’t be reached`,
      private: t`The address is in a private network`,
      redirect: t`The server redirected the call. Enter the final address`,
      secret_lost: t`The secret can’t be read anymore. Replace it`,
      off: t`The webhook was turned off`,
    },
  }
}
