import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useHydrated } from '@tanstack/react-router'
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { ApiFailure } from '#app/contract/base/api-result.ts'
import { type Kind, promptMaxLength } from '#app/contract/base/values.ts'
import { linkedPromptMaxLength } from '#app/contract/base/values.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { useModels } from '#app/shell/data/generations.queries.ts'
import { kindIcons, kindPaths, kinds, useKindNames } from '#app/shell/media/kinds.tsx'
import { SpendButton } from '#app/runs/spend-button.tsx'
import { useRunPrice } from '#app/runs/use-run-price.ts'
import { useSubmission } from '#app/runs/use-submission.ts'
import { useChosenBefore } from '#app/ui/use-chosen-before.ts'
import { fieldModel } from '#app/contract/runs/usual-models.ts'
import { isComposing } from '#app/ui/is-composing.ts'
import { usualOptions } from './load-dashboard.ts'

type QuickRunProps = { lastKind: Kind; labelledBy: string }

/** A field that starts a run with the usual options; the studio offers all options. */
// oxlint-disable-next-line max-lines-per-function -- Mostly the markup of one form or panel, read from top to bottom.
export function QuickRun({ lastKind, labelledBy }: QuickRunProps) {
  const { t } = useLingui()
  const names = useKindNames()
  const hydrated = useHydrated()
  const group = useId()
  const failureMessage = useFailureMessage()
  const models = useModels()
  const [kind, setKind] = useState(lastKind)
  const radios = useChosenBefore(kind, kinds, setKind)
  const [prompt, setPrompt] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  const [failure, setFailure] = useState<ApiFailure | null>(null)
  const { sending, send } = useSubmission({ setFailure })
  const model = fieldModel(models, kind)
  const asked = useRunPrice({ model: model?.id ?? '', prompt: useSettled(prompt), options: usualOptions }, model !== undefined)

  useEffect(() => {
    // Text typed before hydration.
    // It exists only in the document.
    if (field.current?.value) setPrompt(field.current.value)
  }, [])

  async function submit() {
    if (!model || !asked.price || sending) return
    const started = await send({ model: model.id, prompt: prompt.trim(), options: usualOptions, max_price: asked.price.tokens })
    if (started) setPrompt('')
    field.current?.focus()
  }
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    void submit()
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey || event.repeat || isComposing(event.nativeEvent)) return
    event.preventDefault()
    void submit()
  }

  return (
    <form
      noValidate
      data-kind={kind}
      aria-labelledby={labelledBy}
      onSubmit={onSubmit}
      className="rounded-sheet border border-edge bg-surface transition-[border-color] has-[textarea:focus-visible]:border-kind"
    >
      <textarea
        ref={field}
        aria-labelledby={labelledBy}
        placeholder={model?.prompt.placeholder}
        rows={2}
        maxLength={Math.min(promptMaxLength, model?.prompt.max_length ?? promptMaxLength)}
        value={prompt}
        onChange={(event) => {
          setFailure(null)
          setPrompt(event.target.value)
        }}
        onKeyDown={onKeyDown}
        enterKeyHint="send"
        autoComplete="off"
        aria-invalid={failure !== null || undefined}
        aria-describedby={`${group}-state`}
        className="block field-sizing-content max-h-60 min-h-22 w-full resize-none bg-transparent px-5 pt-4 pb-2 text-lg outline-none placeholder:text-ink-soft"
      />
      <div id={`${group}-state`} role="alert" className="px-5 pb-2 text-danger empty:hidden">
        {failure && <Problem failure={failure} text={failure.fields?.prompt?.detail ?? failureMessage(failure)} />}
      </div>
      <div className="flex flex-wrap items-center gap-2 p-2.5 pt-0">
        <fieldset ref={radios} className="-mx-0.5 flex min-w-0 max-sm:w-full max-sm:justify-between">
          <legend className="sr-only">
            <Trans>Kind</Trans>
          </legend>
          {kinds.map((option) => {
            const Icon = kindIcons[option]
            return (
              <label
                key={option}
                data-kind={option}
                className="relative flex min-h-11 min-w-11 items-center justify-center gap-1 rounded-control px-2 text-sm font-medium text-ink-soft transition-colors hover:bg-ink/6 has-checked:bg-kind-soft has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-kind sm:gap-1.5 sm:px-3 sm:text-base [&:has(:checked)_svg]:text-kind"
              >
                <input
                  type="radio"
                  name={group}
                  value={option}
                  checked={option === kind}
                  autoComplete="off"
                  onChange={() => {
                    setFailure(null)
                    setKind(option)
                  }}
                  className="choice-radio"
                />
                <Icon aria-hidden className="size-4.5 shrink-0 max-[24rem]:hidden" strokeWidth={1.75} />
                {names[option]}
              </label>
            )
          })}
        </fieldset>
        <div className="ml-auto flex min-w-0 items-center gap-1 max-sm:w-full max-sm:justify-between">
          <Link
            to={kindPaths[kind]}
            search={prompt.trim() ? { prompt: prompt.trim().slice(0, linkedPromptMaxLength) } : {}}
            className="inline-flex min-h-11 items-center rounded-control px-3 text-sm text-ink-soft transition-colors hover:bg-ink/6 hover:text-ink"
          >
            <Trans>All options</Trans>
          </Link>
          {model ? (
            <SpendButton type="submit" asked={asked} busy={sending} disabled={!hydrated} className="disabled:opacity-100">
              <Trans>Create</Trans>
            </SpendButton>
          ) : (
            <p className="px-3 text-sm text-ink-soft">{t`Not available now`}</p>
          )}
        </div>
      </div>
    </form>
  )
}

function Problem({ failure, text }: { failure: ApiFailure; text: string }) {
  return (
    <>
      {text}{' '}
      {failure.code === 'not_enough_tokens' && (
        <Link to="/profile/token-packs" className="link font-medium text-ink">
          <Trans>Get tokens</Trans>
        </Link>
      )}
    </>
  )
}

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), 300)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
