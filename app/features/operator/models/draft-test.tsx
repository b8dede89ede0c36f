import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiFailure, ApiResult } from '#app/contract/base/api-result.ts'
import type { CheckedDefinition } from '#app/contract/operator/model-definitions.ts'
import type { Model } from '#app/contract/runs/models.ts'
import type { InputRole } from '#app/contract/base/values.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { generationQuery } from '#app/shell/data/generations.queries.ts'
import { uploadFile } from '#app/shell/data/upload-file.ts'
import { isActive } from '#app/shell/data/run-state.ts'
import { usePricePhrase } from '#app/shell/money/use-price-phrase.ts'
import { OptionFields } from '#app/runs/options/option-fields.tsx'
import { defaultOptions, setOption } from '#app/runs/options/option-values.ts'
import { useRoleNames } from '#app/runs/role-names.ts'
import { Outcome, Progress } from '#app/runs/status.tsx'
import { Button } from '#app/ui/controls/button.tsx'
import { TextArea } from '#app/ui/controls/field.tsx'
import { LoadError } from '#app/ui/page/load-error.tsx'
import { FailedCallView } from '../runs/failed-call.tsx'
import { testModelDraft } from './definitions.functions.ts'
import { Result } from './test-run.tsx'
import { useCostPhrase } from '../runs/use-cost-phrase.ts'

/** The model as people will see it in its studio. */
export function ModelPreview({ model, checked }: { model: Model; checked: CheckedDefinition }) {
  const pricePhrase = usePricePhrase()
  const costPhrase = useCostPhrase()
  const roleNames = useRoleNames()
  const [options, setOptions] = useState(() => defaultOptions(model.options))
  const cost = checked.cost && costPhrase(checked.cost)
  return (
    <section data-kind={model.type} className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-card border border-line bg-surface p-4 sm:p-5">
      <h2 className="text-xl">
        <Trans>Preview</Trans>
      </h2>
      <div>
        <p className="font-medium wrap-anywhere">{model.name}</p>
        <p className="text-sm text-ink-soft wrap-anywhere">{model.description}</p>
        <p className="text-sm wrap-anywhere">
          {model.unavailable_reason ?? pricePhrase(model.price)}
          {cost && (
            <span className="text-ink-soft">
              {' · '}
              <Trans>cost: {cost}</Trans>
            </span>
          )}
        </p>
        {checked.below_cost && (
          <p className="text-sm text-danger">
            <Trans>Sold below cost at the lowest price of a token.</Trans>
          </p>
        )}
      </div>
      {model.inputs.length > 0 && (
        <p className="text-sm text-ink-soft">
          {model.inputs.map(({ role, max }) => `${roleNames[role].name}${max > 1 ? ` × ${max}` : ''}`).join(' · ')}
        </p>
      )}
      <OptionFields
        kind={model.type}
        schema={model.options}
        values={options}
        onChange={(name, value) => setOptions(setOption(options, name, value))}
        errors={undefined}
      />
    </section>
  )
}

/** Milliseconds between two looks at the run, in case live events are missing. */
const lookMs = 2_000

/** Runs the saved draft once, free of charge, and shows the result. */
export function DraftTest({ model, revision }: { model: Model; revision: number }) {
  const { t } = useLingui()
  const failureMessage = useFailureMessage()
  const [prompt, setPrompt] = useState('')
  const [failure, setFailure] = useState<ApiFailure | null>(null)
  const [busy, setBusy] = useState(false)
  const [runId, setRunId] = useState<string | null>(null)
  const { data: run, error } = useQuery({
    ...generationQuery(runId ?? ''),
    enabled: runId !== null,
    refetchInterval: ({ state }) => (state.data && !isActive(state.data) ? false : lookMs),
  })
  const roleNames = useRoleNames()
  const [files, setFiles] = useState<Partial<Record<InputRole, File | undefined>>>({})
  const needed = model.inputs.filter(({ required }) => required)

  async function upload(): Promise<ApiResult<{ role: InputRole; upload_id: string }[]>> {
    const inputs: { role: InputRole; upload_id: string }[] = []
    for (const { role } of needed) {
      const file = files[role]
      if (!file) continue
      const uploaded = await uploadFile(file, { onProgress: () => undefined, signal: new AbortController().signal })
      if (!uploaded.ok) return uploaded
      inputs.push({ role, upload_id: uploaded.data.id })
    }
    return { ok: true, data: inputs }
  }
  async function start() {
    setBusy(true)
    setFailure(null)
    const inputs = await upload()
    const result = inputs.ok
      ? await settle(testModelDraft({ data: { model: model.id, revision, prompt, options: {}, inputs: inputs.data } }))
      : inputs
    setBusy(false)
    if (result.ok) setRunId(result.data.id)
    else setFailure(result.error)
  }
  return (
    <section data-kind={model.type} className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-card border border-line bg-surface p-4 sm:p-5">
      <h2 className="text-xl">
        <Trans>Test the draft</Trans>
      </h2>
      {needed.map(({ role }) => (
        <label key={role} className="grid gap-1.5">
          <span className="font-medium">{roleNames[role].name}</span>
          <input type="file" className="min-w-0 text-sm" onChange={({ target }) => setFiles({ ...files, [role]: target.files?.[0] })} />
        </label>
      ))}
      {model.prompt.max_length > 0 && (
        <TextArea
          label={<Trans>Prompt</Trans>}
          hint={t`Free of charge. The service may bill you.`}
          rows={2}
          maxLength={Math.max(1, model.prompt.max_length)}
          value={prompt}
          onChange={({ target }) => setPrompt(target.value)}
          error={failure?.fields?.prompt?.detail}
        />
      )}
      <Button
        variant="secondary"
        className="justify-self-start"
        busy={busy || (run !== undefined && isActive(run))}
        disabled={(model.prompt.max_length > 0 && prompt.trim() === '') || needed.some(({ role }) => !files[role])}
        onClick={() => void start()}
      >
        <Trans>Run the draft</Trans>
      </Button>
      <div role="alert" className="text-danger empty:hidden">
        {failure && !failure.fields?.prompt && failureMessage(failure)}
      </div>
      {!run && error && <LoadError error={error} />}
      {run && (
        <div className="grid gap-4">
          {isActive(run) && <Progress generation={run} />}
          <Outcome generation={run} />
          {run.status === 'failed' && <FailedCallView id={run.id} />}
          <Result run={run} />
        </div>
      )}
    </section>
  )
}
