import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useHydrated } from '@tanstack/react-router'
import { useState } from 'react'
import type { SignInProblem } from '#app/contract/account/sign-in-problems.ts'
import type { ExplainedEnding } from '#app/shell/calls/session-endings.ts'
import { signInMethodsQuery } from '#app/shell/data/account.queries.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { ButtonLink } from '#app/ui/controls/button.tsx'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'
import * as config from '#config'
import { SignInForm } from './sign-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'
import { SocialSignIn } from './social-part.tsx'

/** Lazy-loaded, because most visitors have not been redirected. */
const ArrivalNotice = lazyPart(async () => (await import('./arrival-notice.tsx')).ArrivalNotice)

type SignInPageProps = {
  mode: 'sign-in' | 'sign-up'
  /** Destination after signing in: a path of the app. */
  redirect: string | undefined
  problem: SignInProblem | undefined
  ended: ExplainedEnding | undefined
  /** Challenge of the second step, after a first one at another service. */
  challenge: string | undefined
}

export function SignInPage({ mode, redirect, problem, ended, challenge }: SignInPageProps) {
  const { data: methods } = useSuspenseQuery(signInMethodsQuery)
  const [typedEmail, setTypedEmail] = useState('')
  const entry = { target: redirect ?? config.auth.pages.afterSignIn, typedEmail, onTypeEmail: setTypedEmail }
  const isSignUp = mode === 'sign-up'
  const hasNoCookies = useHydrated() && navigator.cookieEnabled === false
  if (isSignUp && !methods.sign_up) return <SignUpClosed redirect={redirect} />
  return (
    <>
      <h1 className="text-3xl">{isSignUp ? <Trans>Create account</Trans> : <Trans>Sign in</Trans>}</h1>
      {(problem || ended || hasNoCookies) && <ArrivalNotice problem={problem} ended={ended} hasNoCookies={hasNoCookies} />}
      {isSignUp && methods.welcome_tokens > 0 && <Welcome welcome={methods.welcome_tokens} />}
      {isSignUp && <SignUpLimits invitedOnly={methods.invited_only} domains={methods.email_domains} />}
      <KeptPrompt target={entry.target} />
      {!isSignUp && <SignInForm {...entry} challenge={challenge} />}
      {isSignUp && methods.password_sign_up && (
        <SignUpForm {...entry} challenged={methods.challenge} consenting={methods.personal_data_consent} />
      )}
      <SocialSignIn
        providers={isSignUp && !methods.password_sign_up ? [] : methods.oauth}
        issuers={methods.oidc}
        divided={!isSignUp || methods.password_sign_up}
        opensAccounts={methods.sign_up}
        target={redirect ?? null}
      />
      {methods.sign_up && (
        <p className="mt-6 text-ink-soft">
          {isSignUp ? <Trans>Already have an account?</Trans> : <Trans>New here?</Trans>}{' '}
          <Link
            to="/signin"
            search={{ mode: isSignUp ? 'sign-in' : 'sign-up', redirect }}
            replace
            className="link inline-flex min-h-11 items-center font-medium text-ink"
          >
            {isSignUp ? <Trans>Sign in</Trans> : <Trans>Create account</Trans>}
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
        <Trans>Sign-up is closed</Trans>
      </h1>
      <p className="mt-2 text-lg text-ink-soft">
        <Trans>This server isn’t accepting new accounts right now. If you already have one, sign in.</Trans>
      </p>
      <ButtonLink to="/signin" search={{ redirect }} replace className="mt-6 self-start">
        <Trans>Sign in</Trans>
      </ButtonLink>
    </>
  )
}

/** Says who may sign up, before the form is filled in. */
function SignUpLimits({ invitedOnly, domains }: { invitedOnly: boolean; domains: readonly string[] }) {
  const listed = domains.slice(0, 5).join(', ')
  if (!invitedOnly && domains.length === 0) return null
  return (
    <div role="note" className="mt-5 grid gap-1 rounded-control bg-wash px-3.5 py-2.5">
      {invitedOnly && (
        <p>
          <Trans>Sign-up is by invitation. Open the invitation link of someone with an account, then fill in this form.</Trans>
        </p>
      )}
      {domains.length > 5 ? (
        <p>
          <Trans>Only email addresses of some domains are accepted, among them {listed}.</Trans>
        </p>
      ) : (
        domains.length > 0 && (
          <p>
            <Trans>Only email addresses of these domains are accepted: {listed}.</Trans>
          </p>
        )
      )}
    </div>
  )
}

function Welcome({ welcome }: { welcome: number }) {
  const { tokens } = useFormat()
  const gift = tokens(welcome)
  return (
    <p className="mt-2 text-ink-soft">
      <Trans>{gift} to start. No card needed.</Trans> <Trans>Once per mailbox. Temporary email addresses don’t qualify.</Trans>
    </p>
  )
}

/** Shows that the prompt typed on the home page is saved. */
function KeptPrompt({ target }: { target: string }) {
  const prompt = new URL(target, 'http://here.invalid').searchParams.get('prompt')
  if (!prompt) return null
  return (
    <div className="mt-5 border-l-2 border-line pl-3.5">
      <p className="text-sm text-ink-soft">
        <Trans>Your prompt is saved:</Trans>
      </p>
      <p className="line-clamp-3">{prompt}</p>
    </div>
  )
}
