import { Trans, useLingui } from '@lingui/react/macro'
import { type ClipboardEvent, type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Kind } from '#app/contract/common.ts'
import { useFormat } from '#app/shell/format.ts'
import { useFailureWords } from '#app/shell/failure.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { TextArea } from '#app/ui/field.tsx'
import { UnderstoodWords } from '#app/shell/work/understood.tsx'
import { InputsField } from './inputs-field.tsx'
import { ModelPicker } from './model-picker.tsx'
import { OptionFields } from './option-fields.tsx'
import type { Composer as ComposerState } from './use-composer.ts'

/** ⌘ or Ctrl with Enter sends, wherever the focus is in the composer. */
export function onSendKey(submit: () => void) {
  return (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey) || event.repeat || event.nativeEvent.isComposing) return
    event.preventDefault()
    submit()
  }
}

export function usePromptLabels(): Record<Kind, string> {
  const { t } = useLingui()
  return {
    video: t`What should be seen?`,
    image: t`What should be in the picture?`,
    audio: t`What should be heard?`,
    text: t`Which text shall it work on?`,
  }
}

/** Files that are dropped on the composer or pasted into it, where the model takes any. */
function useFileDrop({ kinds, uploads }: ComposerState) {
  const [over, setOver] = useState(false)
  if (kinds.length === 0) return { over: false, handlers: {} }
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')
  return {
    over,
    handlers: {
      onDragOver(event: DragEvent) {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(true)
      },
      onDragLeave({ currentTarget, relatedTarget }: DragEvent) {
        if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) setOver(false)
      },
      onDrop(event: DragEvent) {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(false)
        uploads.add([...event.dataTransfer.files])
      },
      onPaste(event: ClipboardEvent) {
        // Text that was copied from a document often carries a picture of itself along.
        if (event.clipboardData.files.length === 0 || event.clipboardData.types.includes('text/plain')) return
        event.preventDefault()
        uploads.add([...event.clipboardData.files])
      },
    },
  }
}

/** Prompt, model and options, with the price of what is set and the way to run it at the end. */
export function Composer({ composer, startInPrompt = false }: { composer: ComposerState; startInPrompt?: boolean }) {
  const { t } = useLingui()
  const { number } = useFormat()
  const labels = usePromptLabels()
  const field = useRef<HTMLTextAreaElement>(null)
  const { kind, models, model, prompt, price, failure, setPrompt } = composer
  const drop = useFileDrop(composer)
  const fields = failure?.fields
  const promptError = fields?.prompt?.detail

  useEffect(() => {
    const area = field.current
    // What was typed before the page came to life.
    if (area?.value) setPrompt(area.value)
    if (startInPrompt && area) {
      area.focus()
      area.setSelectionRange(area.value.length, area.value.length)
    }
    // oxlint-disable-next-line react/exhaustive-deps -- Only once: later changes come from typing.
  }, [])

  useEffect(() => {
    if (promptError) field.current?.focus()
  }, [promptError])

  if (!model) {
    return (
      <p className="text-ink-soft">
        <Trans>This server has no model for this kind yet.</Trans>
      </p>
    )
  }
  const { max_length, placeholder, examples } = model.prompt
  const left = max_length - prompt.length
  // What there is to choose comes first; what cannot be chosen anyway must not push the prompt down.
  const choice = models.filter(({ available }) => available).length > 1
  const picker = <ModelPicker models={models} value={model} onValueChange={composer.setModel} error={fields?.model?.detail} />

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- The keys come from its fields.
    <form
      noValidate
      data-kind={kind}
      className="relative flex min-h-0 flex-1 flex-col"
      {...drop.handlers}
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={onSendKey(() => void composer.submit())}
      aria-label={t`New work`}
    >
      <div
        data-scroller
        className="grid min-h-0 flex-1 content-start gap-6 overflow-y-auto overscroll-contain motion-safe:scroll-smooth px-5 pt-1 pb-6 lg:px-6"
      >
        {choice && picker}
        <div className="grid gap-2.5">
          <TextArea
            ref={field}
            label={labels[kind]}
            autosize
            rows={4}
            value={prompt}
            onChange={(event) => setPrompt(event.target.value)}
            placeholder={placeholder}
            error={promptError ?? (left < 0 ? t`${number(-left)} characters too many.` : undefined)}
            aside={
              left < max_length * 0.1 && (
                <span className="tabular text-sm text-ink-soft">
                  {number(prompt.length)} / {number(max_length)}
                </span>
              )
            }
            className="min-h-28"
          />
          {prompt === '' && examples.length > 0 && (
            <div className="flex flex-wrap gap-1.5" role="group" aria-label={t`Examples`}>
              {examples.map((example) => (
                <button
                  key={example}
                  type="button"
                  onClick={() => {
                    setPrompt(example)
                    field.current?.focus()
                  }}
                  className="min-h-9 rounded-control bg-ink/5 px-3 py-1.5 text-left text-sm text-ink-soft transition-colors hover:bg-ink/10 hover:text-ink pointer-coarse:min-h-11"
                >
                  <span className="line-clamp-2">{example}</span>
                </button>
              ))}
            </div>
          )}
        </div>
        {prompt.trim() !== '' && price?.understood && <UnderstoodWords kind={kind} understood={price.understood} className="-mt-3.5" />}
        <InputsField composer={composer} />
        {models.length === 1 && (
          <p className="-mb-2 text-sm text-ink-soft">{model.available ? model.description : model.unavailable_reason}</p>
        )}
        <OptionFields
          kind={kind}
          schema={model.options}
          values={composer.options}
          onChange={composer.setOption}
          errorOf={(name) => fields?.[`options.${name}`]?.detail}
        />
        {!choice && models.length > 1 && picker}
      </div>
      <Send composer={composer} />
      {drop.over && (
        <div className="pointer-events-none absolute inset-2 z-10 grid place-items-center rounded-card border-2 border-dashed border-kind bg-paper/85 text-lg font-medium">
          <Trans>Drop it here</Trans>
        </div>
      )}
    </form>
  )
}

function Send({ composer }: { composer: ComposerState }) {
  const { tokens, number } = useFormat()
  const failureWords = useFailureWords()
  const { model, price, available, missing, failure, sending, uploads } = composer
  const inField =
    failure?.fields && Object.keys(failure.fields).some((name) => /^(?:prompt|model|inputs|options\.\w+|inputs\.\d+)$/.test(name))
  const short = missing || failure?.missing
  const unusable = model && !model.available
  return (
    <div className="grid gap-3 border-t border-line bg-paper px-5 pt-4 pb-5 max-lg:bg-surface max-lg:pb-[max(1.25rem,env(safe-area-inset-bottom))] lg:px-6">
      <div role="alert" className="empty:hidden">
        {failure && !inField && !short && (
          <p className="rounded-control bg-danger-soft px-3.5 py-2.5 text-danger">{failureWords(failure)}</p>
        )}
      </div>
      {short ? (
        <div role="status" className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card bg-wash py-2 pr-2 pl-4">
          <span>
            <Trans>You are {tokens(short)} short.</Trans>
          </span>
          <ButtonLink to="/profile/token-packs" variant="secondary" size="sm">
            <Trans>Get tokens</Trans>
          </ButtonLink>
        </div>
      ) : null}
      <Button
        size="lg"
        busy={sending}
        disabled={unusable || missing > 0 || uploads.busy}
        onClick={(event) => event.detail <= 1 && void composer.submit()}
        className="w-full"
      >
        <SendLabel composer={composer} />
      </Button>
      <p className="tabular text-center text-sm text-ink-soft">
        {unusable ? (
          model.unavailable_reason
        ) : uploads.busy ? (
          <Trans>The file is still on its way.</Trans>
        ) : price && missing === 0 ? (
          <Trans>
            Balance {number(available)} → {number(available - price.tokens)}
          </Trans>
        ) : (
          <Trans>Balance {number(available)}</Trans>
        )}
      </p>
    </div>
  )
}

/** "Generate · 12 tokens"; the price alone fades while a new one is asked for. */
function SendLabel({ composer: { price } }: { composer: ComposerState }) {
  const { tokens } = useFormat()
  return (
    <span>
      <Trans>Generate</Trans>
      {price && <span className={`tabular transition-opacity ${price.settling ? 'opacity-50' : ''}`}> · {tokens(price.tokens)}</span>}
    </span>
  )
}
