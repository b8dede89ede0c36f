import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Generation } from '#app/contract/generations.ts'
import type { Model } from '#app/contract/models.ts'
import { useFormat } from '#app/shell/format.ts'
import { modelsQuery, quoteQuery } from '#app/shell/generations.queries.ts'
import { Button } from '#app/ui/button.tsx'
import { TextArea } from '#app/ui/field.tsx'
import type { Edited } from './use-turn-actions.ts'

type EditPromptProps = {
  turn: Generation
  target: Omit<Edited, 'prompt'>
  busy: boolean
  onCancel: () => void
  onSend: (prompt: string) => Promise<void>
}

/** Other words for an earlier turn. What was there stays, as a version of its own. */
export function EditPrompt({ turn, target, busy, onCancel, onSend }: EditPromptProps) {
  const { t } = useLingui()
  const { tokens } = useFormat()
  const [prompt, setPrompt] = useState(turn.prompt)
  const field = useRef<HTMLTextAreaElement>(null)
  const price = usePrice(turn, target, prompt)
  useEffect(() => {
    field.current?.focus()
    field.current?.setSelectionRange(turn.prompt.length, turn.prompt.length)
  }, [turn.prompt])

  const send = () => {
    if (prompt.trim() !== '') void onSend(prompt.trim())
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- The keys come from its field.
    <form
      aria-label={t`Edit the prompt`}
      className="grid gap-3 rounded-card border border-line bg-surface p-3"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Escape') onCancel()
        if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) {
          event.preventDefault()
          send()
        }
      }}
    >
      <TextArea
        ref={field}
        label={t`Prompt`}
        hideLabel
        autosize
        rows={2}
        value={prompt}
        onChange={(event) => setPrompt(event.target.value)}
      />
      <div className="flex flex-wrap items-center justify-end gap-2">
        <Button variant="ghost" size="sm" onClick={onCancel}>
          <Trans context="an edit">Cancel</Trans>
        </Button>
        <Button type="submit" size="sm" busy={busy} disabled={prompt.trim() === ''}>
          <Trans>Send</Trans>
          {price !== undefined && <span className="tabular"> · {tokens(price)}</span>}
        </Button>
      </div>
    </form>
  )
}

/** What it would cost at the most; undefined until it is known. */
function usePrice(turn: Generation, { model: id, options }: Omit<Edited, 'prompt'>, prompt: string): number | undefined {
  const [settled, setSettled] = useState(prompt)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(prompt), 300)
    return () => clearTimeout(timer)
  }, [prompt])
  const { data: models } = useQuery(modelsQuery())
  const model = models?.find((one) => one.id === id)
  const { thread_id, parent_id, inputs } = turn
  const { data } = useQuery({
    ...quoteQuery(model ?? nothing, options, settled, { inputs, ...(thread_id && { thread_id }), ...(parent_id && { parent_id }) }),
    enabled: model !== undefined,
  })
  return model && data?.price
}

const nothing: Pick<Model, 'id' | 'type' | 'price' | 'prompt'> = {
  id: '',
  type: 'text',
  price: { base: 0, per: null },
  prompt: { placeholder: '', max_length: 0, examples: [] },
}
