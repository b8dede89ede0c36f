import { useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { v4 as uuid } from 'uuid'
import type { ApiFailure, ApiResult } from '#app/contract/api-result.ts'
import type { Kind } from '#app/contract/common.ts'
import type { Generation, GenerationInput, OptionValues } from '#app/contract/generations.ts'
import type { InputRole, Model } from '#app/contract/models.ts'
import { applyLiveEvent } from '#app/shell/generation-cache.ts'
import { createGeneration } from '#app/shell/generations.functions.ts'
import { modelsQuery, quoteQuery } from '#app/shell/generations.queries.ts'
import { useUser } from '#app/shell/session.queries.ts'
import { isUncertain, settle } from '#app/shell/work/settle.ts'
import { type Draft, emptyDraft, loadDraft, saveDraft } from './draft-storage.ts'
import { addInput, changeRole, fitInputs, openInputs, rolesFor } from './fit-inputs.ts'
import type { StudioSearch } from './load-studio.ts'
import { fitOptions, type OptionValue, setOption } from './option-values.ts'
import { pickModel } from './pick-model.ts'
import { useUploads } from './use-uploads.ts'

const isEmpty = (prefill: StudioSearch) => Object.values(prefill).every((value) => value === undefined)

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
function useQuote(model: Model | undefined, prompt: string, options: OptionValues) {
  const settled = { prompt: useDebounced(prompt, 300), options: useDebounced(options, 150) }
  const { data, isPlaceholderData } = useQuery({
    ...quoteQuery(model ?? unknownModel, fitOptions((model ?? unknownModel).options, settled.options), settled.prompt),
    enabled: model !== undefined,
  })
  return model && data ? { tokens: data.price, understood: data.understood, settling: isPlaceholderData } : null
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

type ComposerOptions = {
  kind: Kind
  /** From the address; it wins over the stored draft and is then taken out of the address. */
  prefill: StudioSearch
  onPrefillTaken: (prefill: StudioSearch) => void
  onStarted: () => void
  onRefused: () => void
}

/** The composer's state: the draft, what it costs, and sending it. */
export function useComposer({ kind, prefill, onPrefillTaken, onStarted, onRefused }: ComposerOptions) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const user = useUser()
  const userId = user?.id
  const { data: allModels } = useSuspenseQuery(modelsQuery())
  const models = useMemo(() => allModels.filter(({ type }) => type === kind), [allModels, kind])

  const [draft, setDraft] = useState<Draft>(() => withPrefill(emptyDraft, prefill, models))
  const [restored, setRestored] = useState(false)
  const [failure, setFailure] = useState<ApiFailure | null>(null)
  const [sending, setSending] = useState(false)
  /** The key of a submit whose outcome is unknown: sending the same again must not run it twice. */
  const open = useRef<{ key: string; payload: string } | null>(null)

  const model = pickModel(models, draft.model)
  const stored = model && draft.options[model.id]
  const options = useMemo(() => (model ? fitOptions(model.options, stored ?? nothing) : nothing), [model, stored])
  const inputs = useMemo(() => (model ? fitInputs(model, draft.inputs) : []), [model, draft.inputs])
  const price = useQuote(model, draft.prompt, options)
  const missing = price && user ? Math.max(0, price.tokens - user.available) : 0

  useEffect(() => {
    if (restored || !userId) return
    const kept = loadDraft(userId, kind)
    // oxlint-disable-next-line react/set-state-in-effect -- The server has no storage: the draft can only be read once the page lives.
    setDraft((typed) => ({
      prompt: typed.prompt || (kept?.prompt ?? ''),
      model: typed.model ?? kept?.model ?? null,
      options: kept?.options ?? {},
      inputs: typed.inputs.length > 0 ? typed.inputs : (kept?.inputs ?? []),
    }))
    setRestored(true)
  }, [restored, userId, kind])

  const takePrefill = useEffectEvent(() => {
    setFailure(null)
    setDraft((current) => withPrefill(current, prefill, models))
    onPrefillTaken(prefill)
  })
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- The address is outside of React: what it asks for is taken when it comes.
    if (restored && !isEmpty(prefill)) takePrefill()
  }, [restored, prefill])

  useEffect(() => {
    if (restored && userId) saveDraft(userId, kind, draft)
  }, [restored, userId, kind, draft])

  const kinds = useMemo(() => [...new Set(model?.inputs.flatMap(({ types }) => types))], [model])
  const uploads = useUploads({
    kinds,
    onUploaded({ id, type }) {
      change((current) => {
        const to = pickModel(models, current.model)
        if (!to) return current
        const able = rolesFor(to, type)
        const open = openInputs(to, current.inputs).find(({ role }) => able.includes(role))
        const role = open?.role ?? able[0]
        return role ? { ...current, inputs: addInput(to, current.inputs, { upload_id: id, role }) } : current
      })
    },
  })

  function refuse(reason: ApiFailure) {
    setFailure(reason)
    onRefused()
  }

  async function submit() {
    if (sending || uploads.busy || !model?.available || missing > 0) return
    const prompt = draft.prompt.trim()
    if (!prompt) {
      const detail = t`Say what to make.`
      return refuse({
        statusCode: 422,
        statusMessage: detail,
        detail,
        code: 'invalid_input',
        fields: { prompt: { code: 'prompt_empty', detail } },
      })
    }
    const body = { model: model.id, prompt, options, inputs }
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
      return refuse(result.error)
    }
    uploads.keep()
    applyLiveEvent(queryClient, { type: 'generation', data: result.data })
    onStarted()
  }

  function change(next: (draft: Draft) => Draft) {
    setFailure(null)
    setDraft(next)
  }

  return {
    kind,
    models,
    model,
    options,
    prompt: draft.prompt,
    inputs,
    uploads,
    price,
    available: user?.available ?? 0,
    missing,
    failure,
    sending,
    submit,
    setPrompt: (prompt: string) => change((current) => ({ ...current, prompt })),
    setModel: (id: string) => change((current) => ({ ...current, model: id })),
    setOption(name: string, value: OptionValue | undefined) {
      if (model) change((current) => ({ ...current, options: { ...current.options, [model.id]: setOption(options, name, value) } }))
    },
    /** What the model can take besides what it has; a file of one of these kinds is added, or takes an older one's place. */
    kinds,
    open: model ? openInputs(model, draft.inputs) : [],
    setRole(input: GenerationInput, role: InputRole) {
      if (model) change((current) => ({ ...current, inputs: changeRole(model, current.inputs, input, role) }))
    },
    removeInput(input: GenerationInput) {
      change((current) => ({ ...current, inputs: current.inputs.filter((one) => one !== input) }))
      if ('upload_id' in input) uploads.discard(input.upload_id)
    },
    /** Takes the wish of an older run up again. */
    reuse({ model: id, prompt, options: used, inputs: given }: Generation) {
      change((current) => ({ prompt, model: id, options: { ...current.options, [id]: used }, inputs: given }))
    },
  }
}

export type Composer = ReturnType<typeof useComposer>
