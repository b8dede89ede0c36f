import { Trans } from '@lingui/react/macro'
import { ResendLabel, ResendStatus } from '#app/shell/account/resend.tsx'
import { useVerificationMail } from '#app/shell/account/use-verification-mail.ts'
import { Button } from '#app/ui/controls/button.tsx'

/** Explains that free tokens cannot pay for this model before the email is verified, with the next step. */
export function Unverified() {
  const mail = useVerificationMail()
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 rounded-card bg-wash py-2 pr-2 pl-4">
      <span role="status" className="min-w-0 flex-1 basis-48">
        <Trans>Confirm your email to spend free tokens on this model. The built-in models work right away.</Trans>
      </span>
      <Button variant="secondary" size="sm" busy={mail.busy} aria-disabled={mail.left > 0 || undefined} onClick={() => void mail.send()}>
        <ResendLabel left={mail.left}>
          <Trans>Resend email</Trans>
        </ResendLabel>
      </Button>
      <ResendStatus {...mail} />
    </div>
  )
}
