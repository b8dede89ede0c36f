import { useLingui } from '@lingui/react/macro'
import type { ApiFailure } from '#app/contract/base/api-result.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { sendVerification } from '#app/shell/data/account.functions.ts'
import { useToast } from '#app/ui/overlays/toast.tsx'

/** Reports why a run did not start. For an unverified email, the message has a button that sends the email again. */
export function useFailureToast() {
  const { t } = useLingui()
  const toast = useToast()
  const failureMessage = useFailureMessage()

  async function sendAgain() {
    const sent = await settle(sendVerification())
    toast(sent.ok ? { title: t`Email sent.` } : { title: failureMessage(sent.error), tone: 'danger' })
  }
  return (failure: ApiFailure) =>
    toast({
      title: failureMessage(failure),
      tone: 'danger',
      ...(failure.code === 'email_not_verified' && { action: { label: t`Resend email`, onClick: () => void sendAgain() } }),
    })
}
