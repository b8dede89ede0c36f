import { useLingui } from '@lingui/react/macro'
import { PasswordField } from '#app/ui/field.tsx'
import { config } from '#config'

/** A password that is being chosen: says what it takes, and lets a password manager offer one. */
export function NewPasswordField({ label, error }: { label: string; error: string | undefined }) {
  const { t } = useLingui()
  const { minLength } = config.auth.password
  return (
    <PasswordField label={label} name="password" autoComplete="new-password" hint={t`At least ${minLength} characters.`} error={error} />
  )
}
