import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import * as v from 'valibot'
import { signInSchema, signUpSchema } from '#app/contract/accounts.ts'
import { useFormat } from '#app/shell/format.ts'
import { safeRedirect } from '#app/shell/safe-redirect.ts'
import { type Session, signIn, signUp } from '#app/shell/session.functions.ts'
import { sessionQuery } from '#app/shell/session.queries.ts'
import { Button } from '#app/ui/button.tsx'
import { Checkbox, PasswordField, TextField } from '#app/ui/field.tsx'
import { config } from '#config'
import { FormProblem } from './form-problem.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { useForm } from './use-form.ts'

type SignInPageProps = {
  mode: 'sign-in' | 'sign-up'
  /** Where to go afterwards, as it stood in the URL: not to be trusted. */
  redirect: string | undefined
}

const signUpFormSchema = v.omit(signUpSchema, ['locale', 'referral_code'])

export function SignInPage({ mode, redirect }: SignInPageProps) {
  const isSignUp = mode === 'sign-up' && config.auth.signUpEnabled
  const target = safeRedirect(redirect) ?? config.auth.pages.afterSignIn
  const [typedEmail, setTypedEmail] = useState('')
  const form = { target, typedEmail, onTypeEmail: setTypedEmail }
  return (
    <>
      <h1 className="text-3xl">{isSignUp ? <Trans>Create an account</Trans> : <Trans>Sign in</Trans>}</h1>
      {isSignUp && <Welcome />}
      <KeptPrompt target={target} />
      {isSignUp ? <SignUpForm {...form} /> : <SignInForm {...form} />}
      {config.auth.signUpEnabled && (
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

function Welcome() {
  const { tokens } = useFormat()
  const gift = tokens(config.tokens.welcomeGrant)
  return (
    <p className="mt-2 text-ink-soft">
      <Trans>{gift} to begin with. No card needed.</Trans>
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

/** The session is known at once, and the page that was wanted is opened. */
function useEnter(target: string) {
  const router = useRouter()
  const queryClient = useQueryClient()
  return (session: Session) => {
    queryClient.clear()
    queryClient.setQueryData(sessionQuery.queryKey, session)
    router.history.push(target)
  }
}

type FormProps = {
  target: string
  /** Outlives the form, so that changing to the other one does not lose it. */
  typedEmail: string
  onTypeEmail: (email: string) => void
}

function EmailField({ typedEmail, onTypeEmail, error }: Omit<FormProps, 'target'> & { error: string | undefined }) {
  const { t } = useLingui()
  return (
    <TextField
      label={t`E-mail`}
      name="email"
      type="email"
      autoComplete="username"
      inputMode="email"
      defaultValue={typedEmail}
      onInput={(event) => onTypeEmail(event.currentTarget.value)}
      error={error}
    />
  )
}

function SignInForm({ target, ...email }: FormProps) {
  const { t } = useLingui()
  const { form, submit, fields, problem } = useForm({
    schema: signInSchema,
    read: (data) => ({ email: data.get('email'), password: data.get('password') }),
    send: (data) => signIn({ data }),
    onSuccess: useEnter(target),
  })
  return (
    <form {...form} className="mt-6 grid gap-5">
      <FormProblem>{problem}</FormProblem>
      <EmailField {...email} error={fields.email} />
      <PasswordField
        label={t`Password`}
        name="password"
        autoComplete="current-password"
        error={fields.password}
        aside={
          <Link to="/password/forgot" className="link -my-3 inline-flex min-h-11 items-center text-sm text-ink-soft">
            <Trans>Forgot it?</Trans>
          </Link>
        }
      />
      <Button {...submit} size="lg" className="mt-1 w-full">
        <Trans>Sign in</Trans>
      </Button>
    </form>
  )
}

function SignUpForm({ target, ...email }: FormProps) {
  const { t } = useLingui()
  const { form, submit, fields, problem } = useForm({
    schema: signUpFormSchema,
    read: (data) => ({
      email: data.get('email'),
      password: data.get('password'),
      name: data.get('name') || undefined,
      accept_terms: data.has('accept_terms'),
    }),
    send: (data) => signUp({ data }),
    onSuccess: useEnter(target),
    fieldOf: ({ code }) => (code === 'email_taken' ? 'email' : undefined),
  })
  return (
    <form {...form} className="mt-6 grid gap-5">
      <FormProblem>{problem}</FormProblem>
      <EmailField {...email} error={fields.email} />
      <NewPasswordField label={t`Password`} error={fields.password} />
      <TextField
        label={
          <>
            <Trans>Name</Trans>{' '}
            <span className="font-normal text-ink-soft">
              <Trans>(optional)</Trans>
            </span>
          </>
        }
        name="name"
        autoComplete="name"
        error={fields.name}
      />
      <Checkbox
        name="accept_terms"
        error={fields.accept_terms}
        className="-my-2"
        label={
          <Trans>
            I agree to the{' '}
            <Link to="/legal/$document" params={{ document: 'terms' }} target="_blank" className="link">
              terms
            </Link>{' '}
            and have read the{' '}
            <Link to="/legal/$document" params={{ document: 'privacy' }} target="_blank" className="link">
              privacy policy
            </Link>
            .
          </Trans>
        }
      />
      <Button {...submit} size="lg" className="mt-1 w-full">
        <Trans>Create the account</Trans>
      </Button>
    </form>
  )
}
