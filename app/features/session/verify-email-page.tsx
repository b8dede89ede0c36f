import { Trans } from '@lingui/react/macro'
import { verifyEmail } from '#app/shell/account.functions.ts'
import { ResendLabel, ResendStatus } from '#app/shell/resend.tsx'
import { useUser } from '#app/shell/session.queries.ts'
import { useVerificationMail } from '#app/shell/use-verification-mail.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { DeadLink } from './dead-link.tsx'
import { Done } from './done.tsx'
import { MailedLinkButton } from './mailed-link-button.tsx'
import { useMailedLink } from './use-mailed-link.ts'

/** Where the letter’s link leads. */
export function VerifyEmailPage({ token }: { token: string }) {
  const link = useMailedLink(() => verifyEmail({ data: { token } }), { fine: 'email_already_verified' })
  if (link.done) return <Confirmed />
  if (!token || link.dead) return <Refused incomplete={!token} />
  return (
    <>
      <h1 className="text-3xl">
        <Trans>Confirm your e-mail</Trans>
      </h1>
      <p className="mt-2 mb-6 text-lg text-ink-soft">
        <Trans>One press, and we know that the address is yours.</Trans>
      </p>
      <MailedLinkButton link={link}>
        <Trans>Confirm the address</Trans>
      </MailedLinkButton>
    </>
  )
}

function Confirmed() {
  const user = useUser()
  return (
    <Done
      title={<Trans>Your e-mail is confirmed</Trans>}
      action={
        user ? (
          <ButtonLink to="/dashboard">
            <Trans>Go to the dashboard</Trans>
          </ButtonLink>
        ) : (
          <ButtonLink to="/signin">
            <Trans>Sign in</Trans>
          </ButtonLink>
        )
      }
    >
      <p>
        <Trans>If you ever lose your password, a letter to it brings you back in.</Trans>
      </p>
    </Done>
  )
}

function Refused({ incomplete }: { incomplete: boolean }) {
  const user = useUser()
  if (user?.email_verified) return <Confirmed />
  return (
    <DeadLink
      incomplete={incomplete}
      action={
        user ? (
          <SendAnother />
        ) : (
          <ButtonLink to="/signin" search={{ redirect: '/profile/settings' }}>
            <Trans>Sign in</Trans>
          </ButtonLink>
        )
      }
    >
      {incomplete ? (
        <Trans>Part of the address is missing. Open the whole link from the email, or request a new one.</Trans>
      ) : (
        <Trans>It has been used, it is too old, or a part of it was lost.</Trans>
      )}{' '}
      {!user && <Trans>Sign in, and we will send another.</Trans>}
    </DeadLink>
  )
}

function SendAnother() {
  const mail = useVerificationMail()
  return (
    <>
      <Button busy={mail.busy} aria-disabled={mail.left > 0 || undefined} onClick={() => void mail.send()}>
        <ResendLabel left={mail.left}>
          <Trans>Send another letter</Trans>
        </ResendLabel>
      </Button>
      <ResendStatus {...mail} />
    </>
  )
}
