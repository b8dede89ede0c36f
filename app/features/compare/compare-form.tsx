import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useHydrated, useNavigate } from '@tanstack/react-router'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { comparedModels, type Comparison, type CreateComparison } from '#app/contract/comparisons.ts'
import { isBelowToken } from '#app/contract/milli.ts'
import type { Model } from '#app/contract/models.ts'
import { type Kind, kinds, promptMaxLength } from '#app/contract/values.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { modelsOf, modelsQuery } from '#app/shell/data/generations.queries.ts'
import { useMaintenance } from '#app/shell/data/notices.queries.ts'
import { useUser } from '#app/shell/data/session.queries.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { KindIcon, useKindNames } from '#app/shell/media/kinds.tsx'
import { useSubmitSeveral } from '#app/shell/work/use-submit-several.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Empty } from '#app/ui/empty.tsx'
import { Checkbox, TextArea } from '#app/ui/field.tsx'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import { Segmented } from '#app/ui/segmented.tsx'
import { StillPart } from '#app/ui/still-part.tsx'
import { Switch } from '#app/ui/switch.tsx'
import { usePaused } from '#app/ui/use-paused.ts'
import { createComparison } from './compare.functions.ts'
import { comparisonKeys, comparisonQuery, comparisonQuoteQuery } from './compare.queries.ts'

const ClosedNote = lazyPart(async () => (await import('#app/shell/notices/closed-note.tsx')).ClosedNote)

/** Whether a model works from a prompt alone. */
const needsNoFile = ({ available, inputs }: Model) => available && !inputs.some(({ required }) => required)

type CompareFormProps = { kind: Kind; onStarted: (comparison: Comparison) => void }

/** The form of a comparison: one prompt, two to four models, one price, one button. */
export function CompareForm({ kind, onStarted }: CompareFormProps) {
  const { t } = useLingui()
  const { tokens, tokenPrice } = useFormat()
  const names = useKindNames()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const hydrated = useHydrated()
  const failureMessage = useFailureMessage()
  const field = useRef<HTMLTextAreaElement>(null)
  const available = useUser()?.available ?? 0
  const { data: all } = useSuspenseQuery(modelsQuery())
  const models = modelsOf(kind)(all).filter(needsNoFile)
  const [prompt, setPrompt] = useState('')
  const [chosen, setChosen] = useState(() => models.slice(0, comparedModels.min).map(({ id }) => id))
  const [blind, setBlind] = useState(true)
  const [isEmpty, setIsEmpty] = useState(false)
  const isEnough = chosen.length >= comparedModels.min
  const { data: quote } = useQuery(comparisonQuoteQuery(usePaused(prompt), chosen))
  const closed = useMaintenance()?.may_run === false
  const { submit, sending, failure } = useSubmitSeveral({
    send: (comparison: CreateComparison, key) => createComparison({ data: { ...comparison, ...key } }),
    runsOf: ({ runs }) => runs,
  })

  useEffect(() => {
    // Text typed before hydration.
    if (field.current?.value) setPrompt(field.current.value)
  }, [])

  const missing = isEnough && quote ? Math.max(0, quote.price - available, failure?.missing ?? 0) : 0
  const modelFailure = failure?.fields?.models?.detail

  function toggle(id: string) {
    setChosen((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id]))
  }
  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (sending || closed || !quote || !isEnough) return
    setIsEmpty(!prompt.trim())
    if (!prompt.trim()) return field.current?.focus()
    const started = await submit({ prompt: prompt.trim(), models: chosen, blind, max_price: quote.price })
    if (!started) return
    queryClient.setQueryData(comparisonQuery(started.id).queryKey, started)
    void queryClient.invalidateQueries({ queryKey: comparisonKeys.lists })
    onStarted(started)
  }
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.currentTarget.form?.requestSubmit()
  }

  return (
    <form
      noValidate
      data-kind={kind}
      onSubmit={(event) => void onSubmit(event)}
      className="grid gap-6 rounded-sheet border border-line bg-surface p-3 sm:p-8 lg:grid-cols-[1fr_26rem] lg:items-start lg:gap-x-12"
    >
      <div className="grid gap-4">
        <Segmented
          label={t`Kind`}
          hideLabel
          value={kind}
          onValueChange={(next) => void navigate({ to: '/dashboard', search: { compare: next }, replace: true, resetScroll: false })}
          items={kinds.map((value) => ({ value, label: names[value], icon: <KindIcon kind={value} className="size-4.5" /> }))}
        />
        <TextArea
          ref={field}
          label={<Trans>Prompt for all models</Trans>}
          error={isEmpty && !prompt.trim() ? t`Say what to make.` : failure?.fields?.prompt?.detail}
          rows={4}
          maxLength={promptMaxLength}
          value={prompt}
          onChange={(event) => setPrompt(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      <ModelChoice models={models} chosen={chosen} onToggle={toggle} />
      <div className="grid gap-4">
        <Switch label={<Trans>Hide the models’ names until I choose</Trans>} checked={blind} onCheckedChange={setBlind} />
        <div role="alert" className="empty:hidden">
          {failure && !failure.fields?.prompt && !failure.missing && !closed && (
            <p className="rounded-control bg-danger-soft px-3.5 py-2.5 text-danger">{modelFailure ?? failureMessage(failure)}</p>
          )}
        </div>
        {closed && <ClosedNote />}
        {missing > 0 && (
          <p className="rounded-control bg-warn-soft px-3.5 py-2.5">
            <Trans>You need {tokens(missing)} more. Leave a model out or get tokens.</Trans>{' '}
            <ButtonLink to="/profile/token-packs" variant="ghost" size="sm" className="-mx-2">
              <Trans>Get tokens</Trans>
            </ButtonLink>
          </p>
        )}
        <Button
          type="submit"
          size="lg"
          busy={sending}
          disabled={!hydrated || closed || !quote || !isEnough || missing > 0}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          className={`justify-self-start max-sm:w-full ${hydrated ? '' : 'disabled:opacity-100'}`}
        >
          <Trans>Compare</Trans>
          {isEnough && (
            <span className="tabular -ml-1.5">
              {' · '}
              {!quote ? '…' : isBelowToken(quote.price_milli) ? tokenPrice(quote.price_milli) : tokens(quote.price)}
            </span>
          )}
        </Button>
      </div>
      <StillPart />
    </form>
  )
}

type ModelChoiceProps = { models: readonly Model[]; chosen: readonly string[]; onToggle: (id: string) => void }

function ModelChoice({ models, chosen, onToggle }: ModelChoiceProps) {
  const { min, max } = comparedModels
  if (models.length < min)
    return (
      <Empty title={<Trans>There is nothing to compare yet</Trans>}>
        <Trans>This server has fewer than two models of this kind.</Trans>
      </Empty>
    )
  const left = min - chosen.length
  return (
    <fieldset className="min-w-0 lg:row-span-2">
      <legend className="mb-1.5 font-medium">
        <Trans>Models</Trans>
      </legend>
      <p className="mb-2 text-sm text-ink-soft">
        {left > 0 ? (
          <Plural value={left} one="Choose # more." other="Choose # more." />
        ) : (
          <Trans>Two to four; each uses its usual settings.</Trans>
        )}
      </p>
      <div className="-mx-2 grid max-h-88 overflow-y-auto">
        {models.map(({ id, name, description }) => {
          const isOn = chosen.includes(id)
          return (
            <Checkbox
              key={id}
              checked={isOn}
              disabled={!isOn && chosen.length >= max}
              onChange={() => onToggle(id)}
              className="rounded-control px-2 transition-colors hover:bg-ink/4 has-disabled:opacity-60"
              label={
                <>
                  <span className="block wrap-anywhere">{name}</span>
                  <span className="line-clamp-2 text-sm text-ink-soft">{description}</span>
                </>
              }
            />
          )
        })}
      </div>
    </fieldset>
  )
}
