import { Trans, useLingui } from '@lingui/react/macro'
import { MailCheck } from 'lucide-react'
import { ResendLabel, ResendStatus } from '#app/shell/account/resend.tsx'
import { useVerificationMail } from '#app/shell/account/use-verification-mail.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { NoticeRow } from './notice-row.tsx'

export function VerifyRow({ email, onPutOff }: { email: string; onPutOff: () => void }) {
  const { t } = useLingui()
  const mail = useVerificationMail()
  const hasOutcome = mail.sent || mail.problem !== null
  return (
    <NoticeRow
      level="info"
      icon={<MailCheck aria-hidden strokeWidth={1.75} />}
      dismissLabel={t`Remind me later`}
      onDismiss={onPutOff}
      action={
        <>
          {/* The outcome takes the place of the text, so that the line stays one. */}
          <p className="py-3 empty:hidden">
            <ResendStatus {...mail} />
          </p>
          <Button
            variant="ghost"
            size="sm"
            className="my-1 shrink-0 max-sm:px-2 underline decoration-line underline-offset-4 pointer-coarse:my-0"
            busy={mail.busy}
            aria-disabled={mail.left > 0 || undefined}
            onClick={() => void mail.send()}
          >
            <ResendLabel left={mail.left}>
              {/* Short, so that a phone has space for the text. */}
              <Trans context="notice">Resend</Trans>
            </ResendLabel>
          </Button>
        </>
      }
    >
      {!hasOutcome && (
        <>
          {/* A phone has no space for the address. */}
          <span className="sm:hidden">
            <Trans>Confirm your email</Trans>
          </span>
          <span className="max-sm:hidden">
            <Trans>
              Confirm your email: we sent a link to <strong className="font-medium wrap-anywhere">{email}</strong>.
            </Trans>
          </span>
        </>
      )}
    </NoticeRow>
  )
}
