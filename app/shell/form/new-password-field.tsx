import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { PasswordField } from '#app/ui/controls/field.tsx'
import { SpokenAfterPause, StrengthBars, usePasswordEstimate, useStrengthMessage } from '#app/ui/controls/password-strength.tsx'
import * as config from '#config'
import { isText, useField } from './use-field.ts'

type NewPasswordFieldProps = {
  name: string
  label: ReactNode
  /** Facts about the person, such as the email, which weaken a password that contains them. */
  personal?: readonly string[]
}

/** The field of a new password: states the rules and the strength, and lets a password manager suggest one. */
export function NewPasswordField({ name, label, personal = [] }: NewPasswordFieldProps) {
  const { t } = useLingui()
  const { value: password, error, change } = useField(name, isText)
  const { minLength } = config.auth.password
  const estimate = usePasswordEstimate(password, personal)
  const strength = useStrengthMessage({ password, estimate, minLength })
  // A refused password is shown as weak, whatever the estimate.
  const poor = password.length < minLength || error !== undefined
  const level = estimate ? (poor ? 1 : estimate.level) : 0

  return (
    <PasswordField
      label={label}
      name={name}
      autoComplete="new-password"
      onInput={(event) => change(event.currentTarget.value)}
      error={error}
      hint={
        strength ? (
          <>
            <span className="font-medium text-ink">{strength.word}</span> {strength.advice}
          </>
        ) : (
          t`At least ${minLength} characters.`
        )
      }
      meter={
        <>
          <StrengthBars level={level} />
          <SpokenAfterPause>{strength ? t`Password: ${strength.word}. ${strength.advice}` : ''}</SpokenAfterPause>
        </>
      }
    />
  )
}
