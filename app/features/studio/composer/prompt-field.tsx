import { Trans, useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import type { Kind } from '#app/contract/base/values.ts'
import type { Model } from '#app/contract/runs/models.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { TextArea } from '#app/ui/controls/field.tsx'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'
import { SlashField } from '../slash/slash-field-part.ts'
import { PromptTools } from './form-parts.tsx'
import type { Composer } from './use-composer.ts'
import { usePromptHistory } from './use-prompt-history.ts'

/** Lazy-loaded, because nothing is analyzed before the first input. */
const PromptMarks = lazyPart(async () => (await import('./prompt-marks.tsx')).PromptMarks)
const AdviceNote = lazyPart(async () => (await import('./advice-note.tsx')).AdviceNote)
const StatedNote = lazyPart(async () => (await import('./stated-note.tsx')).StatedNote)
const UnderstoodTerms = lazyPart(async () => (await import('#app/runs/understood.tsx')).UnderstoodTerms)

export function usePromptLabels(): Record<Kind, string> {
  const { t } = useLingui()
  return {
    video: t`Describe your video`,
    image: t`Describe your image`,
    audio: t`What should it say or play?`,
    text: t`Paste your text`,
  }
}

type PromptFieldProps = {
  composer: Composer
  model: Model
  startHere: boolean
  /** Whether it is in the floating bar: without a visible label and examples, and with other content next to its tools. */
  inBar?: boolean
  children?: ReactNode
}

/** The field of the prompt, with tools to find one: earlier prompts, examples, ideas. */
// oxlint-disable-next-line max-lines-per-function -- Mostly the markup of one form or panel, read from top to bottom.
export function PromptField({ composer, model, startHere, inBar = false, children }: PromptFieldProps) {
  const { t } = useLingui()
  const { number } = useFormat()
  const labels = usePromptLabels()
  const field = useRef<HTMLTextAreaElement>(null)
  const { kind, prompt, setPrompt, undo } = composer
  const { price } = composer.cost
  const history = usePromptHistory({ kind, prompt, onRecall: setPrompt })
  const error = composer.submission.failure?.fields?.prompt?.detail
  const { max_length, placeholder, examples } = model.prompt
  const left = max_length - (composer.slash ? composer.words : prompt).length
  const isEdit = kind === 'image' && composer.inputs.given.some(({ role }) => role === 'source')
  // After a command, the places of its words are others.
  const understood = prompt.trim() === '' || composer.slash ? null : price?.understood
  const readingId = useId()
  const { commands } = composer
  const latest = useRef(composer)
  useEffect(() => {
    latest.current = composer
  })

  useEffect(() => {
    const area = field.current
    // Text typed before hydration.
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
    if (commands?.onKey(event)) return undefined
    // Undoes a replacement; for typing, the browser has its own undo.
    if (undo && event.key.toLowerCase() === 'z' && (event.metaKey || event.ctrlKey) && !event.shiftKey) {
      event.preventDefault()
      return undo()
    }
    history.onKeyDown(event)
  }

  return (
    <div className={inBar ? 'in-bar grid gap-1' : 'grid gap-2'}>
      <TextArea
        ref={field}
        label={isEdit ? t`What should change?` : labels[kind]}
        hideLabel={inBar}
        autosize
        rows={inBar ? 1 : 4}
        value={prompt}
        onChange={(event) => setPrompt(event.target.value)}
        onKeyDown={onKeyDown}
        placeholder={isEdit ? t`For example: make it evening and add a lantern` : placeholder}
        error={error ?? (left < 0 ? t`${number(-left)} characters over the limit.` : undefined)}
        aside={
          left < max_length * 0.1 && (
            <span className="tabular text-sm text-ink-soft">
              {number(prompt.length)} / {number(max_length)}
            </span>
          )
        }
        over={understood && understood.terms.length > 0 && <PromptMarks field={field} prompt={prompt} terms={understood.terms} />}
        describedBy={understood ? readingId : undefined}
        className={inBar ? 'min-h-12' : 'min-h-28'}
      />
      {commands && (commands.asked || prompt.startsWith('/')) && (
        <SlashField
          composer={composer}
          commands={commands}
          field={field}
          className={inBar ? 'absolute inset-x-0 bottom-full z-30 mb-2' : ''}
        />
      )}
      {understood && <UnderstoodTerms id={readingId} kind={kind} understood={understood} />}
      {/\d|[:—–]/u.test(prompt) && <StatedNote model={model} prompt={composer.words} options={composer.options} />}
      {kind === 'text' && composer.words.trim() !== '' && price?.advice && <AdviceNote composer={composer} advice={price.advice} />}
      <div className={inBar ? 'flex flex-wrap items-center gap-x-4 gap-y-1 px-1' : undefined}>
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
        {children}
      </div>
      <p role="status" className="text-sm text-ink-soft empty:hidden">
        {history.place > 0 && (
          <Trans>
            Previous prompt {history.place} of {history.prompts.length}. Press ↓ to return to yours.
          </Trans>
        )}
      </p>
      {!inBar && prompt === '' && examples.length > 0 && (
        <div className="flex flex-wrap gap-1.5" role="group" aria-label={t`Examples`}>
          {examples.map((example) => (
            <button
              key={example}
              type="button"
              onClick={() => {
                composer.replace({ prompt: example })
                field.current?.focus()
              }}
              className="prompt-example"
            >
              <span className="line-clamp-2">{example}</span>
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
