import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import * as v from 'valibot'
import { changePasswordSchema, type User } from '#app/contract/accounts.ts'
import { useApiForm } from '#app/shell/form/api-form.tsx'
import { changePassword } from '#app/shell/session.functions.ts'
import { sessionQuery } from '#app/shell/session.queries.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Done } from './done.tsx'

const changeSchema = v.required(changePasswordSchema, ['current_password'], 'required')
const firstSchema = v.omit(changePasswordSchema, ['current_password', 'revoke_api_keys'])

/** Whoever has only ever come in through another service has no password yet, and is not asked for one. */
export function ChangePasswordPage({ user }: { user: User }) {
  // As it was on arrival: the first password, once set, must not turn this page into the other one.
  const [hasPassword] = useState(user.has_password)
  const [done, setDone] = useState(false)
  const onDone = () => setDone(true)
  if (done) return <Changed hasPassword={hasPassword} />
  return (
    <>
      <h1 className="text-3xl">{hasPassword ? <Trans>Change the password</Trans> : <Trans>Set a password</Trans>}</h1>
      {!hasPassword && (
        <p className="mt-2 text-ink-soft">
          <Trans>So far you come in through another service. With a password your e-mail will do too.</Trans>
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
  const { form, frame } = useApiForm({
    schema: changeSchema,
    initial: { current_password: '', password: '', revoke_api_keys: true },
    send: (data) => changePassword({ data }),
    onSuccess: onDone,
  })
  return (
    <form.AppForm>
      <form.Frame {...frame} className="mt-6 grid gap-5">
        <Whose email={email} />
        <form.AppField name="current_password">
          {(field) => <field.PasswordField label={t`Current password`} autoComplete="current-password" />}
        </form.AppField>
        <form.AppField name="password">{(field) => <field.NewPasswordField label={t`New password`} personal={[email]} />}</form.AppField>
        <form.AppField name="revoke_api_keys">
          {(field) => (
            <field.CheckboxField className="-my-2" label={<Trans>Also revoke my API keys. Programs that use them need new ones.</Trans>} />
          )}
        </form.AppField>
        <form.Submit size="lg" className="w-full">
          <Trans>Change the password</Trans>
        </form.Submit>
      </form.Frame>
    </form.AppForm>
  )
}

function FirstForm({ email, onDone }: PasswordFormProps) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const { form, frame } = useApiForm({
    schema: firstSchema,
    initial: { password: '' },
    send: (data) => changePassword({ data }),
    async onSuccess() {
      onDone()
      await queryClient.invalidateQueries(sessionQuery)
    },
  })
  return (
    <form.AppForm>
      <form.Frame {...frame} className="mt-6 grid gap-5">
        <Whose email={email} />
        <form.AppField name="password">{(field) => <field.NewPasswordField label={t`New password`} personal={[email]} />}</form.AppField>
        <form.Submit size="lg" className="w-full">
          <Trans>Set the password</Trans>
        </form.Submit>
      </form.Frame>
    </form.AppForm>
  )
}

/** Tells a password manager whose password this is. */
function Whose({ email }: { email: string }) {
  return <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
}

function Changed({ hasPassword }: { hasPassword: boolean }) {
  return (
    <Done
      title={hasPassword ? <Trans>The password is changed</Trans> : <Trans>The password is set</Trans>}
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
