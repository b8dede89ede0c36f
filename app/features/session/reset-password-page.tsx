import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { resetPasswordSchema } from '#app/contract/accounts.ts'
import { resetPassword } from '#app/shell/session.functions.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Done } from './done.tsx'
import { FormProblem } from './form-problem.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { useForm } from './use-form.ts'

/** `token` is what the letter's link carries. */
export function ResetPasswordPage({ token }: { token: string }) {
  const { t } = useLingui()
  const [done, setDone] = useState(false)
  const { form, submit, fields, failure, problem } = useForm({
    schema: resetPasswordSchema,
    read: (data) => ({ token, password: data.get('password') }),
    send: (data) => resetPassword({ data }),
    onSuccess: () => setDone(true),
  })

  if (!token || failure?.code === 'invalid_reset_token') {
    return (
      <>
        <h1 className="text-3xl">
          <Trans>This link does not work</Trans>
        </h1>
        <p role="alert" className="mt-2 text-lg text-ink-soft">
          <Trans>It has been used, it is too old, or a part of it was lost. Your password is unchanged.</Trans>
        </p>
        <ButtonLink to="/password/forgot" className="mt-6 self-start">
          <Trans>Get a new link</Trans>
        </ButtonLink>
      </>
    )
  }

  if (done) {
    return (
      <Done
        title={<Trans>The new password is set</Trans>}
        action={
          <ButtonLink to="/signin">
            <Trans>Sign in</Trans>
          </ButtonLink>
        }
      >
        <p>
          <Trans>You are signed out everywhere. Sign in with the new one.</Trans>
        </p>
      </Done>
    )
  }

  return (
    <>
      <h1 className="text-3xl">
        <Trans>Choose a new password</Trans>
      </h1>
      <form {...form} className="mt-6 grid gap-5">
        <FormProblem>{problem}</FormProblem>
        <NewPasswordField label={t`New password`} error={fields.password} />
        <Button {...submit} size="lg" className="w-full">
          <Trans>Set the password</Trans>
        </Button>
      </form>
    </>
  )
}
