import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import * as v from 'valibot'
import { changePasswordSchema, type User } from '#app/contract/account/accounts.ts'
import { changePassword } from '#app/shell/data/session.functions.ts'
import { sessionQuery } from '#app/shell/data/session.queries.ts'
import { Form, Submit, useApiForm } from '#app/shell/form/api-form.tsx'
import { CheckboxField, PasswordField } from '#app/shell/form/fields.tsx'
import { NewPasswordField } from '#app/shell/form/new-password-field.tsx'
import { ButtonLink } from '#app/ui/controls/button.tsx'
import { Done } from './form-success.tsx'

const changeSchema = v.required(changePasswordSchema, ['current_password'], 'required')
const firstSchema = v.omit(changePasswordSchema, ['current_password', 'revoke_api_keys'])

/** The form of a new password. People who signed up through another service have no password and are not asked for one. */
export function ChangePasswordPage({ user }: { user: User }) {
  // The state on arrival, because setting the first password must not change this page under the form.
  const [hasPassword] = useState(user.has_password)
  const [done, setDone] = useState(false)
  const onDone = () => setDone(true)
  if (done) return <Changed hasPassword={hasPassword} />
  return (
    <>
      <h1 className="text-3xl">{hasPassword ? <Trans>Change password</Trans> : <Trans>Set a password</Trans>}</h1>
      {!hasPassword && (
        <p className="mt-2 text-ink-soft">
          <Trans>You currently sign in through another service. With a password, you can sign in with your email too.</Trans>
        </p>
      )}
      {hasPassword ? <ChangeForm email={user.email} onDone={onDone} /> : <FirstForm email={user.email} onDone={onDone} />}
      <p className="mt-6">
        <Link to="/profile/settings" className="link inline-flex min-h-11 items-center text-ink-soft">
          <Trans>Back to settings</Trans>
        </Link>
      </p>
    </>
  )
}

type PasswordFormProps = { email: string; onDone: () => void }

function ChangeForm({ email, onDone }: PasswordFormProps) {
  const { t } = useLingui()
  const form = useApiForm({
    schema: changeSchema,
    initial: { current_password: '', password: '', revoke_api_keys: true },
    send: (data) => changePassword({ data }),
    onSuccess: onDone,
  })
  return (
    <Form form={form} className="mt-6 grid gap-5">
      <Whose email={email} />
      <PasswordField name="current_password" label={t`Current password`} autoComplete="current-password" />
      <NewPasswordField name="password" label={t`New password`} personal={[email]} />
      <CheckboxField
        name="revoke_api_keys"
        className="-my-2"
        label={<Trans>Also revoke my API keys. Apps that use them will need new ones.</Trans>}
      />
      <Submit size="lg" className="w-full">
        <Trans>Change password</Trans>
      </Submit>
    </Form>
  )
}

function FirstForm({ email, onDone }: PasswordFormProps) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const form = useApiForm({
    schema: firstSchema,
    initial: { password: '' },
    send: (data) => changePassword({ data }),
    async onSuccess() {
      onDone()
      await queryClient.invalidateQueries(sessionQuery)
    },
  })
  return (
    <Form form={form} className="mt-6 grid gap-5">
      <Whose email={email} />
      <NewPasswordField name="password" label={t`New password`} personal={[email]} />
      <Submit size="lg" className="w-full">
        <Trans>Save password</Trans>
      </Submit>
    </Form>
  )
}

/** Names the account for password managers. */
function Whose({ email }: { email: string }) {
  return <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
}

function Changed({ hasPassword }: { hasPassword: boolean }) {
  return (
    <Done
      title={hasPassword ? <Trans>Password changed</Trans> : <Trans>Password set</Trans>}
      action={
        <ButtonLink to="/profile/settings">
          <Trans>Back to settings</Trans>
        </ButtonLink>
      }
    >
      <p>
        <Trans>Your other devices were signed out. You’re still signed in here.</Trans>
      </p>
    </Done>
  )
}
