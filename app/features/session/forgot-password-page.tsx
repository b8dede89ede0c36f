import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { forgotPasswordSchema } from '#app/contract/accounts.ts'
import { forgotPassword } from '#app/shell/session.functions.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { config } from '#config'
import { Done } from './done.tsx'
import { FormProblem } from './form-problem.tsx'
import { useForm } from './use-form.ts'

export function ForgotPasswordPage() {
  const { t } = useLingui()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { form, submit, fields, problem } = useForm({
    schema: forgotPasswordSchema,
    read: (data) => ({ email: data.get('email') }),
    send: async (data) => {
      const result = await forgotPassword({ data })
      return result.ok ? { ok: true as const, data: data.email } : result
    },
    onSuccess: setSentTo,
  })

  if (sentTo) {
    const hours = config.auth.passwordReset.maxAge / 3600
    return (
      <Done
        title={<Trans>Look into your mail</Trans>}
        action={
          <ButtonLink to="/signin" variant="secondary">
            <Trans>Back to sign-in</Trans>
          </ButtonLink>
        }
      >
        <p>
          <Trans>
            If there is an account for <strong className="font-medium break-all text-ink">{sentTo}</strong>, a letter with a link is on its
            way.
          </Trans>{' '}
          <Plural value={hours} one="The link works for # hour, once." other="The link works for # hours, once." />
        </p>
      </Done>
    )
  }

  return (
    <>
      <h1 className="text-3xl">
        <Trans>A new password</Trans>
      </h1>
      <p className="mt-2 text-ink-soft">
        <Trans>Give the address of your account. We will send a link to choose a new password.</Trans>
      </p>
      <form {...form} className="mt-6 grid gap-5">
        <FormProblem>{problem}</FormProblem>
        <TextField label={t`E-mail`} name="email" type="email" autoComplete="username" inputMode="email" error={fields.email} />
        <Button {...submit} size="lg" className="w-full">
          <Trans>Send the link</Trans>
        </Button>
      </form>
      <p className="mt-6">
        <Link to="/signin" className="link inline-flex min-h-11 items-center text-ink-soft">
          <Trans>Back to sign-in</Trans>
        </Link>
      </p>
    </>
  )
}
