import { useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiFailure } from '#app/contract/base/api-result.ts'
import { useUser } from '#app/shell/data/session.queries.ts'
import { TextField } from '#app/ui/controls/field.tsx'
import { accessQuery } from './operator.queries.ts'

type ProofFieldProps = { value: string; onChange: (value: string) => void; failure: ApiFailure | null }

/** A code of six digits is one from the app, everything else a password. */
const proofOf = (typed: string) => (/^\d{6}$/.test(typed.trim()) ? { code: typed.trim() } : { password: typed })

/** The proof that an act takes, and its field. Without a password and two-factor, a recent sign-in is the proof and nothing is asked. */
export function useProof() {
  const user = useUser()
  const { data: access } = useSuspenseQuery(accessQuery)
  const [typed, setTyped] = useState('')
  const [failure, setFailure] = useState<ApiFailure | null>(null)
  const isAsked = user?.has_password === true || access.second_step === 'on'
  return {
    isReady: typed !== '' || !isAsked,
    proof: isAsked ? proofOf(typed) : {},
    onFailure: setFailure,
    field: isAsked && <ProofField value={typed} onChange={setTyped} failure={failure} />,
  }
}

/** Asks the operator for their own password or code. */
function ProofField({ value, onChange, failure }: ProofFieldProps) {
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
