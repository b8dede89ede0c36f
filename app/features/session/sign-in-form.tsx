import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { hasUsedPasskey } from '#app/shell/account/passkey-memory.ts'
import { firstTouch } from '#app/shell/boot/first-touch.ts'
import { type Session, signIn } from '#app/shell/data/session.functions.ts'
import { Form, Submit, useApiForm } from '#app/shell/form/api-form.tsx'
import { PasswordField, TextField } from '#app/shell/form/fields.tsx'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'
import { useEnter } from './use-enter.ts'

/** Loads with the first touch, or at once in a browser whose passkey the autofill offers. */
const PasskeySignIn = lazyPart(async () => (await import('./passkey-sign-in.tsx')).PasskeySignIn, <div className="mt-3 h-15" />, {
  after: firstTouch,
  urgent: hasUsedPasskey,
})
/** Lazy-loaded: few accounts have two-factor. */
const SecondStep = lazyPart(async () => (await import('./second-step.tsx')).SecondStep, <div className="h-64" />)

export type EntryFormProps = {
  /** Destination after signing in: a path of this app. */
  target: string
  /** The typed email, which outlives the form, so that switching to the other form keeps it. */
  typedEmail: string
  onTypeEmail: (email: string) => void
}

type SignInFormProps = EntryFormProps & {
  /** Challenge of the second step, after a first one at another service. */
  challenge: string | undefined
}

export function SignInForm({ challenge, ...entry }: SignInFormProps) {
  const [waiting, setWaiting] = useState(challenge)
  const enter = useEnter(entry.target)
  if (waiting !== undefined) return <SecondStep challenge={waiting} onEnter={enter} onBack={() => setWaiting(undefined)} />
  return (
    <>
      <FirstStep {...entry} onEnter={enter} onChallenge={setWaiting} />
      <PasskeySignIn onEnter={enter} />
    </>
  )
}

type FirstStepProps = Omit<EntryFormProps, 'target'> & {
  onEnter: (session: Session) => Promise<void>
  onChallenge: (challenge: string) => void
}

function FirstStep({ typedEmail, onTypeEmail, onEnter, onChallenge }: FirstStepProps) {
  const { t } = useLingui()
  const form = useApiForm({
    schema: async () => (await import('./entry-schemas.ts')).credentialsSchema,
    initial: { email: typedEmail, password: '' },
    send: (data) => signIn({ data }),
    onSuccess: (entered) => ('challenge' in entered ? onChallenge(entered.challenge) : onEnter(entered)),
  })
  return (
    <Form form={form} className="mt-6 grid gap-5">
      <TextField name="email" onType={onTypeEmail} label={t`Email`} type="email" autoComplete="username webauthn" inputMode="email" />
      <PasswordField
        name="password"
        label={t`Password`}
        autoComplete="current-password"
        aside={
          <Link to="/password/forgot" className="link -my-3 inline-flex min-h-11 items-center text-sm text-ink-soft">
            <Trans>Forgot password?</Trans>
          </Link>
        }
      />
      <Submit size="lg" className="mt-1 w-full">
        <Trans>Sign in</Trans>
      </Submit>
    </Form>
  )
}
