import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ButtonLink } from '#app/ui/controls/button.tsx'

type SignInToConfirmProps = {
  title: ReactNode
  /** The parameters of the link, to which the sign-in returns. */
  search: { token: string } | { change: string }
}

/** Asks a signed-out person to sign in before their address is confirmed, because a stranger may have made the account with it. */
export function SignInToConfirm({ title, search }: SignInToConfirmProps) {
  const redirect = `/email/verify?${new URLSearchParams(search).toString()}`
  return (
    <>
      <h1 className="text-3xl">{title}</h1>
      <p className="mt-2 mb-6 text-lg text-ink-soft">
        <Trans>
          Sign in to your account first. If you didn’t create it, set a new password: it becomes yours, and everyone else is signed out.
        </Trans>
      </p>
      <ButtonLink to="/signin" search={{ redirect }} size="lg" className="w-full">
        <Trans>Sign in</Trans>
      </ButtonLink>
      <p className="mt-4">
        <Link to="/password/forgot" className="link inline-flex min-h-11 items-center text-ink-soft">
          <Trans>Set a new password</Trans>
        </Link>
      </p>
    </>
  )
}
