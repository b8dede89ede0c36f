import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import type { Generation } from '#app/contract/runs/generations.ts'
import { SpendButton } from '#app/runs/spend-button.tsx'
import { useRunPrice } from '#app/runs/use-run-price.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { TextArea } from '#app/ui/controls/field.tsx'
import { isComposing } from '#app/ui/controls/is-composing.ts'
import { type Edited, placeOf } from './use-turn-actions.ts'

type EditPromptProps = {
  turn: Generation
  target: Omit<Edited, 'prompt' | 'max_price'>
  busy: boolean
  onCancel: () => void
  onSend: (prompt: string, maxPrice: number) => Promise<void>
}

/** Edits an earlier turn; the original stays as another version. */
export function EditPrompt({ turn, target, busy, onCancel, onSend }: EditPromptProps) {
  const { t } = useLingui()
  const [prompt, setPrompt] = useState(turn.prompt)
  const field = useRef<HTMLTextAreaElement>(null)
  const asked = useRunPrice({ ...target, prompt: useSettled(prompt), context: placeOf(turn) })
  useEffect(() => {
    field.current?.focus()
    field.current?.setSelectionRange(turn.prompt.length, turn.prompt.length)
  }, [turn.prompt])

  const send = () => {
    if (prompt.trim() !== '' && asked.price) void onSend(prompt.trim(), asked.price.tokens)
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
        if (isComposing(event.nativeEvent)) return
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
        <SpendButton type="submit" size="sm" asked={asked} busy={busy} disabled={prompt.trim() === ''}>
          <Trans>Send</Trans>
        </SpendButton>
      </div>
    </form>
  )
}

/** Returns the prompt as it was in the last pause of typing. */
function useSettled(prompt: string): string {
  const [settled, setSettled] = useState(prompt)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(prompt), 300)
    return () => clearTimeout(timer)
  }, [prompt])
  return settled
}
