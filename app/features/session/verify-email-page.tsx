import { Trans } from '@lingui/react/macro'
import { ResendLabel, ResendStatus } from '#app/shell/account/resend.tsx'
import { useVerificationMail } from '#app/shell/account/use-verification-mail.ts'
import { verifyEmail } from '#app/shell/data/account.functions.ts'
import { useUser } from '#app/shell/data/session.queries.ts'
import { Button, ButtonLink } from '#app/ui/controls/button.tsx'
import { DeadLink } from './dead-link.tsx'
import { Done } from './form-success.tsx'
import { MailedLinkButton } from './mailed-link-button.tsx'
import { SignInToConfirm } from './sign-in-to-confirm.tsx'
import { useMailedLink } from './use-mailed-link.ts'

/** The page behind the link of the verification email. */
export function VerifyEmailPage({ token }: { token: string }) {
  const user = useUser()
  const link = useMailedLink(() => verifyEmail({ data: { token } }), { fine: 'email_already_verified' })
  if (link.done) return <Confirmed />
  if (!token || link.dead) return <Refused incomplete={!token} />
  if (!user) return <SignInToConfirm title={<Trans>Confirm your email</Trans>} search={{ token }} />
  return (
    <>
      <h1 className="text-3xl">
        <Trans>Confirm your email</Trans>
      </h1>
      <p className="mt-2 mb-6 text-lg text-ink-soft">
        <Trans>Confirm that this address is yours.</Trans>
      </p>
      <MailedLinkButton link={link}>
        <Trans>Confirm address</Trans>
      </MailedLinkButton>
    </>
  )
}

function Confirmed() {
  return (
    <Done
      title={<Trans>Your email is confirmed</Trans>}
      action={
        <ButtonLink to="/dashboard">
          <Trans>Go to dashboard</Trans>
        </ButtonLink>
      }
    >
      <p>
        <Trans>If you forget your password, we’ll send a reset link to this address.</Trans>
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
        <Trans>Part of the address is missing. Open the full link from the email or request a new one.</Trans>
      ) : (
        <Trans>The link was already used, has expired, or is incomplete.</Trans>
      )}{' '}
      {!user && <Trans>Sign in, and we’ll send a new one.</Trans>}
    </DeadLink>
  )
}

function SendAnother() {
  const mail = useVerificationMail()
  return (
    <>
      <Button busy={mail.busy} aria-disabled={mail.left > 0 || undefined} onClick={() => void mail.send()}>
        <ResendLabel left={mail.left}>
          <Trans>Send a new email</Trans>
        </ResendLabel>
      </Button>
      <ResendStatus {...mail} />
    </>
  )
}
