import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import * as v from 'valibot'
import { resetPasswordSchema } from '#app/contract/account/accounts.ts'
import { resetPassword } from '#app/shell/data/session.functions.ts'
import { Form, Submit, useApiForm } from '#app/shell/form/api-form.tsx'
import { NewPasswordField } from '#app/shell/form/new-password-field.tsx'
import { useFormState } from '#app/shell/form/use-field.ts'
import { ButtonLink } from '#app/ui/controls/button.tsx'
import { DeadLink } from './dead-link.tsx'
import { Done } from './form-success.tsx'

const schema = v.omit(resetPasswordSchema, ['token'])

/** `token` comes from the email's link. */
export function ResetPasswordPage({ token }: { token: string }) {
  const { t } = useLingui()
  const [done, setDone] = useState(false)
  const form = useApiForm({
    schema,
    initial: { password: '' },
    send: ({ password }) => resetPassword({ data: { token, password } }),
    onSuccess: () => setDone(true),
  })

  const failure = useFormState(form.store, (state) => state.failure)
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
          <Trans>The link was already used, has expired, or is incomplete. Your password hasn’t changed.</Trans>
        ) : (
          <Trans>Part of the address is missing. Open the full link from the email or request a new one.</Trans>
        )}
      </DeadLink>
    )
  if (done) {
    return (
      <Done
        title={<Trans>New password set</Trans>}
        action={
          <ButtonLink to="/signin">
            <Trans>Sign in</Trans>
          </ButtonLink>
        }
      >
        <p>
          <Trans>You were signed out everywhere, and your API keys were revoked. Sign in with your new password.</Trans>
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
        <Trans>You’ll be signed out everywhere, and your API keys will be revoked.</Trans>
      </p>
      <Form form={form} className="mt-6 grid gap-5">
        <NewPasswordField name="password" label={t`New password`} />
        <Submit size="lg" className="w-full">
          <Trans>Save password</Trans>
        </Submit>
      </Form>
    </>
  )
}
