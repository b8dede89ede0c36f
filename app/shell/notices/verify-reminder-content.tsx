import { Trans, useLingui } from '@lingui/react/macro'
import { MailCheck, X } from 'lucide-react'
import { ResendLabel, ResendStatus } from '#app/shell/account/resend.tsx'
import { useVerificationMail } from '#app/shell/account/use-verification-mail.ts'
import { Button, IconButton } from '#app/ui/button.tsx'

export function Reminder({ email, onPutOff }: { email: string; onPutOff: () => void }) {
  const { t } = useLingui()
  const mail = useVerificationMail()
  return (
    <aside aria-label={t`Confirm your email`} data-print="hidden" className="border-b border-line bg-wash">
      <div className="flex items-start gap-3 pr-1 pl-4 text-sm sm:py-1 sm:pr-4 sm:pl-6">
        <MailCheck aria-hidden className="mt-3 size-5 shrink-0 text-ink-soft" strokeWidth={1.75} />
        <p className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 sm:py-1">
          {/* The address would take a second line of a phone. */}
          <span className="py-1.5 sm:hidden">
            <Trans>Confirm your email</Trans>
          </span>
          <span className="py-1.5 max-sm:hidden">
            <Trans>
              Confirm your email: we sent a link to <strong className="font-medium wrap-anywhere">{email}</strong>.
            </Trans>
          </span>
          <Button
            variant="ghost"
            size="sm"
            className="-mx-3 underline decoration-line underline-offset-4"
            busy={mail.busy}
            aria-disabled={mail.left > 0 || undefined}
            onClick={() => void mail.send()}
          >
            <ResendLabel left={mail.left}>
              <Trans>Resend</Trans>
            </ResendLabel>
          </Button>
          <ResendStatus {...mail} />
        </p>
        <IconButton label={t`Remind me later`} onClick={onPutOff}>
          <X aria-hidden strokeWidth={1.75} />
        </IconButton>
      </div>
    </aside>
  )
}
