import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Call, CallEdit, CallRun } from '#app/contract/studio/tool-calls.ts'
import { modelsQuery } from '#app/shell/data/generations.queries.ts'
import { useQueryData } from '#app/shell/data/query-data.ts'
import { callQuoteQuery } from '#app/shell/data/tools.queries.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { thrownFailure } from '#app/shell/calls/settle.ts'
import { ModelPicker } from '#app/runs/models/model-picker.tsx'
import { OptionFields } from '#app/runs/options/option-fields.tsx'
import { fitOptions, setOption } from '#app/runs/options/option-values.ts'
import { SpendButton } from '#app/runs/spend-button.tsx'
import { Button } from '#app/ui/controls/button.tsx'
import { TextArea } from '#app/ui/controls/field.tsx'
import type { Decision } from './use-calls.ts'

type CallEditorProps = {
  call: Call & { run: CallRun }
  decision: Decision
  isRule: boolean
  variant: 'primary' | 'secondary'
  onCancel: () => void
}

/** Changes the run of a call before it is allowed: its prompt, model and options, at the price of the changed run. */
export function CallEditor({ call: { id, run, ...call }, decision, isRule, variant, onCancel }: CallEditorProps) {
  const failureMessage = useFailureMessage()
  const models = useQueryData(modelsQuery()) ?? []
  const [edit, setEdit] = useState<CallEdit>({})
  // The price follows when a field is left, not with each letter.
  const [priced, setPriced] = useState(edit)
  const { data: quote, error, refetch } = useQuery(callQuoteQuery(id, priced))
  const model = models.find((one) => one.id === (edit.model ?? run.model))
  const own = models.find((one) => one.id === run.model)
  const others = models.filter(
    (one) => one.type === run.type && one.task === own?.task && one.available && (!one.retired || one.id === run.model),
  )
  const options = model ? fitOptions(model.options, edit.options ?? (model.id === run.model ? run.options : {})) : {}
  const change = (next: CallEdit) => {
    setEdit(next)
    setPriced(next)
  }
  const price = quote ? { tokens: quote.price, milli: quote.price_milli, atMost: false } : null
  return (
    <form
      data-kind={run.type}
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (quote) void decision.allow({ calls: [{ id, run, ...call }], maxPrice: quote.price, edits: { [id]: edit }, isRule })
      }}
    >
      {model?.prompt.max_length !== 0 && (
        <TextArea
          label={<Trans>Prompt</Trans>}
          autosize
          rows={2}
          value={edit.prompt ?? run.prompt}
          onChange={({ target: { value } }) => setEdit({ ...edit, prompt: value === run.prompt ? undefined : value })}
          onBlur={() => setPriced(edit)}
        />
      )}
      {model && others.length > 1 && (
        <ModelPicker
          models={others}
          value={model}
          onValueChange={(next) => change({ prompt: edit.prompt, ...(next !== run.model && { model: next }) })}
          error={decision.failure?.fields?.model?.detail}
        />
      )}
      {model && (
        <OptionFields
          kind={run.type}
          schema={model.options}
          values={options}
          onChange={(name, value) => change({ ...edit, options: setOption(options, name, value) })}
          errors={decision.failure?.fields}
        />
      )}
      {error && (
        <p role="alert" className="text-danger">
          {failureMessage(thrownFailure(error))}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <SpendButton
          type="submit"
          variant={variant}
          asked={{ price, problem: error ? 'failed' : null, ask: () => void refetch() }}
          busy={decision.busy === 'allow'}
        >
          <Trans>Allow</Trans>
        </SpendButton>
        <Button variant="ghost" onClick={onCancel}>
          <Trans>Back</Trans>
        </Button>
      </div>
    </form>
  )
}
