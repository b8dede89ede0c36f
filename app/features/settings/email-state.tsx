import { Trans } from '@lingui/react/macro'
import type { User } from '#app/contract/accounts.ts'
import { ResendLabel, ResendStatus } from '#app/shell/resend.tsx'
import { useVerificationMail } from '#app/shell/use-verification-mail.ts'
import { Button } from '#app/ui/button.tsx'

/** The account's address, and whether it is known to be the person's. */
export function EmailState({ user: { email, email_verified } }: { user: User }) {
  return (
    <div className="grid gap-1.5">
      <h3 className="text-base font-medium tracking-normal">
        <Trans>E-mail</Trans>
      </h3>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="min-w-0 wrap-anywhere">{email}</span>
        {email_verified ? (
          <span className="text-sm text-ok">
            <Trans>confirmed</Trans>
          </span>
        ) : (
          <span className="text-sm text-ink-soft">
            <Trans>not confirmed</Trans>
          </span>
        )}
      </p>
      {!email_verified && <SendLetter />}
    </div>
  )
}

function SendLetter() {
  const mail = useVerificationMail()
  return (
    <div className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      <Button variant="secondary" size="sm" busy={mail.busy} aria-disabled={mail.left > 0 || undefined} onClick={() => void mail.send()}>
        <ResendLabel left={mail.left}>
          <Trans>Send the letter again</Trans>
        </ResendLabel>
      </Button>
      <ResendStatus {...mail} />
    </div>
  )
}
