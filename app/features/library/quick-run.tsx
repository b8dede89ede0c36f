import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useHydrated } from '@tanstack/react-router'
import { Clapperboard, Columns2, SlidersHorizontal } from 'lucide-react'
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
import { Mark } from '#app/ui/page/mark.tsx'
import { useChosenBefore } from '#app/ui/controls/use-chosen-before.ts'
import { fieldModel } from '#app/contract/runs/usual-models.ts'
import { isComposing } from '#app/ui/controls/is-composing.ts'
import { usualOptions } from './load-dashboard.ts'

const mark =
  'inline-flex min-h-11 items-center justify-center gap-1.5 rounded-control px-2.5 text-sm font-medium text-ink-soft transition-colors hover:bg-ink/6 hover:text-ink max-lg:grow [&_svg]:size-5 [&_svg]:shrink-0'

type QuickRunProps = { lastKind: Kind; labelledBy: string }

/** One line that starts a run with the usual options; the studio offers all options, and two marks make several works from a prompt. */
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
      <div className="flex flex-wrap items-end gap-x-2 gap-y-1 p-[9px] lg:flex-nowrap">
        <fieldset ref={radios} className="flex shrink-0 max-lg:order-1">
          <legend className="sr-only">
            <Trans>Media type</Trans>
          </legend>
          {kinds.map((option) => {
            const Icon = kindIcons[option]
            return (
              <label key={option} data-kind={option} title={names[option]} className="quick-kind">
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
                <Icon aria-hidden className="size-5 shrink-0" strokeWidth={1.75} />
                <span className="sr-only">{names[option]}</span>
              </label>
            )
          })}
        </fieldset>
        <textarea
          ref={field}
          aria-labelledby={labelledBy}
          placeholder={model?.prompt.placeholder}
          rows={1}
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
          className="block field-sizing-content max-h-60 min-h-11 min-w-0 resize-none bg-transparent px-2 py-2 text-lg outline-none placeholder:text-ink-soft placeholder-shown:overflow-hidden placeholder-shown:whitespace-nowrap max-lg:placeholder-shown:mask-r-from-85% flex-1 max-lg:basis-full"
        />
        <div className="flex shrink-0 items-center max-lg:order-3 max-lg:basis-full max-sm:grid max-sm:grid-cols-2">
          <Link to="/dashboard" search={{ chord: 'new' }} className={mark} title={t`Chord: one prompt, four results`}>
            <Mark size={20} />
            <Trans>Chord</Trans>
          </Link>
          <Link to="/dashboard" search={{ compare: kind }} className={mark} title={t`Compare models: one prompt, side by side`}>
            <Columns2 aria-hidden strokeWidth={1.75} />
            <Trans>Compare</Trans>
          </Link>
          <Link to="/dashboard" search={{ film: 'new' }} className={mark} title={t`Film: a script becomes shots and a video`}>
            <Clapperboard aria-hidden strokeWidth={1.75} />
            <Trans>Film</Trans>
          </Link>
          <Link
            to={kindPaths[kind]}
            search={prompt.trim() ? { prompt: prompt.trim().slice(0, linkedPromptMaxLength) } : {}}
            className={mark}
            aria-label={t`All options`}
            title={t`All options`}
          >
            <SlidersHorizontal aria-hidden strokeWidth={1.75} />
            <Trans>Options</Trans>
          </Link>
        </div>
        {model ? (
          <SpendButton
            type="submit"
            asked={asked}
            busy={sending}
            disabled={!hydrated}
            shortOnPhones
            className="disabled:opacity-100 max-lg:order-2 max-lg:ml-auto max-sm:grow lg:shrink-0"
          >
            <Trans>Create</Trans>
          </SpendButton>
        ) : (
          <p className="self-center px-3 text-sm text-ink-soft max-lg:order-2">{t`Not available now`}</p>
        )}
      </div>
      <div id={`${group}-state`} role="alert" className="px-5 pb-3 text-danger empty:hidden">
        {failure && <Problem failure={failure} text={failure.fields?.prompt?.detail ?? failureMessage(failure)} />}
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
