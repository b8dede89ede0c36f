import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { ApiFailure } from '#app/contract/base/api-result.ts'
import type { OperatorKey } from '#app/contract/operator/connections.ts'
import { TextField } from '#app/ui/controls/field.tsx'
import { ActDialog } from '../base/act-dialog.tsx'
import { addKey, changeKey } from './connections.functions.ts'
import { readWhole } from '../base/read-number.ts'

type KeyDialogProps = {
  service: { id: string; name: string }
  /** Null for a new key. */
  edited: OperatorKey | null
  onClose: () => void
}

/** Adds a key to a service, or changes when a key is used. */
export function KeyDialog({ service: { id, name: service }, edited, onClose }: KeyDialogProps) {
  const { t } = useLingui()
  const [key, setKey] = useState('')
  const [label, setLabel] = useState(edited?.label ?? '')
  const [priority, setPriority] = useState(`${edited?.priority ?? 1}`)
  const [weight, setWeight] = useState(`${edited?.weight ?? 1}`)
  const [failure, setFailure] = useState<ApiFailure | null>(null)
  const [rank, share] = [readWhole(priority), readWhole(weight)]
  const invalid = t`Enter a whole number above zero.`
  return (
    <ActDialog
      title={edited ? <Trans>Change key</Trans> : <Trans>Key for {service}</Trans>}
      description={
        <Trans>
          Keys with the lowest priority number are used first; those with the same number share the calls by weight. If the service refuses
          a key or its limit is reached, the next key takes over.
        </Trans>
      }
      action={edited ? <Trans>Save</Trans> : <Trans>Test and save</Trans>}
      done={t`Key saved`}
      ready={rank !== undefined && share !== undefined && (edited !== null || key.trim() !== '')}
      reasonOptional
      onFailure={setFailure}
      onClose={onClose}
      onAct={(reason) => {
        const settings = { id, label, priority: rank ?? 1, weight: share ?? 1, reason }
        return edited ? changeKey({ data: { ...settings, key: edited.id } }) : addKey({ data: { ...settings, key: key.trim() } })
      }}
    >
      {!edited && (
        <TextField
          label={<Trans>Key</Trans>}
          type="password"
          autoComplete="off"
          spellCheck={false}
          value={key}
          onChange={(event) => setKey(event.target.value)}
          error={failure?.fields?.key?.detail}
        />
      )}
      <TextField
        label={<Trans>Label</Trans>}
        hint={t`Shown here and in the metrics, for example “Main account”.`}
        autoComplete="off"
        maxLength={60}
        value={label}
        onChange={(event) => setLabel(event.target.value)}
        error={failure?.fields?.label?.detail}
      />
      <TextField
        label={<Trans>Priority</Trans>}
        hint={t`1 is used first.`}
        inputMode="numeric"
        autoComplete="off"
        value={priority}
        onChange={(event) => setPriority(event.target.value)}
        error={failure?.fields?.priority?.detail ?? (rank === undefined ? invalid : undefined)}
      />
      <TextField
        label={<Trans>Weight</Trans>}
        hint={t`A key with weight 3 gets three times as many calls as one with weight 1.`}
        inputMode="numeric"
        autoComplete="off"
        value={weight}
        onChange={(event) => setWeight(event.target.value)}
        error={failure?.fields?.weight?.detail ?? (share === undefined ? invalid : undefined)}
      />
    </ActDialog>
  )
}
