import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import type { ApiFailure } from '#app/contract/base/api-result.ts'
import type { CodeBatch } from '#app/contract/money/codes.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { ConfirmDialog, Dialog } from '#app/ui/overlays/dialog.tsx'
import { TextField } from '#app/ui/controls/field.tsx'
import { saveText } from '#app/ui/page/save-file.ts'
import { Switch } from '#app/ui/controls/switch.tsx'
import { ActDialog } from '../base/act-dialog.tsx'
import { readWhole } from '../base/read-number.ts'
import { createCodeBatch } from './codes.functions.ts'

type Created = { batch: CodeBatch; codes: string[] }

/** Creates a batch of codes, then offers them as a file: they cannot be read again. */
export function CreateCodesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const [name, setName] = useState('')
  const [tokens, setTokens] = useState('')
  const [count, setCount] = useState('')
  const [until, setUntil] = useState('')
  const [oncePerPerson, setOncePerPerson] = useState(true)
  const [failure, setFailure] = useState<ApiFailure | null>(null)
  const [created, setCreated] = useState<Created | null>(null)
  const [amount, number] = [readWhole(tokens), readWhole(count)]
  if (created) return <CreatedCodes {...created} onClose={onClose} />
  const invalid = t`Enter a whole number above zero.`
  return (
    <ActDialog
      title={<Trans>Create codes</Trans>}
      description={<Trans>Each code works once. Its tokens don’t expire.</Trans>}
      action={<Trans>Create codes</Trans>}
      done={t`Codes created`}
      ready={name.trim() !== '' && amount !== undefined && number !== undefined}
      reasonOptional
      onFailure={setFailure}
      // The list of codes replaces this dialog, which then is no longer there to be closed.
      onClose={() => !created && onClose()}
      staysOpen
      onAct={async (reason) => {
        const result = await createCodeBatch({
          data: {
            name,
            tokens: amount ?? 0,
            count: number ?? 0,
            once_per_person: oncePerPerson,
            expires_at: until === '' ? null : new Date(`${until}T23:59:59`).toISOString(),
            reason,
          },
        })
        if (result.ok) setCreated(result.data)
        return result
      }}
    >
      <TextField
        label={<Trans context="of a group or a batch">Name</Trans>}
        hint={t`People see it in their token history.`}
        autoComplete="off"
        maxLength={80}
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={failure?.fields?.name?.detail}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          label={<Trans>Tokens per code</Trans>}
          inputMode="numeric"
          autoComplete="off"
          value={tokens}
          onChange={(event) => setTokens(event.target.value)}
          error={failure?.fields?.tokens?.detail ?? (tokens !== '' && amount === undefined ? invalid : undefined)}
        />
        <TextField
          label={<Trans>Number of codes</Trans>}
          inputMode="numeric"
          autoComplete="off"
          value={count}
          onChange={(event) => setCount(event.target.value)}
          error={failure?.fields?.count?.detail ?? (count !== '' && number === undefined ? invalid : undefined)}
        />
      </div>
      <TextField
        label={<Trans>Valid until (optional)</Trans>}
        type="date"
        value={until}
        onChange={(event) => setUntil(event.target.value)}
        error={failure?.fields?.expires_at?.detail}
      />
      <Switch label={<Trans>One code per person</Trans>} checked={oncePerPerson} onCheckedChange={setOncePerPerson} />
    </ActDialog>
  )
}

function CreatedCodes({ batch, codes, onClose }: Created & { onClose: () => void }) {
  const { t } = useLingui()
  const format = useFormat()
  const tokens = format.tokens(batch.tokens)
  const count = codes.length
  const [saved, setSaved] = useState(false)
  const [asking, setAsking] = useState(false)
  const close = () => (saved ? onClose() : setAsking(true))

  // A reload or a closed tab would lose the codes as well.
  useEffect(() => {
    if (saved) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [saved])

  function save() {
    const rows = codes.map((code) => [code, batch.tokens, batch.expires_at ?? ''].join(','))
    saveText(['code,tokens,expires_at', ...rows, ''].join('\r\n'), { name: `codes-${batch.id}.csv`, type: 'text/csv' })
    setSaved(true)
  }
  return (
    <Dialog open onOpenChange={(open) => !open && close()} title={<Trans>Save the codes now</Trans>}>
      <div className="grid gap-5 py-2">
        <p className="text-ink-soft">
          {t`${plural(count, { one: '# code', other: '# codes' })}, each for ${tokens}.`}{' '}
          <Trans>They can’t be shown again: only their hashes are stored.</Trans>
        </p>
        <div
          role="region"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- A scrollable region must be reachable by keyboard.
          tabIndex={0}
          aria-label={t`Codes`}
          className="max-h-60 overflow-y-auto rounded-control bg-wash px-4 py-3 font-mono text-sm"
        >
          <ul className="grid gap-1">
            {codes.slice(0, 100).map((code) => (
              <li key={code}>{code}</li>
            ))}
            {count > 100 && <li>…</li>}
          </ul>
        </div>
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={close}>
            <Trans>Done</Trans>
          </Button>
          <Button onClick={save}>
            <Trans>Download CSV</Trans>
          </Button>
        </div>
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={<Trans>Close without saving the codes?</Trans>}
        description={<Trans>You haven’t downloaded them, and they can’t be shown again.</Trans>}
        confirmLabel={<Trans>Close without saving</Trans>}
        destructive
        onConfirm={onClose}
      />
    </Dialog>
  )
}
