import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { comparedModels, type Comparison, type CreateComparison } from '#app/contract/runs/comparisons.ts'
import type { ApiFailure } from '#app/contract/base/api-result.ts'
import type { GenerationInput, OptionValues } from '#app/contract/runs/generations.ts'
import { modelsOf } from '#app/contract/runs/usual-models.ts'
import type { Model } from '#app/contract/runs/models.ts'
import { type Kind, kinds, promptMaxLength } from '#app/contract/base/values.ts'
import { useModels } from '#app/shell/data/generations.queries.ts'
import { useUser } from '#app/shell/data/session.queries.ts'
import { useFormat } from '#app/shell/i18n/format.ts'
import { KindIcon, useKindNames } from '#app/shell/media/kinds.tsx'
import { failureOf } from '#app/shell/calls/failure-of.ts'
import { fitOptions } from '#app/runs/options/option-values.ts'
import { SeveralForm } from '#app/runs/several-form.tsx'
import { useSubmitSeveral } from '#app/runs/use-submit-several.ts'
import { Empty } from '#app/ui/lists/empty.tsx'
import { Checkbox } from '#app/ui/controls/field.tsx'
import { Segmented } from '#app/ui/controls/segmented.tsx'
import { Switch } from '#app/ui/controls/switch.tsx'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'
import { usePaused } from '#app/ui/controls/use-paused.ts'
import { createComparison } from './compare.functions.ts'
import { sharedInputs, sharedOptions } from './shared-options.ts'
import { comparisonKeys, comparisonQuery, comparisonQuoteQuery } from './compare.queries.ts'

const SharedFiles = lazyPart(async () => (await import('./shared-files.tsx')).SharedFiles)
const SharedOptions = lazyPart(async () => (await import('./shared-option-fields.tsx')).SharedOptions)
const ClosedNote = lazyPart(async () => (await import('#app/shell/notices/closed-note.tsx')).ClosedNote)

/** Whether a model works from a prompt and the given files. */
const hasItsFiles = ({ available, inputs }: Model, given: readonly GenerationInput[]) =>
  available && inputs.every(({ role, required }) => !required || given.some((input) => input.role === role))

type CompareFormProps = { kind: Kind; onStarted: (comparison: Comparison) => void }

/** The form of a comparison: one prompt, two to four models, one price, one button. */
export function CompareForm({ kind, onStarted }: CompareFormProps) {
  const { t } = useLingui()
  const { tokens } = useFormat()
  const names = useKindNames()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const available = useUser()?.available ?? 0
  const all = useModels()
  const [files, setFiles] = useState<GenerationInput[]>([])
  const models = modelsOf(kind)(all).filter((model) => hasItsFiles(model, files))
  const [prompt, setPrompt] = useState('')
  const [chosen, setChosen] = useState(() => models.slice(0, comparedModels.min).map(({ id }) => id))
  const [blind, setBlind] = useState(true)
  const isEnough = chosen.length >= comparedModels.min
  const [values, setValues] = useState<OptionValues>({})
  const compared = models.filter(({ id }) => chosen.includes(id))
  const schema = sharedOptions(compared)
  const accepted = sharedInputs(compared)
  const shared = { options: fitOptions(schema, values), inputs: files.filter(({ role }) => accepted.some((input) => input.role === role)) }
  const { data: quote, error: refusal } = useQuery(comparisonQuoteQuery(usePaused(prompt), chosen, shared))
  const { submit, sending, failure } = useSubmitSeveral({
    send: (data: CreateComparison & { idempotency_key: string }) => createComparison({ data }),
    runsOf: ({ runs }) => runs,
  })
  const price = !isEnough ? null : quote && { tokens: quote.price, milli: quote.price_milli }
  const missing = price ? Math.max(0, price.tokens - available, failure?.missing ?? 0) : 0

  function toggle(id: string) {
    setChosen((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id]))
  }
  async function start() {
    const started = await submit({ prompt: prompt.trim(), models: chosen, ...shared, blind, max_price: price?.tokens })
    if (!started) return
    queryClient.setQueryData(comparisonQuery(started.id).queryKey, started)
    void queryClient.invalidateQueries({ queryKey: comparisonKeys.lists })
    onStarted(started)
  }

  return (
    <div data-kind={kind}>
      <SeveralForm
        prompt={prompt}
        onPromptChange={setPrompt}
        before={
          <Segmented
            label={t`Media type`}
            hideLabel
            className="max-sm:[&_svg]:hidden"
            value={kind}
            onValueChange={(next) => void navigate({ to: '/dashboard', search: { compare: next }, replace: true, resetScroll: false })}
            items={kinds.map((value) => ({ value, label: names[value], icon: <KindIcon kind={value} className="size-4.5" /> }))}
          />
        }
        label={<Trans>Prompt for all models</Trans>}
        maxLength={promptMaxLength}
        price={price}
        missing={missing}
        missingNote={<Trans>You need {tokens(missing)} more. Leave a model out or get tokens.</Trans>}
        failure={failure}
        closedNote={<ClosedNote />}
        choiceFailure={failure?.fields?.models?.detail}
        sending={sending}
        settings={<Switch label={<Trans>Hide the models’ names until I choose</Trans>} checked={blind} onCheckedChange={setBlind} />}
        action={<Trans>Compare</Trans>}
        onSubmit={start}
        side={
          <div className="grid content-start gap-6">
            <ModelChoice models={models} chosen={chosen} onToggle={toggle} />
            {isEnough && accepted.length > 0 && (
              <SharedFiles
                accepted={accepted}
                given={shared.inputs}
                onChange={setFiles}
                problem={inputProblem(failure ?? (refusal && failureOf(refusal)))}
              />
            )}
            {isEnough && Object.keys(schema.properties).length > 0 && (
              <SharedOptions kind={kind} schema={schema} values={shared.options} onChange={setValues} failure={failure} />
            )}
          </div>
        }
      />
    </div>
  )
}

const inputProblem = (failure: ApiFailure | null) =>
  Object.entries(failure?.fields ?? {}).find(([name]) => name.startsWith('inputs'))?.[1].detail

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
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium">
        <Trans>Models</Trans>
      </legend>
      <p className="mb-2 text-sm text-ink-soft">
        {left > 0 ? <Plural value={left} one="Choose # more." other="Choose # more." /> : <Trans>Two to four models.</Trans>}
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
