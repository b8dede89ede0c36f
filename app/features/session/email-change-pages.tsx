import { Trans } from '@lingui/react/macro'
import { useUser } from '#app/shell/session.queries.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { DeadLink } from './dead-link.tsx'
import { Done } from './done.tsx'
import { confirmEmailChange, keepEmail } from './email-change.functions.ts'
import { MailedLinkButton } from './mailed-link-button.tsx'
import { useMailedLink } from './use-mailed-link.ts'

/** Where the letter to a new address leads. */
export function ConfirmEmailChangePage({ token }: { token: string }) {
  const link = useMailedLink(() => confirmEmailChange({ data: { token } }))
  const user = useUser()
  if (link.done)
    return (
      <Done title={<Trans>Your e-mail is changed</Trans>} action={<Onward />}>
        <p>
          <Trans>From now on you sign in with this address. All other devices were signed out.</Trans>
        </p>
      </Done>
    )
  if (link.dead)
    return (
      <DeadLink action={<Onward />}>
        <Trans>It has been used, it is too old, or the address was asked for anew.</Trans>{' '}
        {user ? (
          <Trans>Ask for the change again in the settings.</Trans>
        ) : (
          <Trans>Sign in and ask for the change again in the settings.</Trans>
        )}
      </DeadLink>
    )
  return (
    <>
      <h1 className="text-3xl">
        <Trans>Confirm your new e-mail</Trans>
      </h1>
      <p className="mt-2 mb-6 text-lg text-ink-soft">
        <Trans>One press, and your account has this address. All other devices will be signed out.</Trans>
      </p>
      <MailedLinkButton link={link}>
        <Trans>Confirm the new address</Trans>
      </MailedLinkButton>
    </>
  )
}

/** Where “It was not me” of the letter to the present address leads. */
export function KeepEmailPage({ token }: { token: string }) {
  const link = useMailedLink(() => keepEmail({ data: { token } }))
  if (link.done)
    return (
      <Done
        title={<Trans>Your e-mail stays as it is</Trans>}
        action={
          <ButtonLink to="/password/forgot">
            <Trans>Set a new password</Trans>
          </ButtonLink>
        }
      >
        <p>
          <Trans>
            Everybody is signed out. Whoever asked for the change knew your password or sat at your device: choose a new one now.
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
        <Trans>It is too old, or the change was confirmed or taken back. If you did not ask for it, choose a new password.</Trans>
      </DeadLink>
    )
  return (
    <>
      <h1 className="text-3xl">
        <Trans>Keep your e-mail?</Trans>
      </h1>
      <p className="mt-2 mb-6 text-lg text-ink-soft">
        <Trans>The address stays as it is, and everybody who is signed in to your account is signed out.</Trans>
      </p>
      <MailedLinkButton link={link}>
        <Trans>Keep the address and sign everybody out</Trans>
      </MailedLinkButton>
    </>
  )
}

function Onward() {
  return useUser() ? (
    <ButtonLink to="/profile/settings">
      <Trans>Go to the settings</Trans>
    </ButtonLink>
  ) : (
    <ButtonLink to="/signin" search={{ redirect: '/profile/settings' }}>
      <Trans>Sign in</Trans>
    </ButtonLink>
  )
}
