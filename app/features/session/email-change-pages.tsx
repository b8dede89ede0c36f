import { Trans } from '@lingui/react/macro'
import { useUser } from '#app/shell/data/session.queries.ts'
import { ButtonLink } from '#app/ui/controls/button.tsx'
import { DeadLink } from './dead-link.tsx'
import { Done } from './form-success.tsx'
import { confirmEmailChange, keepEmail } from './email-change.functions.ts'
import { MailedLinkButton } from './mailed-link-button.tsx'
import { SignInToConfirm } from './sign-in-to-confirm.tsx'
import { useMailedLink } from './use-mailed-link.ts'

/** The page behind the link mailed to a new address. */
export function ConfirmEmailChangePage({ token }: { token: string }) {
  const link = useMailedLink(() => confirmEmailChange({ data: { token } }))
  const user = useUser()
  if (link.done)
    return (
      <Done title={<Trans>Your email was changed</Trans>} action={<Onward />}>
        <p>
          <Trans>Use this address to sign in from now on. Your other devices were signed out.</Trans>
        </p>
      </Done>
    )
  if (link.dead)
    return (
      <DeadLink action={<Onward />}>
        <Trans>The link was already used, has expired, or you requested another change.</Trans>{' '}
        {user ? <Trans>Request the change again in settings.</Trans> : <Trans>Sign in and request the change again in settings.</Trans>}
      </DeadLink>
    )
  if (!user) return <SignInToConfirm title={<Trans>Confirm your new email</Trans>} search={{ change: token }} />
  return (
    <>
      <h1 className="text-3xl">
        <Trans>Confirm your new email</Trans>
      </h1>
      <p className="mt-2 mb-6 text-lg text-ink-soft">
        <Trans>Confirm to use this address for your account. All your other devices will be signed out.</Trans>
      </p>
      <MailedLinkButton link={link}>
        <Trans>Confirm new address</Trans>
      </MailedLinkButton>
    </>
  )
}

/** The page behind “It was not me” in the email to the current address. */
export function KeepEmailPage({ token }: { token: string }) {
  const link = useMailedLink(() => keepEmail({ data: { token } }))
  if (link.done)
    return (
      <Done
        title={<Trans>Your email stays the same</Trans>}
        action={
          <ButtonLink to="/password/forgot">
            <Trans>Set a new password</Trans>
          </ButtonLink>
        }
      >
        <p>
          <Trans>
            You were signed out everywhere. Someone who knew your password or used your device requested the change: set a new password now.
          </Trans>
        </p>
      </Done>
    )
  if (link.dead)
    return (
      <DeadLink
        action={
          <ButtonLink to="/password/forgot">
            <Trans>Set a new password</Trans>
          </ButtonLink>
        }
      >
        <Trans>The link has expired, or the change was already confirmed or canceled. If you didn’t request it, set a new password.</Trans>
      </DeadLink>
    )
  return (
    <>
      <h1 className="text-3xl">
        <Trans>Keep your current email?</Trans>
      </h1>
      <p className="mt-2 mb-6 text-lg text-ink-soft">
        <Trans>Your address stays the same, and you’ll be signed out on all devices.</Trans>
      </p>
      <MailedLinkButton link={link}>
        <Trans>Keep address and sign out everywhere</Trans>
      </MailedLinkButton>
    </>
  )
}

function Onward() {
  return useUser() ? (
    <ButtonLink to="/profile/settings">
      <Trans>Go to settings</Trans>
    </ButtonLink>
  ) : (
    <ButtonLink to="/signin" search={{ redirect: '/profile/settings' }}>
      <Trans>Sign in</Trans>
    </ButtonLink>
  )
}
