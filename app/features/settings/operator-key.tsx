import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { User } from '#app/contract/accounts.ts'
import type { MemberKeyScope, NewApiKey } from '#app/contract/api-keys.ts'
import { createOperatorKey } from './operator-key.functions.ts'
import { ProofForm } from './proof-form.tsx'
import { twoFactorQuery } from './settings.queries.ts'

export type OperatorKeyDraft = { name: string; scopes: MemberKeyScope[]; expires_in_days: number }
type OperatorKeyProps = { user: User; draft: OperatorKeyDraft; onCreated: (created: NewApiKey) => void }

/** Asks who is there before a key may act for an operator. */
export function OperatorKey({ user, draft, onCreated }: OperatorKeyProps) {
  const { data: twoFactor } = useSuspenseQuery(twoFactorQuery)
  return (
    <ProofForm
      hasPassword={user.has_password}
      hasCode={twoFactor.enabled}
      submit={<Trans>Create key</Trans>}
      send={(proof) => createOperatorKey({ data: { ...draft, ...proof } })}
      onSuccess={onCreated}
    >
      <p className="text-ink-soft">
        <Trans>
          This key can do what your role allows, except assigning roles, changing the keys of services and creating other keys. It stops
          working as soon as your role ends.
        </Trans>
      </p>
    </ProofForm>
  )
}
