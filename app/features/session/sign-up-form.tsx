import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@tanstack/react-form'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import * as v from 'valibot'
import { signUpSchema } from '#app/contract/accounts.ts'
import { signUp } from '#app/shell/data/session.functions.ts'
import { useApiForm } from '#app/shell/form/api-form.tsx'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import type { EntryFormProps } from './sign-in-form.tsx'
import type { SignUpCheckHandle } from './sign-up-check.tsx'
import { useEnter } from './use-enter.ts'

const schema = v.omit(signUpSchema, ['locale', 'referral_code', 'challenge'])

const SignUpCheck = lazyPart(async () => (await import('./sign-up-check.tsx')).SignUpCheck)

type SignUpFormProps = EntryFormProps & { /** The server requires a solved challenge. */ challenged: boolean }

export function SignUpForm({ target, typedEmail, onTypeEmail, challenged }: SignUpFormProps) {
  const { t } = useLingui()
  const check = useRef<SignUpCheckHandle>(null)
  const { form, frame } = useApiForm({
    schema,
    initial: { email: typedEmail, password: '', name: '', accept_terms: false },
    send({ name, ...data }) {
      const send = (challenge?: string) => signUp({ data: { ...data, name: name || undefined, challenge } })
      return check.current ? check.current.pass(send) : send()
    },
    onSuccess: useEnter(target),
    fieldOf: { email_taken: 'email' },
  })
  const email = useSelector(form.store, ({ values }) => values.email)
  const name = useSelector(form.store, ({ values }) => values.name ?? '')
  return (
    <form.AppForm>
      <form.Frame {...frame} className="mt-6 grid gap-5">
        <form.AppField name="email" listeners={{ onChange: ({ value }) => onTypeEmail(value) }}>
          {(field) => <field.TextField label={t`Email`} type="email" autoComplete="username" inputMode="email" />}
        </form.AppField>
        <form.AppField name="password">{(field) => <field.NewPasswordField label={t`Password`} personal={[email, name]} />}</form.AppField>
        <form.AppField name="name">
          {(field) => (
            <field.TextField
              label={
                <>
                  <Trans>Name</Trans>{' '}
                  <span className="font-normal text-ink-soft">
                    <Trans>(optional)</Trans>
                  </span>
                </>
              }
              autoComplete="name"
            />
          )}
        </form.AppField>
        <form.AppField name="accept_terms">
          {(field) => (
            <field.CheckboxField
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
          )}
        </form.AppField>
        {challenged && <SignUpCheck handle={check} />}
        <form.Submit size="lg" className="mt-1 w-full">
          <Trans>Create account</Trans>
        </form.Submit>
      </form.Frame>
    </form.AppForm>
  )
}
