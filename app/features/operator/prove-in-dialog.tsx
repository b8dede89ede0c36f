import { useLingui } from '@lingui/react/macro'
import type { ApiFailure } from '#app/contract/api-result.ts'
import { TextField } from '#app/ui/field.tsx'

type ProofFieldProps = { value: string; onChange: (value: string) => void; failure: ApiFailure | null }

/** A code of six digits is one from the app, everything else a password. */
export const proofOf = (typed: string) => (/^\d{6}$/.test(typed.trim()) ? { code: typed.trim() } : { password: typed })

/** Asks the operator for their own password or code, for acts on somebody's account. */
export function ProofField({ value, onChange, failure }: ProofFieldProps) {
  const { t } = useLingui()
  return (
    <TextField
      label={t`Your password or a code from your app`}
      type="password"
      autoComplete="current-password"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={failure?.fields?.password?.detail ?? failure?.fields?.code?.detail}
    />
  )
}
