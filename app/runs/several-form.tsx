import { Trans, useLingui } from '@lingui/react/macro'
import { useHydrated } from '@tanstack/react-router'
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { ApiFailure } from '#app/contract/base/api-result.ts'
import { isBelowToken } from '#app/contract/money/milli.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { useMaintenance } from '#app/shell/data/notices.queries.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { Button, ButtonLink } from '#app/ui/controls/button.tsx'
import { TextArea } from '#app/ui/controls/field.tsx'
import { isComposing } from '#app/ui/controls/is-composing.ts'
import { StillPart } from '#app/ui/page/still-part.tsx'

type SeveralFormProps = {
  prompt: string
  onPromptChange: (prompt: string) => void
  label: ReactNode
  placeholder?: string
  hint?: ReactNode
  maxLength: number
  /** Lines of the empty field; 4 if absent. */
  rows?: number
  /** The price of all runs; undefined until it is known, null if nothing is chosen. */
  price: { tokens: number; milli: number } | null | undefined
  /** Tokens missing for all runs. */
  missing: number
  /** Says how to need fewer tokens than are missing. */
  missingNote: ReactNode
  failure: ApiFailure | null
  /** A failure of the choice in `side`, instead of the general message. */
  choiceFailure?: string | undefined
  /** Shown while no runs are accepted. */
  closedNote: ReactNode
  sending: boolean
  /** The name of the button. */
  action: ReactNode
  onSubmit: () => Promise<void>
  /** Above the prompt. */
  before?: ReactNode
  /** Between the prompt and the button. */
  settings?: ReactNode
  /** The choice that the prompt is for: next to it on a desktop, between it and the button on a phone. */
  side: ReactNode
}

/** The form of several works from one prompt: one price, one button. */
export function SeveralForm({ prompt, price, missing, failure, sending, ...props }: SeveralFormProps) {
  const { t } = useLingui()
  const { tokens, tokenPrice } = useFormat()
  const hydrated = useHydrated()
  const failureMessage = useFailureMessage()
  const field = useRef<HTMLTextAreaElement>(null)
  const [isEmpty, setIsEmpty] = useState(false)
  const closed = useMaintenance()?.may_run === false
  const { onPromptChange } = props

  useEffect(() => {
    // Text typed before hydration.
    if (field.current?.value) onPromptChange(field.current.value)
  }, [onPromptChange])

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (sending || closed || !price) return
    setIsEmpty(!prompt.trim())
    if (!prompt.trim()) return field.current?.focus()
    await props.onSubmit()
  }
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isComposing(event.nativeEvent)) return
    event.preventDefault()
    event.currentTarget.form?.requestSubmit()
  }

  return (
    <form
      noValidate
      onSubmit={(event) => void onSubmit(event)}
      className="grid gap-6 rounded-sheet border border-line bg-surface p-3 sm:p-8 lg:grid-cols-[1fr_27rem] lg:grid-rows-[auto_1fr] lg:gap-x-12"
    >
      <div className="grid content-start gap-4">
        {props.before}
        <TextArea
          ref={field}
          label={props.label}
          placeholder={props.placeholder}
          hint={props.hint}
          error={isEmpty && !prompt.trim() ? t`Say what to make.` : failure?.fields?.prompt?.detail}
          rows={props.rows ?? 4}
          maxLength={props.maxLength}
          value={prompt}
          onChange={(event) => onPromptChange(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      <div className="min-w-0 lg:row-span-2">{props.side}</div>
      <div className="grid content-start gap-4">
        {props.settings}
        <div role="alert" className="empty:hidden">
          {failure && !failure.fields?.prompt && !failure.missing && !closed && (
            <p className="rounded-control bg-danger-soft px-3.5 py-2.5 text-danger">{props.choiceFailure ?? failureMessage(failure)}</p>
          )}
        </div>
        {closed && props.closedNote}
        {missing > 0 && (
          <p className="rounded-control bg-warn-soft px-3.5 py-2.5">
            {props.missingNote}{' '}
            <ButtonLink to="/profile/token-packs" variant="ghost" size="sm" className="-mx-2">
              <Trans>Get tokens</Trans>
            </ButtonLink>
          </p>
        )}
        <Button
          type="submit"
          size="lg"
          busy={sending}
          disabled={!hydrated || closed || !price || missing > 0}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          className={`justify-self-start max-sm:w-full ${hydrated ? '' : 'disabled:opacity-100'}`}
        >
          {props.action}
          {price !== null && (
            <span className="-ml-1.5">
              {' · '}
              {!price ? '…' : price.milli === 0 || isBelowToken(price.milli) ? tokenPrice(price.milli) : tokens(price.tokens)}
            </span>
          )}
        </Button>
      </div>
      <StillPart />
    </form>
  )
}
