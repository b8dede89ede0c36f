import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { User } from '#app/contract/account/accounts.ts'
import type { KeyBudgetChange, MemberKeyScope, NewApiKey } from '#app/contract/account/api-keys.ts'
import { createApiKey } from './api-keys.functions.ts'
import { createOperatorKey } from './operator-key.functions.ts'
import { ProofForm } from '#app/shell/form/proof-form.tsx'
import { twoFactorQuery } from './settings.queries.ts'

export type KeyDraft = {
  name: string
  scopes: MemberKeyScope[]
  /** Null for a key that does not expire, which one for an operator always does. */
  days: number | null
  forOperator: boolean
  budget: KeyBudgetChange
}
type KeyProofProps = { user: User; draft: KeyDraft; onCreated: (created: NewApiKey) => void }

/** Asks who is there before a key is created, because it works longer than a session. */
export function KeyProof({ user, draft: { days, forOperator, ...key }, onCreated }: KeyProofProps) {
  const { data: twoFactor } = useSuspenseQuery(twoFactorQuery)
  return (
    <ProofForm
      hasPassword={user.has_password}
      hasCode={twoFactor.enabled}
      submit={<Trans>Create key</Trans>}
      send={(proof) =>
        forOperator
          ? createOperatorKey({ data: { ...key, expires_in_days: days ?? 90, ...proof } })
          : createApiKey({ data: { ...key, expires_in_days: days, ...proof } })
      }
      onSuccess={onCreated}
    >
      <p className="text-ink-soft">
        {forOperator ? (
          <Trans>
            This key can do what your role allows, except assigning roles, changing the keys of services and creating other keys. It stops
            working as soon as your role ends.
          </Trans>
        ) : (
          <Trans>Confirm that it’s you. The key works until you revoke it or it expires, even when you sign out.</Trans>
        )}
      </p>
    </ProofForm>
  )
}
