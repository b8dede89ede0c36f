import { useLingui } from '@lingui/react/macro'
import { useCallback, useMemo, useState } from 'react'
import { modelsOf, pickModel } from '#app/contract/runs/usual-models.ts'
import type { ApiFailure } from '#app/contract/base/api-result.ts'
import type { Kind } from '#app/contract/base/values.ts'
import type { Generation, OptionValues } from '#app/contract/runs/generations.ts'
import type { Model } from '#app/contract/runs/models.ts'
import type { ChosenTool } from '#app/contract/studio/tool-names.ts'
import type { Draft } from '#app/contract/studio/studio.ts'
import { type QuoteContext, useModels } from '#app/shell/data/generations.queries.ts'
import { useMaintenance } from '#app/shell/data/notices.queries.ts'
import { useUser } from '#app/shell/data/session.queries.ts'
import { fitOptions, type OptionValue, setOption } from '#app/runs/options/option-values.ts'
import type { Commands } from '../slash/use-commands.ts'
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
  /** The conversation that a command after a slash begins, where there is none yet. */
  slashThread?: string | undefined
  commands?: Commands | undefined
  parentId?: string | undefined
  /** The studio's tools of the conversation; undefined where there are none to choose. */
  tools?: ChosenTool[] | undefined
}

const noOptions: OptionValues = {}
const noInputs = { inputs: [] }

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
export function useComposer({ kind, onStarted, onRefused, threadId, slashThread, commands, parentId, tools, ...address }: ComposerOptions) {
  const user = useUser()
  const allModels = useModels()
  const { task } = address.prefill
  const ownModels = useMemo(() => modelsOf(kind, task)(allModels), [allModels, kind, task])

  const [seed] = useState(() => {
    const linked = withPrefill(emptyDraft, address.prefill, ownModels)
    return ownModels.some(({ id }) => id === linked.model) ? linked : { ...linked, model: null }
  })
  const { draft, restored, change: changeDraft, note, dismissNote, swap, follow } = useDraft({ userId: user?.id, kind, seed })
  const [failure, setFailure] = useState<ApiFailure | null>(null)
  /** Applies changes by the person, after which a failure of the former draft no longer applies. */
  const change = useCallback(
    (next: (draft: Draft) => Draft) => {
      setFailure(null)
      changeDraft((current) => withStated(ownModels, current, next(current)))
    },
    [changeDraft, ownModels],
  )

  const { i18n } = useLingui()
  const place = { models: allModels, userId: user?.id, locale: i18n.locale }
  const slash = commands?.slashIn(draft.prompt, place) ?? null
  const isNaming = commands?.isNaming(draft.prompt) ?? false
  const ownModel = pickModel(ownModels, draft.model)
  const isSlash = slash !== null
  // A command runs the model of what it makes, with its options and its price.
  const models = slash ? slash.makers : ownModels
  const model = slash?.model ?? ownModel
  /** Whether nothing carries the command out: a search, or something that no model makes here. */
  const isIdle = slash !== null && slash.model === undefined
  const stored = model && draft.options[model.id]
  const options = useMemo(() => (model ? fitOptions(model.options, stored ?? noOptions) : noOptions), [model, stored])

  const inputs = useInputs({ models: ownModels, model: ownModel, draft, change })
  const given = useMemo(
    () => (slash?.making ? fitInputs(model ?? noInputs, draft.inputs) : inputs.given),
    [slash?.making, model, draft.inputs, inputs.given],
  )
  const thread = threadId ?? (slash ? slashThread : undefined)
  const recipeThread = threadId ?? slashThread
  const context = useMemo<QuoteContext>(
    () => ({
      inputs: given,
      ...(thread && { thread_id: thread }),
      ...(parentId && { parent_id: parentId }),
      ...(tools && { tools }),
    }),
    [given, thread, parentId, tools],
  )
  /** Whether the model takes a recording instead of a prompt. */
  const isPromptless = model?.prompt.max_length === 0
  const lacksInput = model?.inputs.some(({ role, required }) => required && !given.some((input) => input.role === role)) ?? false
  /** Whether a model that works on given files has none yet, so that it has no price either. */
  const waitsForInput = lacksInput && (isPromptless || task !== undefined)
  // The draft's prompt is kept for the other models.
  const ownStored = ownModel && draft.options[ownModel.id]
  const own = useMemo(
    () => ownModel && { model: ownModel, options: fitOptions(ownModel.options, ownStored ?? noOptions) },
    [ownModel, ownStored],
  )
  const prompt = slash ? slash.words : isPromptless ? '' : draft.prompt
  const cost = useCost({ model, prompt, options, context, isQuoted: !waitsForInput && !isIdle && !isNaming })
  useAddress(
    { models: ownModels, draft, restored, changeDraft, followLink: follow },
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
  async function submit(other?: Replacement & { maxPrice: number }): Promise<boolean> {
    if (isIdle && !other) return false
    const to = other ? (ownModels.find(({ id }) => id === other.model) ?? ownModel) : model
    if (sending || closed || inputs.uploads.busy || !to?.available || waitsForInput || (!other && (cost.missing > 0 || isImpossible)))
      return false
    // No tokens are spent before a price is shown, and none above it.
    const maxPrice = other?.maxPrice ?? cost.price?.tokens
    if (maxPrice === undefined) {
      setFailure(await cost.askPrice())
      return false
    }
    const started = await send({
      model: to.id,
      prompt: (other?.prompt ?? prompt).trim(),
      options: other ? fitOptions(to.options, { ...draft.options[to.id], ...other.options }) : options,
      ...(other && !threadId ? {} : context),
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

  const replacement = useReplacement({ models, model, draft, change })
  return {
    kind,
    task,
    models,
    model,
    isPromptless,
    lacksInput,
    waitsForInput,
    commands,
    /** The command with which the prompt begins; model, options and price are then those of what it makes. */
    slash,
    /** The model of the studio and its options, whether or not a command runs another one. */
    own,
    setModel(id: string) {
      if (slash) slash.choose(id)
      else change((current) => ({ ...current, model: id }))
    },
    /** The place of a recipe's run; undefined where there is no conversation. */
    place: recipeThread === undefined ? undefined : { thread_id: recipeThread, ...(parentId && { parent_id: parentId }) },
    onStarted,
    /** The words of the prompt, after the name of a command. */
    words: prompt,
    prompt: draft.prompt,
    setPrompt: useCallback((prompt: string) => change((current) => ({ ...current, prompt })), [change]),
    options,
    setOption: useCallback(
      (name: string, value: OptionValue | undefined) =>
        change((current) => {
          const of = isSlash ? model : pickModel(ownModels, current.model)
          if (!of) return current
          const values = fitOptions(of.options, current.options[of.id] ?? noOptions)
          return { ...current, options: { ...current.options, [of.id]: setOption(values, name, value) } }
        }),
      [change, ownModels, model, isSlash],
    ),
    /** Empties the message that was sent; model, options and files that a command did not take stay. */
    clear: () =>
      change((current) => ({ ...current, prompt: '', inputs: slash ? current.inputs.filter((input) => !given.includes(input)) : [] })),
    /** News about the draft from outside this page. */
    news: { note, dismiss: dismissNote, swap },
    inputs,
    cost,
    submission: {
      submit,
      sending,
      failure: failure ?? (prompt.trim() === '' && !isPromptless ? null : cost.refusal),
      /** Whether the draft can be sent as it is; a prompt that misses the point needs a second look. */
      ready:
        !waitsForInput &&
        !isIdle &&
        (isPromptless || prompt.trim() !== '') &&
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
    ...replacement,
    replace: (next: Replacement) => replacement.replace(commands?.asCommand(next, slash, place) ?? next),
  }
}

export type Composer = ReturnType<typeof useComposer>
