import { useLingui } from '@lingui/react/macro'
import type { ApiFailure } from '#app/contract/api-result.ts'
import { useToast } from '#app/ui/toast.tsx'
import { sendVerification } from '../account.functions.ts'
import { useFailureWords } from '../failure.ts'
import { settle } from './settle.ts'

/** Reports why a run was not started. An unverified email comes with a button that sends the mail again. */
export function useRefusalToast() {
  const { t } = useLingui()
  const toast = useToast()
  const failureWords = useFailureWords()

  async function sendAgain() {
    const sent = await settle(sendVerification())
    toast(sent.ok ? { title: t`The letter is on its way.` } : { title: failureWords(sent.error), tone: 'danger' })
  }
  return (failure: ApiFailure) =>
    toast({
      title: failureWords(failure),
      tone: 'danger',
      ...(failure.code === 'email_not_verified' && { action: { label: t`Send the email again`, onClick: () => void sendAgain() } }),
    })
}
