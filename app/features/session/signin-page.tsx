import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { SignInProblem } from '#app/contract/accounts.ts'
import { signInMethodsQuery } from '#app/shell/account.queries.ts'
import { useFormat } from '#app/shell/format.ts'
import type { ToldEnding } from '#app/shell/session-endings.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { config } from '#config'
import { ArrivalNotice } from './arrival-notice.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'
import { SocialSignIn } from './social-sign-in.tsx'

type SignInPageProps = {
  mode: 'sign-in' | 'sign-up'
  /** Where to go afterwards: a path of the app. */
  redirect: string | undefined
  problem: SignInProblem | undefined
  ended: ToldEnding | undefined
  /** The first step was done at another service, and the account has a second one. */
  challenge: string | undefined
}

export function SignInPage({ mode, redirect, problem, ended, challenge }: SignInPageProps) {
  const { data: methods } = useSuspenseQuery(signInMethodsQuery)
  const [typedEmail, setTypedEmail] = useState('')
  const entry = { target: redirect ?? config.auth.pages.afterSignIn, typedEmail, onTypeEmail: setTypedEmail }
  const isSignUp = mode === 'sign-up'
  if (isSignUp && !methods.sign_up) return <SignUpClosed redirect={redirect} />
  return (
    <>
      <h1 className="text-3xl">{isSignUp ? <Trans>Create an account</Trans> : <Trans>Sign in</Trans>}</h1>
      <ArrivalNotice problem={problem} ended={ended} />
      {isSignUp && <Welcome />}
      <KeptPrompt target={entry.target} />
      {isSignUp ? <SignUpForm {...entry} challenged={methods.challenge} /> : <SignInForm {...entry} challenge={challenge} />}
      <SocialSignIn providers={methods.oauth} opensAccounts={methods.sign_up} target={redirect ?? null} />
      {methods.sign_up && (
        <p className="mt-6 text-ink-soft">
          {isSignUp ? <Trans>Already have an account?</Trans> : <Trans>New here?</Trans>}{' '}
          <Link
            to="/signin"
            search={{ mode: isSignUp ? 'sign-in' : 'sign-up', redirect }}
            replace
            className="link inline-flex min-h-11 items-center font-medium text-ink"
          >
            {isSignUp ? <Trans>Sign in</Trans> : <Trans>Create an account</Trans>}
          </Link>
        </p>
      )}
    </>
  )
}

function SignUpClosed({ redirect }: { redirect: string | undefined }) {
  return (
    <>
      <h1 className="text-3xl">
        <Trans>New accounts are not open here</Trans>
      </h1>
      <p className="mt-2 text-lg text-ink-soft">
        <Trans>Whoever runs this server lets nobody new in at the moment. If you have an account, sign in to it.</Trans>
      </p>
      <ButtonLink to="/signin" search={{ redirect }} replace className="mt-6 self-start">
        <Trans>Sign in</Trans>
      </ButtonLink>
    </>
  )
}

function Welcome() {
  const { tokens } = useFormat()
  const gift = tokens(config.tokens.welcomeGrant)
  return (
    <p className="mt-2 text-ink-soft">
      <Trans>{gift} to begin with. No card needed.</Trans> <Trans>Once per mailbox, not for temporary email addresses.</Trans>
    </p>
  )
}

/** What was typed on the home page and goes along. */
function KeptPrompt({ target }: { target: string }) {
  const prompt = new URL(target, 'http://here.invalid').searchParams.get('prompt')
  if (!prompt) return null
  return (
    <div className="mt-5 border-l-2 border-line pl-3.5">
      <p className="text-sm text-ink-soft">
        <Trans>We have kept your words:</Trans>
      </p>
      <p className="line-clamp-3">{prompt}</p>
    </div>
  )
}
