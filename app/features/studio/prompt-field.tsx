import { Trans, useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { Kind } from '#app/contract/common.ts'
import type { Model } from '#app/contract/models.ts'
import { useFormat } from '#app/shell/format.ts'
import { TextArea } from '#app/ui/field.tsx'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import { PromptTools } from './prompt-tools.tsx'
import type { Composer } from './use-composer.ts'
import { usePromptHistory } from './use-prompt-history.ts'

/** There is nothing to be understood before something was typed. */
const UnderstoodWords = lazyPart(async () => (await import('#app/shell/work/understood.tsx')).UnderstoodWords)

export function usePromptLabels(): Record<Kind, string> {
  const { t } = useLingui()
  return {
    video: t`What should be seen?`,
    image: t`What should be in the picture?`,
    audio: t`What should be heard?`,
    text: t`Which text shall it work on?`,
  }
}

type PromptFieldProps = { composer: Composer; model: Model; startHere: boolean }

/** The prompt, with what helps to find one: earlier ones, examples, ideas. */
export function PromptField({ composer, model, startHere }: PromptFieldProps) {
  const { t } = useLingui()
  const { number } = useFormat()
  const labels = usePromptLabels()
  const field = useRef<HTMLTextAreaElement>(null)
  const { kind, prompt, price, failure, setPrompt, undo } = composer
  const history = usePromptHistory({ kind, prompt, onRecall: setPrompt })
  const error = failure?.fields?.prompt?.detail
  const { max_length, placeholder, examples } = model.prompt
  const left = max_length - prompt.length
  const latest = useRef(composer)
  useEffect(() => {
    latest.current = composer
  })

  useEffect(() => {
    const area = field.current
    // What was typed before the page came to life.
    if (area?.value) setPrompt(area.value)
    if (startHere && area) {
      area.focus()
      area.setSelectionRange(area.value.length, area.value.length)
    }
    // oxlint-disable-next-line react/exhaustive-deps -- Only once: later changes come from typing.
  }, [])

  useEffect(() => {
    if (error) field.current?.focus()
  }, [error])

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    // What one press has put there one press takes back; for typing the browser has its own way.
    if (undo && event.key.toLowerCase() === 'z' && (event.metaKey || event.ctrlKey) && !event.shiftKey) {
      event.preventDefault()
      return undo()
    }
    history.onKeyDown(event)
  }

  return (
    <div className="grid gap-2">
      <TextArea
        ref={field}
        label={labels[kind]}
        autosize
        rows={4}
        value={prompt}
        onChange={(event) => setPrompt(event.target.value)}
        onKeyDown={onKeyDown}
        placeholder={placeholder}
        error={error ?? (left < 0 ? t`${number(-left)} characters too many.` : undefined)}
        aside={
          left < max_length * 0.1 && (
            <span className="tabular text-sm text-ink-soft">
              {number(prompt.length)} / {number(max_length)}
            </span>
          )
        }
        className="min-h-28"
      />
      <PromptTools
        kind={kind}
        models={composer.models}
        model={model}
        history={history.prompts}
        hasPrompt={prompt.trim() !== ''}
        canUndo={undo !== undefined}
        latest={latest}
        field={field}
      />
      <p role="status" className="text-sm text-ink-soft empty:hidden">
        {history.place > 0 && (
          <Trans>
            Earlier prompt {history.place} of {history.prompts.length}. ↓ leads back to yours.
          </Trans>
        )}
      </p>
      {prompt === '' && examples.length > 0 && (
        <div className="flex flex-wrap gap-1.5" role="group" aria-label={t`Examples`}>
          {examples.map((example) => (
            <button
              key={example}
              type="button"
              onClick={() => {
                composer.replace({ prompt: example })
                field.current?.focus()
              }}
              className="min-h-9 rounded-control bg-ink/5 px-3 py-1.5 text-left text-sm text-ink-soft transition-colors hover:bg-ink/10 hover:text-ink pointer-coarse:min-h-11"
            >
              <span className="line-clamp-2">{example}</span>
            </button>
          ))}
        </div>
      )}
      {prompt.trim() !== '' && price?.understood && <UnderstoodWords kind={kind} understood={price.understood} />}
    </div>
  )
}
