import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { ApiFailure } from '#app/contract/base/api-result.ts'
import type { OllamaPulls as Listed } from '#app/contract/operator/local-models.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { TextField } from '#app/ui/controls/field.tsx'
import { ProgressBar } from '#app/ui/page/progress-bar.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { cancelOllamaPull, pullOllamaModel } from './local-models.functions.ts'
import { ollamaPullsQuery } from './local-models.queries.ts'
import { Part } from '../people/person-part.tsx'

/** Downloads of the connected Ollama server; nothing without one. */
export function OllamaPulls() {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const failureMessage = useFailureMessage()
  const { data } = useQuery(ollamaPullsQuery)
  const [model, setModel] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ApiFailure | null>(null)
  if (!data || (!data.connected && data.items.length === 0)) return null

  async function pull(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    setFailure(null)
    const result = await settle(pullOllamaModel({ data: { model: model.trim() } }))
    setBusy(false)
    if (!result.ok) return setFailure(result.error)
    setModel('')
    await queryClient.invalidateQueries({ queryKey: ollamaPullsQuery.queryKey })
  }

  return (
    <Part id="ollama" title="Ollama">
      <p className="text-ink-soft">
        <Trans>Ollama downloads a model of its library. It appears in the text studio half a minute later at most.</Trans>
      </p>
      <form noValidate onSubmit={(event) => void pull(event)} className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 grow sm:max-w-80">
          <TextField
            label={<Trans>Model name</Trans>}
            placeholder="qwen3:4b"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={model}
            onChange={(event) => setModel(event.target.value)}
            error={failure?.fields?.model?.detail}
          />
        </div>
        <Button type="submit" busy={busy} disabled={model.trim() === ''} aria-label={t`Download with Ollama`}>
          <Trans>Download</Trans>
        </Button>
      </form>
      <div role="alert" className="text-danger empty:hidden">
        {failure && !failure.fields && failureMessage(failure)}
      </div>
      {data.items.length > 0 && (
        <ul>
          {data.items.map((item) => (
            <PullRow key={item.model} item={item} />
          ))}
        </ul>
      )}
    </Part>
  )
}

function PullRow({ item: { model, bytes: done, total, bytes_per_second: perSecond, failure } }: { item: Listed['items'][number] }) {
  const { t } = useLingui()
  const { bytes } = useFormat()
  const toast = useToast()
  const queryClient = useQueryClient()
  const failureMessage = useFailureMessage()
  const [doneText, totalText, speed] = [bytes(done), bytes(total ?? 0), bytes(perSecond ?? 0)]

  async function cancel() {
    const result = await settle(cancelOllamaPull({ data: { model } }))
    await queryClient.invalidateQueries({ queryKey: ollamaPullsQuery.queryKey })
    if (!result.ok) toast({ title: failureMessage(result.error), tone: 'danger' })
  }

  return (
    <li className="grid gap-2 border-b border-line/60 py-3 last:border-0">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span className="font-medium wrap-anywhere">{model}</span>
        <Button
          variant="secondary"
          size="sm"
          aria-label={failure ? t`Dismiss ${model}` : t`Cancel the download of ${model}`}
          onClick={() => void cancel()}
        >
          {failure ? <Trans>Dismiss</Trans> : <Trans>Cancel</Trans>}
        </Button>
      </div>
      {failure ? (
        <p role="alert" className="text-sm text-danger">
          {failure === 'unreachable' ? (
            <Trans>Ollama can’t be reached. Start it and try again.</Trans>
          ) : (
            <Trans>Ollama couldn’t download this model. Check its name and the free disk space.</Trans>
          )}
        </p>
      ) : (
        <>
          <ProgressBar label={t`Download of ${model}`} value={total ? done / total : null} />
          <p className="tabular text-sm text-ink-soft">
            {total ? t`${doneText} of ${totalText}` : t`Waiting…`}
            {perSecond !== null && <> · {t`${speed}/s`}</>}
          </p>
        </>
      )}
    </li>
  )
}
