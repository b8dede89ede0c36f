import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { changePasswordSchema, type User } from '#app/contract/accounts.ts'
import { changePassword } from '#app/shell/session.functions.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { PasswordField } from '#app/ui/field.tsx'
import { Done } from './done.tsx'
import { FormProblem } from './form-problem.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { useForm } from './use-form.ts'

export function ChangePasswordPage({ user }: { user: User }) {
  const { t } = useLingui()
  const [done, setDone] = useState(false)
  const { form, submit, fields, problem } = useForm({
    schema: changePasswordSchema,
    read: (data) => ({ current_password: data.get('current_password'), password: data.get('password') }),
    send: (data) => changePassword({ data }),
    onSuccess: () => setDone(true),
  })

  if (done) {
    return (
      <Done
        title={<Trans>The password is changed</Trans>}
        action={
          <ButtonLink to="/profile/settings">
            <Trans>Back to settings</Trans>
          </ButtonLink>
        }
      >
        <p>
          <Trans>Other devices are signed out. Here you stay signed in.</Trans>
        </p>
      </Done>
    )
  }

  return (
    <>
      <h1 className="text-3xl">
        <Trans>Change the password</Trans>
      </h1>
      <form {...form} className="mt-6 grid gap-5">
        <FormProblem>{problem}</FormProblem>
        {/* Tells a password manager whose password this is. */}
        <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
        <PasswordField
          label={t`Current password`}
          name="current_password"
          autoComplete="current-password"
          error={fields.current_password}
        />
        <NewPasswordField label={t`New password`} error={fields.password} />
        <Button {...submit} size="lg" className="w-full">
          <Trans>Change the password</Trans>
        </Button>
      </form>
      <p className="mt-6">
        <Link to="/profile/settings" className="link inline-flex min-h-11 items-center text-ink-soft">
          <Trans>Back to settings</Trans>
        </Link>
      </p>
    </>
  )
}
