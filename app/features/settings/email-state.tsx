import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { MailQuestion } from 'lucide-react'
import { useRef, useState } from 'react'
import type { User } from '#app/contract/account/accounts.ts'
import type { EmailChange as Change } from '#app/contract/account/email-change.ts'
import { ResendLabel, ResendStatus } from '#app/shell/account/resend.tsx'
import { useVerificationMail } from '#app/shell/account/use-verification-mail.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { cancelEmailChange } from './email-change.functions.ts'
import { emailChangeQuery } from './settings.queries.ts'

const ChangeForm = lazyPart(async () => (await import('./email-change-form.tsx')).EmailChangeForm)

/** The account's email address, its verification, and a pending replacement. */
export function EmailState({ user }: { user: User }) {
  const { email, email_verified } = user
  const { data } = useSuspenseQuery(emailChangeQuery)
  const [open, setOpen] = useState(false)
  const change = useRef<HTMLButtonElement>(null)
  return (
    <div className="grid gap-3">
      <div className="grid gap-1.5">
        <h3 className="text-base font-medium tracking-normal">
          <Trans>Email</Trans>
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
      </div>
      {data.pending && <Pending pending={data.pending} onCanceled={() => change.current?.focus()} />}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
        <Button ref={change} variant="secondary" size="sm" onClick={() => setOpen(true)}>
          <Trans>Change email</Trans>
        </Button>
        {!email_verified && <SendLetter />}
      </div>
      <Dialog open={open} onOpenChange={setOpen} title={<Trans>Change email</Trans>}>
        {open && <ChangeForm user={user} onDone={() => setOpen(false)} />}
      </Dialog>
    </div>
  )
}

/** Shows a new address that is not confirmed. */
function Pending({ pending: { email, expires_at }, onCanceled }: { pending: NonNullable<Change['pending']>; onCanceled: () => void }) {
  const { t } = useLingui()
  const toast = useToast()
  const format = useFormat()
  const failureMessage = useFailureMessage()
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState(false)

  async function cancel() {
    setBusy(true)
    const result = await settle(cancelEmailChange())
    setBusy(false)
    if (!result.ok) return toast({ title: t`Couldn’t cancel the change`, description: failureMessage(result.error), tone: 'danger' })
    toast({ title: t`Your email stays the same` })
    // The clicked button disappears, and the focus must not be lost.
    onCanceled()
    await queryClient.invalidateQueries(emailChangeQuery)
  }

  const address = <strong className="font-medium wrap-anywhere">{email}</strong>
  const until = <time dateTime={expires_at}>{format.dateTime(expires_at)}</time>
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card bg-wash px-4 py-3">
      <MailQuestion aria-hidden className="size-5 shrink-0 text-ink-soft" strokeWidth={1.75} />
      <p role="status" className="min-w-0 flex-1 basis-64 text-sm">
        <Trans>
          We emailed {address}. Open the link by {until} to change your address.
        </Trans>
      </p>
      <Button variant="secondary" size="sm" busy={busy} onClick={() => void cancel()}>
        <Trans>Cancel change</Trans>
      </Button>
    </div>
  )
}

function SendLetter() {
  const mail = useVerificationMail()
  return (
    <>
      <Button variant="secondary" size="sm" busy={mail.busy} aria-disabled={mail.left > 0 || undefined} onClick={() => void mail.send()}>
        <ResendLabel left={mail.left}>
          <Trans>Resend email</Trans>
        </ResendLabel>
      </Button>
      <ResendStatus {...mail} />
    </>
  )
}
