import { useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { v4 as uuid } from 'uuid'
import type { ApiFailure, ApiResult } from '#app/contract/api-result.ts'
import type { Kind } from '#app/contract/common.ts'
import type { Generation, GenerationInput, OptionValues } from '#app/contract/generations.ts'
import type { InputRole, Model } from '#app/contract/models.ts'
import type { Draft } from '#app/contract/studio.ts'
import { applyLiveEvent } from '#app/shell/generation-cache.ts'
import { createGeneration } from '#app/shell/generations.functions.ts'
import { modelsOf, modelsQuery, type QuoteContext, quoteQuery } from '#app/shell/generations.queries.ts'
import { useUser } from '#app/shell/session.queries.ts'
import { isUncertain, settle } from '#app/shell/work/settle.ts'
import { emptyDraft } from './draft-storage.ts'
import { addInput, changeRole, fitInputs, moveInput, openInputs, rolesFor } from './fit-inputs.ts'
import { isPrefill, type StudioSearch } from './load-studio.ts'
import { affordable, nearestModel } from './nearest-model.ts'
import { fitOptions, type OptionValue, setOption } from './option-values.ts'
import { pickModel } from './pick-model.ts'
import { useDraft } from './use-draft.ts'
import { useUploads } from './use-uploads.ts'

/** What the address asks for, over what is there. A result to begin with takes the place of all others, and needs a model that takes it. */
function withPrefill(draft: Draft, { prompt, model, input, index, role }: StudioSearch, models: readonly Model[]): Draft {
  const added: GenerationInput | undefined = input && role ? { generation_id: input, role, ...(index && { index }) } : undefined
  const taking = added && models.find(({ available, inputs }) => available && inputs.some((accepted) => accepted.role === role))
  const current = pickModel(models, model ?? draft.model)
  const takes = current?.inputs.some((accepted) => accepted.role === role) ?? false
  return {
    ...draft,
    prompt: prompt ?? draft.prompt,
    model: (added && !takes ? taking?.id : undefined) ?? model ?? draft.model,
    inputs: added ? [added] : draft.inputs,
  }
}

function useDebounced<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}

const nothing: OptionValues = {}

/** Tokens, how the prompt is read, and whether both still belong to an earlier choice. Null until they are known. */
function useQuote(model: Model | undefined, prompt: string, options: OptionValues, context: QuoteContext) {
  const settled = { prompt: useDebounced(prompt, 300), options: useDebounced(options, 150) }
  const { data, isPlaceholderData } = useQuery({
    ...quoteQuery(model ?? unknownModel, fitOptions((model ?? unknownModel).options, settled.options), settled.prompt, context),
    enabled: model !== undefined,
  })
  if (!model || !data) return null
  // What a language model is paid for is only known when it has answered: until then it is the most that it can come to.
  return {
    tokens: data.price,
    atMost: model.price.per?.measure === 'model_tokens',
    understood: data.understood,
    overLimit: data.over_limit,
    emailNotVerified: data.email_not_verified,
    settling: isPlaceholderData,
  }
}

const unknownModel: Pick<Model, 'id' | 'type' | 'price' | 'options' | 'prompt'> = {
  id: '',
  type: 'text',
  price: { base: 0, per: null },
  options: { type: 'object', properties: {}, additionalProperties: false },
  prompt: { placeholder: '', max_length: 0, examples: [] },
}

async function send(body: Parameters<typeof createGeneration>[0]['data']): Promise<ApiResult<Generation>> {
  const first = await settle(createGeneration({ data: body }))
  if (first.ok || first.error.code !== 'offline') return first
  await new Promise((resolve) => setTimeout(resolve, 800))
  return settle(createGeneration({ data: body }))
}

/** What takes the place of the prompt at one press, and can be taken back at one. */
export type Replacement = { prompt: string; model?: string | undefined; options?: OptionValues | undefined }

type ComposerOptions = {
  kind: Kind
  /** From the address. All but the model is taken out of it once it is in the draft. */
  prefill: StudioSearch
  onPrefillTaken: (prefill: StudioSearch, model: string | null) => void
  /** Another model is in the picker: the address follows. */
  onModelChange: (model: string) => void
  onStarted: (started: Generation) => void
  onRefused: () => void
  /** The conversation that it goes on, and the turn that it follows. */
  threadId?: string | undefined
  parentId?: string | undefined
}

/** The composer's state: the draft, what it costs, and sending it. */
export function useComposer({ kind, prefill, onPrefillTaken, onModelChange, onStarted, onRefused, threadId, parentId }: ComposerOptions) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const user = useUser()
  const { data: allModels } = useSuspenseQuery(modelsQuery())
  const models = useMemo(() => modelsOf(kind)(allModels), [allModels, kind])

  const [seed] = useState(() => withPrefill(emptyDraft, prefill, models))
  const { draft, restored, change: changeDraft, note, dismissNote, swap } = useDraft({ userId: user?.id, kind, seed })
  const [failure, setFailure] = useState<ApiFailure | null>(null)
  const [sending, setSending] = useState(false)
  /** What stood there before something took its place, for as long as that stands there untouched. */
  const [replaced, setReplaced] = useState<{ before: Draft; prompt: string } | null>(null)
  /** The key of a submit whose outcome is unknown: sending the same again must not run it twice. */
  const open = useRef<{ key: string; payload: string } | null>(null)

  const model = pickModel(models, draft.model)
  const stored = model && draft.options[model.id]
  const options = useMemo(() => (model ? fitOptions(model.options, stored ?? nothing) : nothing), [model, stored])
  const inputs = useMemo(() => (model ? fitInputs(model, draft.inputs) : []), [model, draft.inputs])
  const context = useMemo<QuoteContext>(
    () => ({ inputs, ...(threadId && { thread_id: threadId }), ...(parentId && { parent_id: parentId }) }),
    [inputs, threadId, parentId],
  )
  const price = useQuote(model, draft.prompt, options, context)
  const available = user?.available ?? 0
  const missing = price && user ? Math.max(0, price.tokens - available) : 0
  // A quote and a refusal may be older than the confirmation.
  const unverified = user?.email_verified === false && (price?.emailNotVerified === true || failure?.code === 'email_not_verified')

  const change = useCallback(
    (next: (draft: Draft) => Draft) => {
      setFailure(null)
      changeDraft(next)
    },
    [changeDraft],
  )

  const takePrefill = useEffectEvent(() => {
    setFailure(null)
    const taken = withPrefill(draft, prefill, models)
    changeDraft(() => taken)
    onPrefillTaken(prefill, taken.model)
  })
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- The address is outside of React: what it asks for is taken when it comes.
    if (restored && isPrefill(prefill)) takePrefill()
  }, [restored, prefill])

  const isKnown = (id: string | null | undefined): id is string => models.some((one) => one.id === id)
  /** A model that the address names, by a link or a step back, is chosen. */
  const followAddress = useEffectEvent((named: string | undefined) => {
    if (isPrefill(prefill) || named === draft.model) return
    if (isKnown(named)) changeDraft((current) => ({ ...current, model: named }))
    else if (isKnown(draft.model)) onModelChange(draft.model)
  })
  /** One that was chosen otherwise is put into the address. */
  const tellAddress = useEffectEvent((chosen: string | null) => {
    if (!isPrefill(prefill) && chosen !== prefill.model && isKnown(chosen)) onModelChange(chosen)
  })
  const named = prefill.model
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- As above.
    if (restored) followAddress(named)
  }, [restored, named])
  useEffect(() => {
    if (restored) tellAddress(draft.model)
  }, [restored, draft.model])

  const kinds = useMemo(() => [...new Set(model?.inputs.flatMap(({ types }) => types))], [model])
  const uploads = useUploads({
    kinds,
    onUploaded({ id, type }) {
      change((current) => {
        const to = pickModel(models, current.model)
        if (!to) return current
        const able = rolesFor(to, type)
        const free = openInputs(to, current.inputs).find(({ role }) => able.includes(role))
        const role = free?.role ?? able[0]
        return role ? { ...current, inputs: addInput(to, current.inputs, { upload_id: id, role }) } : current
      })
    },
  })

  function refuse(reason: ApiFailure) {
    setFailure(reason)
    onRefused()
  }

  /** Runs what is set, or something else in its place. Whether it has begun. */
  async function submit(given?: Replacement): Promise<boolean> {
    const to = models.find(({ id }) => id === given?.model) ?? model
    if (sending || uploads.busy || !to?.available || (!given && missing > 0)) return false
    const prompt = (given?.prompt ?? draft.prompt).trim()
    if (!prompt) {
      const detail = t`Say what to make.`
      refuse({
        statusCode: 422,
        statusMessage: detail,
        detail,
        code: 'invalid_input',
        fields: { prompt: { code: 'prompt_empty', detail } },
      })
      return false
    }
    const values = given ? fitOptions(to.options, { ...draft.options[to.id], ...given.options }) : options
    const body = { model: to.id, prompt, options: values, ...context, inputs: fitInputs(to, draft.inputs) }
    const payload = JSON.stringify(body)
    const key = open.current?.payload === payload ? open.current.key : uuid()
    open.current = { key, payload }
    setSending(true)
    setFailure(null)
    const result = await send({ ...body, idempotency_key: key })
    setSending(false)
    if (result.ok || !isUncertain(result.error)) open.current = null
    if (!result.ok) {
      if (result.error.code === 'model_unavailable') void queryClient.invalidateQueries({ queryKey: modelsQuery().queryKey })
      refuse(result.error)
      return false
    }
    uploads.keep()
    applyLiveEvent(queryClient, { type: 'generation', data: result.data })
    onStarted(result.data)
    return true
  }

  const setPrompt = useCallback((prompt: string) => change((current) => ({ ...current, prompt })), [change])
  const setOptionOf = useCallback(
    (name: string, value: OptionValue | undefined) =>
      change((current) => {
        const of = pickModel(models, current.model)
        if (!of) return current
        const values = fitOptions(of.options, current.options[of.id] ?? nothing)
        return { ...current, options: { ...current.options, [of.id]: setOption(values, name, value) } }
      }),
    [change, models],
  )
  const setModel = useCallback((id: string) => change((current) => ({ ...current, model: id })), [change])

  return {
    kind,
    models,
    model,
    options,
    prompt: draft.prompt,
    inputs,
    uploads,
    price,
    available,
    missing,
    /** Free tokens do not pay for this model yet. */
    unverified,
    failure,
    sending,
    /** The page lives: what is pressed is heard. */
    alive: restored,
    /** It can be sent as it stands. */
    ready: draft.prompt.trim() !== '' && model?.available === true && missing === 0 && !uploads.busy,
    note,
    dismissNote,
    swapDraft: swap,
    submit,
    setPrompt,
    setModel,
    setOption: setOptionOf,
    /** The model to go to where the one in the picker cannot run. */
    nearest: useMemo(() => (model && !model.available ? nearestModel(models, model) : undefined), [models, model]),
    /** What to set so that the tokens suffice. */
    saving: missing > 0 && model && price ? affordable(model, options, price.tokens, available) : undefined,
    /** Puts something in the prompt's place, with a way back. */
    replace({ prompt, model: id, options: given }: Replacement) {
      const before = draft
      const to = models.find((one) => one.id === id) ?? model
      change((current) => ({
        ...current,
        prompt,
        model: id ?? current.model,
        options:
          to && given ? { ...current.options, [to.id]: fitOptions(to.options, { ...current.options[to.id], ...given }) } : current.options,
      }))
      setReplaced({ before, prompt })
    },
    /** Takes that back; undefined when there is nothing to take back. */
    undo:
      replaced?.prompt === draft.prompt
        ? () => {
            change(() => replaced.before)
            setReplaced(null)
          }
        : undefined,
    /** What the model can take besides what it has; a file of one of these kinds is added, or takes an older one's place. */
    kinds,
    open: model ? openInputs(model, draft.inputs) : [],
    setRole(input: GenerationInput, role: InputRole) {
      if (model) change((current) => ({ ...current, inputs: changeRole(model, current.inputs, input, role) }))
    },
    moveInput(input: GenerationInput, by: -1 | 1) {
      change((current) => ({ ...current, inputs: moveInput(current.inputs, input, by) }))
    },
    removeInput(input: GenerationInput) {
      change((current) => ({ ...current, inputs: current.inputs.filter((one) => one !== input) }))
      if ('upload_id' in input) uploads.discard(input.upload_id)
    },
    /** Takes the wish of an older run up again. */
    reuse({ model: id, prompt, options: used, inputs: given }: Generation) {
      const before = draft
      change((current) => ({ prompt, model: id, options: { ...current.options, [id]: used }, inputs: given }))
      setReplaced({ before, prompt })
    },
  }
}

export type Composer = ReturnType<typeof useComposer>
