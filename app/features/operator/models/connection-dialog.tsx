import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { ApiFailure } from '#app/contract/base/api-result.ts'
import type { OperatorConnection } from '#app/contract/operator/connections.ts'
import { TextField } from '#app/ui/controls/field.tsx'
import { ActDialog } from '../base/act-dialog.tsx'
import { saveConnection } from './connections.functions.ts'
import { useOfferChoice } from './offer-choice.tsx'
import { useProof } from '../base/prove-in-dialog.tsx'

/** A server that answers at its usual address. `id`: the name to suggest. */
export type FoundServer = { id: string; url: string }

type ConnectionDialogProps = {
  /** Null for a new server. */
  connection: OperatorConnection | null
  /** Names that a new server cannot have. */
  taken: readonly string[]
  /** The server whose address is suggested. */
  found: FoundServer | undefined
  onClose: () => void
}

const placeholders = new Map([
  ['ollama', 'http://127.0.0.1:11434'],
  ['comfyui', 'http://127.0.0.1:8188'],
  ['a1111', 'http://127.0.0.1:7860'],
])

const serverName = /^[a-z0-9][a-z0-9-]{0,30}$/

/** Asks for a key or the address of a server. It is saved once the service has accepted it. */
export function ConnectionDialog({ connection, taken, found, onClose }: ConnectionDialogProps) {
  const { t } = useLingui()
  const [name, setName] = useState(connection === null ? (found?.id ?? '') : '')
  const [key, setKey] = useState('')
  const [url, setUrl] = useState(connection?.url ?? found?.url ?? '')
  const [failure, setFailure] = useState<ApiFailure | null>(null)
  const kind = connection?.kind ?? 'server'
  const { isReady, proof, onFailure, field } = useProof()
  const { choice, offer, isChosen } = useOfferChoice(connection?.offer ?? null)
  // A request goes to another address, so the operator proves who they are.
  const isMoved = kind !== 'service' && url.trim() !== (connection?.url ?? '')
  const isNew = connection === null
  const nameError =
    name === '' || serverName.test(name) ? (taken.includes(name) ? t`This name is taken.` : undefined) : t`Use only a–z, 0–9 and hyphens.`
  const isFilledIn = kind === 'service' ? key.trim() !== '' : url.trim() !== '' && (!isNew || (name !== '' && !nameError))
  // A server that was connected before there was a choice stays as it is.
  const isOffered = kind === 'service' || offer !== undefined || (connection?.source === 'browser' && !isChosen)
  const service = connection?.name
  return (
    <ActDialog
      title={
        isNew ? <Trans>Add a server</Trans> : kind === 'service' ? <Trans>Key for {service}</Trans> : <Trans>Address of {service}</Trans>
      }
      description={
        kind === 'service' ? (
          <Trans>We test the key before saving it. It’s encrypted, and only its last four characters are shown again.</Trans>
        ) : (
          <Trans>We test the address before saving it. Models are listed by the server itself.</Trans>
        )
      }
      action={<Trans>Test and save</Trans>}
      done={t`Connection saved`}
      ready={isFilledIn && isOffered && (isReady || !isMoved)}
      reasonOptional
      onFailure={(given) => {
        setFailure(given)
        onFailure(given)
      }}
      onClose={onClose}
      onAct={(reason) =>
        saveConnection({
          data: {
            id: connection?.id ?? name,
            reason,
            ...(key.trim() && { key: key.trim() }),
            ...(kind !== 'service' && { url: url.trim(), ...(offer && { offer }) }),
            ...(isMoved && proof),
          },
        })
      }
    >
      {isNew && (
        <TextField
          label={<Trans context="of a server">Name</Trans>}
          hint={t`Part of the models’ IDs, for example “studio”.`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={nameError}
        />
      )}
      {kind !== 'service' && (
        <TextField
          label={<Trans>Address</Trans>}
          hint={kind === 'server' ? t`The base URL of its OpenAI-compatible API.` : undefined}
          placeholder={placeholders.get(connection?.id ?? '') ?? 'http://127.0.0.1:8080/v1'}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          value={url}
          onChange={(event) => setUrl(event.target.value)}
          error={failure?.fields?.url?.detail}
        />
      )}
      {(kind === 'service' || kind === 'server') && (
        <TextField
          label={kind === 'service' ? <Trans>Key</Trans> : <Trans>Key, if the server needs one</Trans>}
          type="password"
          autoComplete="off"
          spellCheck={false}
          value={key}
          onChange={(event) => setKey(event.target.value)}
          error={failure?.fields?.key?.detail}
        />
      )}
      {kind !== 'service' && choice}
      {isMoved && field}
    </ActDialog>
  )
}
