import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { forgotPasswordSchema } from '#app/contract/account/accounts.ts'
import { ResendLabel, ResendStatus, useResend } from '#app/shell/account/resend.tsx'
import { forgotPassword } from '#app/shell/data/session.functions.ts'
import { Form, Submit, useApiForm } from '#app/shell/form/api-form.tsx'
import { TextField } from '#app/shell/form/fields.tsx'
import { Button, ButtonLink } from '#app/ui/controls/button.tsx'
import * as config from '#config'
import { Done } from './form-success.tsx'

export function ForgotPasswordPage() {
  const { t } = useLingui()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useApiForm({
    schema: forgotPasswordSchema,
    initial: { email: '' },
    async send(data) {
      const result = await forgotPassword({ data })
      return result.ok ? { ok: true as const, data: data.email.trim() } : result
    },
    onSuccess: setSentTo,
  })

  if (sentTo) return <LetterSent email={sentTo} />
  return (
    <>
      <h1 className="text-3xl">
        <Trans>Reset your password</Trans>
      </h1>
      <p className="mt-2 text-ink-soft">
        <Trans>Enter your account email, and we’ll send you a link to set a new password.</Trans>
      </p>
      <Form form={form} className="mt-6 grid gap-5">
        <TextField name="email" label={t`Email`} type="email" autoComplete="username" inputMode="email" />
        <Submit size="lg" className="w-full">
          <Trans>Send link</Trans>
        </Submit>
      </Form>
      <p className="mt-6">
        <Link to="/signin" className="link inline-flex min-h-11 items-center text-ink-soft">
          <Trans>Back to sign-in</Trans>
        </Link>
      </p>
    </>
  )
}

/** Shown whether or not the account exists. */
function LetterSent({ email }: { email: string }) {
  const resend = useResend({ send: () => forgotPassword({ data: { email } }), justSent: true })
  const hours = config.auth.passwordReset.maxAge / 3600
  return (
    <Done
      title={<Trans>Check your email</Trans>}
      action={
        <>
          <Button variant="secondary" busy={resend.busy} aria-disabled={resend.left > 0 || undefined} onClick={() => void resend.send()}>
            <ResendLabel left={resend.left}>
              <Trans>Resend</Trans>
            </ResendLabel>
          </Button>
          <ButtonLink to="/signin" variant="ghost">
            <Trans>Back to sign-in</Trans>
          </ButtonLink>
        </>
      }
    >
      <p>
        <Trans>
          If there’s an account for <strong className="font-medium wrap-anywhere text-ink">{email}</strong>, we’ve emailed it a link.
        </Trans>{' '}
        <Plural value={hours} one="The link works once, for # hour." other="The link works once, for # hours." />
      </p>
      <p className="mt-2 text-base">
        <Trans>Didn’t get it? Check your spam folder.</Trans>
      </p>
      <p className="mt-2 text-base empty:hidden">
        <ResendStatus {...resend} />
      </p>
    </Done>
  )
}
