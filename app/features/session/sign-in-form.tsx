import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { signInSchema } from '#app/contract/accounts.ts'
import { useApiForm } from '#app/shell/form/api-form.tsx'
import { signIn } from '#app/shell/session.functions.ts'
import { useEnter } from './use-enter.ts'

export type EntryFormProps = {
  /** Where to go afterwards: a path of this app. */
  target: string
  /** Outlives the form, so that changing to the other one does not lose it. */
  typedEmail: string
  onTypeEmail: (email: string) => void
}

export function SignInForm({ target, typedEmail, onTypeEmail }: EntryFormProps) {
  const { t } = useLingui()
  const { form, frame } = useApiForm({
    schema: signInSchema,
    initial: { email: typedEmail, password: '' },
    send: (data) => signIn({ data }),
    onSuccess: useEnter(target),
  })
  return (
    <form.AppForm>
      <form.Frame {...frame} className="mt-6 grid gap-5">
        <form.AppField name="email" listeners={{ onChange: ({ value }) => onTypeEmail(value) }}>
          {(field) => <field.TextField label={t`E-mail`} type="email" autoComplete="username" inputMode="email" />}
        </form.AppField>
        <form.AppField name="password">
          {(field) => (
            <field.PasswordField
              label={t`Password`}
              autoComplete="current-password"
              aside={
                <Link to="/password/forgot" className="link -my-3 inline-flex min-h-11 items-center text-sm text-ink-soft">
                  <Trans>Forgot it?</Trans>
                </Link>
              }
            />
          )}
        </form.AppField>
        <form.Submit size="lg" className="mt-1 w-full">
          <Trans>Sign in</Trans>
        </form.Submit>
      </form.Frame>
    </form.AppForm>
  )
}
