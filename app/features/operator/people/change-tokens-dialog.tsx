import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { v4 as uuid } from 'uuid'
import type { ApiFailure } from '#app/contract/base/api-result.ts'
import type { OperatorPersonDetails } from '#app/contract/operator/operator.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { TextField } from '#app/ui/controls/field.tsx'
import { Segmented } from '#app/ui/controls/segmented.tsx'
import { ActDialog } from '../base/act-dialog.tsx'
import { accessQuery } from '../base/operator.queries.ts'
import { changeTokens } from '../base/operator.functions.ts'
import { readWhole } from '../base/read-number.ts'

/** Grants tokens to a person or takes them. A repeated request of the same dialog counts once. */
export function ChangeTokensDialog({ person, onClose }: { person: OperatorPersonDetails; onClose: () => void }) {
  const { t } = useLingui()
  const format = useFormat()
  const { data: access } = useSuspenseQuery(accessQuery)
  const [direction, setDirection] = useState<'grant' | 'take'>('grant')
  const [typed, setTyped] = useState('')
  const [failure, setFailure] = useState<ApiFailure | null>(null)
  /** The key of the last try, which a repetition of the same change uses again. */
  const sent = useRef<{ key: string; change: number } | null>(null)
  const amount = readWhole(typed)
  const owed = direction === 'take' && amount !== undefined ? Math.max(0, amount - person.available) : 0
  const limit = access.grant_limit
  return (
    <ActDialog
      title={<Trans>Grant or take tokens</Trans>}
      description={
        <Trans>
          {person.email} has {format.tokens(person.available)}.
        </Trans>
      }
      action={direction === 'grant' ? <Trans>Grant tokens</Trans> : <Trans>Take tokens</Trans>}
      done={direction === 'grant' ? t`Tokens granted` : t`Tokens taken`}
      destructive={direction === 'take'}
      ready={amount !== undefined}
      reasonHint={t`Stored in the audit log. The person sees it in their token history.`}
      onClose={onClose}
      onAct={(reason) => {
        const change = direction === 'grant' ? (amount ?? 0) : -(amount ?? 0)
        const key = sent.current?.change === change ? sent.current.key : uuid()
        sent.current = { key, change }
        return changeTokens({ data: { id: person.id, amount: change, reason, idempotency_key: key } })
      }}
      onFailure={setFailure}
    >
      <Segmented
        label={t`Direction`}
        hideLabel
        value={direction}
        onValueChange={setDirection}
        items={[
          { value: 'grant', label: t({ message: 'Grant', context: 'tokens to a person' }) },
          { value: 'take', label: t({ message: 'Take', context: 'tokens from a person' }) },
        ]}
      />
      <TextField
        label={<Trans>Tokens</Trans>}
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        hint={limit === null ? undefined : t`At most ${format.number(limit)} at once.`}
        error={failure?.fields?.amount?.detail ?? (typed !== '' && amount === undefined ? t`Enter a whole number above zero.` : undefined)}
      />
      {owed > 0 && (
        <p className="text-sm">
          <Trans>{format.tokens(owed)} were already spent and become a debt, which the next tokens settle.</Trans>
        </p>
      )}
    </ActDialog>
  )
}
