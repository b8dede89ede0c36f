import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { sendTestMail } from './system.functions.ts'

/** Sends an email to the operator's own address and says what came of it. */
export function TestMailButton() {
  const { t } = useLingui()
  const failureMessage = useFailureMessage()
  const [sending, setSending] = useState(false)
  const [outcome, setOutcome] = useState<{ text: string; isBad: boolean }>()

  async function send() {
    setSending(true)
    setOutcome(undefined)
    const result = await settle(sendTestMail())
    setSending(false)
    if (!result.ok) return setOutcome({ text: failureMessage(result.error), isBad: true })
    const { to, outcome: what, why } = result.data
    const texts = {
      sent: t`The mail server took the email to ${to}. If it doesn’t arrive, look in the spam folder.`,
      outbox: t`The email is a file in DATA_DIR/outbox, because SMTP_URL isn’t set.`,
      refused: t`Not sent: ${why ?? ''}.`,
    }
    return setOutcome({ text: texts[what], isBad: what === 'refused' })
  }

  return (
    <>
      <Button variant="secondary" size="sm" busy={sending} onClick={() => void send()}>
        <Trans>Send a test email</Trans>
      </Button>
      <p role="status" className={`basis-full wrap-anywhere empty:hidden ${outcome?.isBad ? 'text-danger' : 'text-ok'}`}>
        {outcome?.text}
      </p>
    </>
  )
}
