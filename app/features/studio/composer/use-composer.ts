import { useCallback, useMemo, useState } from 'react'
import { modelsOf, pickModel } from '#app/contract/runs/usual-models.ts'
import type { ApiFailure } from '#app/contract/base/api-result.ts'
import type { Kind } from '#app/contract/base/values.ts'
import type { Generation, OptionValues } from '#app/contract/runs/generations.ts'
import type { Model } from '#app/contract/runs/models.ts'
import type { StudioTool } from '#app/contract/runs/tool-names.ts'
import type { Draft } from '#app/contract/runs/studio.ts'
import { type QuoteContext, useModels } from '#app/shell/data/generations.queries.ts'
import { useMaintenance } from '#app/shell/data/notices.queries.ts'
import { useUser } from '#app/shell/data/session.queries.ts'
import { fitOptions, type OptionValue, setOption } from '#app/runs/options/option-values.ts'
import { emptyDraft } from './draft-storage.ts'
import { fitInputs } from './fit-inputs.ts'
import { type AddressOptions, useAddress, withPrefill } from './use-address.ts'
import { useCost } from './use-cost.ts'
import { useDraft } from './use-draft.ts'
import { useInputs } from './use-inputs.ts'
import { newlyStated } from './stated-options.ts'
import { type Replacement, useReplacement } from './use-replacement.ts'
import { useSubmission } from '#app/runs/use-submission.ts'

type ComposerOptions = AddressOptions & {
  kind: Kind
  onStarted: (started: Generation) => void
  onRefused: () => void
  /** The conversation that the run continues, and the turn that it follows. */
  threadId?: string | undefined
  parentId?: string | undefined
  /** The studio's tools of the conversation; undefined where there are none to choose. */
  tools?: StudioTool[] | undefined
}

const noOptions: OptionValues = {}

/** Sets the options that a changed prompt states. */
function withStated(models: readonly Model[], before: Draft, after: Draft): Draft {
  const model = before.prompt === after.prompt ? undefined : pickModel(models, after.model)
  const stated = model ? newlyStated(before.prompt, after.prompt, model.options) : noOptions
  if (!model || Object.keys(stated).length === 0) return after
  return { ...after, options: { ...after.options, [model.id]: { ...after.options[model.id], ...stated } } }
}

/**
 * The state of the composer: the draft (prompt, model, options) and, each in its own hook, its inputs, its cost, its submission,
 * replacements of the prompt, and its part of the URL.
 */
// oxlint-disable-next-line max-lines-per-function -- It joins the hooks of the composer into one value.
export function useComposer({ kind, onStarted, onRefused, threadId, parentId, tools, ...address }: ComposerOptions) {
  const user = useUser()
  const allModels = useModels()
  const { task } = address.prefill
  const models = useMemo(() => modelsOf(kind, task)(allModels), [allModels, kind, task])

  const [seed] = useState(() => {
    const linked = withPrefill(emptyDraft, address.prefill, models)
    return models.some(({ id }) => id === linked.model) ? linked : { ...linked, model: null }
  })
  const { draft, restored, change: changeDraft, note, dismissNote, swap, follow } = useDraft({ userId: user?.id, kind, seed })
  const [failure, setFailure] = useState<ApiFailure | null>(null)
  /** Applies changes by the person, after which a failure of the former draft no longer applies. */
  const change = useCallback(
    (next: (draft: Draft) => Draft) => {
      setFailure(null)
      changeDraft((current) => withStated(models, current, next(current)))
    },
    [changeDraft, models],
  )

  const model = pickModel(models, draft.model)
  const stored = model && draft.options[model.id]
  const options = useMemo(() => (model ? fitOptions(model.options, stored ?? noOptions) : noOptions), [model, stored])

  const inputs = useInputs({ models, model, draft, change })
  const context = useMemo<QuoteContext>(
    () => ({
      inputs: inputs.given,
      ...(threadId && { thread_id: threadId }),
      ...(parentId && { parent_id: parentId }),
      ...(tools && { tools }),
    }),
    [inputs.given, threadId, parentId, tools],
  )
  /** Whether the model takes a recording instead of a prompt. */
  const isPromptless = model?.prompt.max_length === 0
  const lacksInput = model?.inputs.some(({ role, required }) => required && !inputs.given.some((input) => input.role === role)) ?? false
  /** Whether a model that works on given files has none yet, so that it has no price either. */
  const waitsForInput = lacksInput && (isPromptless || task !== undefined)
  // The draft's prompt is kept for the other models.
  const prompt = isPromptless ? '' : draft.prompt
  const cost = useCost({ model, prompt, options, context, isQuoted: !waitsForInput })
  useAddress(
    { models, draft, restored, changeDraft, followLink: follow },
    {
      ...address,
      onPrefillTaken(prefill, chosen) {
        setFailure(null)
        address.onPrefillTaken(prefill, chosen)
      },
    },
  )
  const { sending, send } = useSubmission({ setFailure })
  const closed = useMaintenance()?.may_run === false

  /** Whether the run would fail. An earlier quote says nothing about this prompt. */
  const isImpossible = cost.price?.advice?.possible === false && !cost.price.settling

  /** Runs the draft, or a replacement. Returns whether it started. */
  async function submit(given?: Replacement & { maxPrice: number }): Promise<boolean> {
    const to = models.find(({ id }) => id === given?.model) ?? model
    if (sending || closed || inputs.uploads.busy || !to?.available || waitsForInput || (!given && (cost.missing > 0 || isImpossible)))
      return false
    // No tokens are spent before a price is shown, and none above it.
    const maxPrice = given?.maxPrice ?? cost.price?.tokens
    if (maxPrice === undefined) {
      setFailure(await cost.askPrice())
      return false
    }
    const started = await send({
      model: to.id,
      prompt: (given?.prompt ?? prompt).trim(),
      options: given ? fitOptions(to.options, { ...draft.options[to.id], ...given.options }) : options,
      ...context,
      inputs: fitInputs(to, draft.inputs),
      max_price: maxPrice,
      isPromptless,
    })
    if (!started) {
      onRefused()
      return false
    }
    inputs.uploads.keep()
    onStarted(started)
    return true
  }

  return {
    kind,
    task,
    models,
    model,
    isPromptless,
    lacksInput,
    waitsForInput,
    setModel: useCallback((id: string) => change((current) => ({ ...current, model: id })), [change]),
    prompt: draft.prompt,
    setPrompt: useCallback((prompt: string) => change((current) => ({ ...current, prompt })), [change]),
    options,
    setOption: useCallback(
      (name: string, value: OptionValue | undefined) =>
        change((current) => {
          const of = pickModel(models, current.model)
          if (!of) return current
          const values = fitOptions(of.options, current.options[of.id] ?? noOptions)
          return { ...current, options: { ...current.options, [of.id]: setOption(values, name, value) } }
        }),
      [change, models],
    ),
    /** Empties the message that was sent; model and options stay. */
    clear: useCallback(() => change((current) => ({ ...current, prompt: '', inputs: [] })), [change]),
    /** News about the draft from outside this page. */
    news: { note, dismiss: dismissNote, swap },
    inputs,
    cost,
    submission: {
      submit,
      sending,
      failure: failure ?? (draft.prompt.trim() === '' && !isPromptless ? null : cost.refusal),
      /** Whether the draft can be sent as it is; a prompt that misses the point needs a second look. */
      ready:
        !waitsForInput &&
        (isPromptless || draft.prompt.trim() !== '') &&
        model?.available === true &&
        cost.price !== null &&
        cost.missing === 0 &&
        !inputs.uploads.busy &&
        cost.price.advice?.kind !== 'not_drawn' &&
        !isImpossible &&
        !closed,
      /** Whether new runs are refused for maintenance. */
      closed,
      /** Whether the page is hydrated and has the stored draft. */
      hydrated: restored,
      /**
       * Whether free tokens cannot pay for this model before the email is verified. A quote or a failure may be older than the
       * verification.
       */
      unverified: user?.email_verified === false && (cost.price?.emailNotVerified === true || failure?.code === 'email_not_verified'),
    },
    ...useReplacement({ models, model, draft, change }),
  }
}

export type Composer = ReturnType<typeof useComposer>
