import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import * as v from 'valibot'
import { resetPasswordSchema } from '#app/contract/accounts.ts'
import { useApiForm } from '#app/shell/form/api-form.tsx'
import { resetPassword } from '#app/shell/session.functions.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { DeadLink } from './dead-link.tsx'
import { Done } from './done.tsx'

const schema = v.omit(resetPasswordSchema, ['token'])

/** `token` is what the letter's link carries. */
export function ResetPasswordPage({ token }: { token: string }) {
  const { t } = useLingui()
  const [done, setDone] = useState(false)
  const { form, frame, failure } = useApiForm({
    schema,
    initial: { password: '' },
    send: ({ password }) => resetPassword({ data: { token, password } }),
    onSuccess: () => setDone(true),
  })

  if (!token || failure?.code === 'invalid_reset_token' || failure?.fields?.token)
    return (
      <DeadLink
        incomplete={!token}
        action={
          <ButtonLink to="/password/forgot">
            <Trans>Get a new link</Trans>
          </ButtonLink>
        }
      >
        {token ? (
          <Trans>It has been used, it is too old, or a part of it was lost. Your password is unchanged.</Trans>
        ) : (
          <Trans>Part of the address is missing. Open the whole link from the email, or request a new one.</Trans>
        )}
      </DeadLink>
    )
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
          <Trans>You are signed out everywhere, and your API keys are revoked. Sign in with the new password.</Trans>
        </p>
      </Done>
    )
  }

  return (
    <>
      <h1 className="text-3xl">
        <Trans>Choose a new password</Trans>
      </h1>
      <p className="mt-2 text-ink-soft">
        <Trans>This signs you out everywhere and revokes your API keys.</Trans>
      </p>
      <form.AppForm>
        <form.Frame {...frame} className="mt-6 grid gap-5">
          <form.AppField name="password">{(field) => <field.NewPasswordField label={t`New password`} />}</form.AppField>
          <form.Submit size="lg" className="w-full">
            <Trans>Set the password</Trans>
          </form.Submit>
        </form.Frame>
      </form.AppForm>
    </>
  )
}
