import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError } from '#app/contract/base/api-result.ts'
import type { Kind } from '#app/contract/base/values.ts'
import type { GenerationInput } from '#app/contract/runs/generations.ts'
import type { Draft } from '#app/contract/studio/studio.ts'
import { isSessionHeld } from '#app/shell/calls/session-hold.ts'
import { maySucceedLater, retryDelay } from '#app/shell/calls/save-retry.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { generationQuery, uploadQuery } from '#app/shell/data/generations.queries.ts'
import { sessionQuery } from '#app/shell/data/session.queries.ts'
import { emptyDraft, isBlank, loadDraft, storeDraft } from './draft-storage.ts'
import { getDraft, saveDraft } from './drafts.functions.ts'
import { draftQuery } from './drafts.queries.ts'
import { reconcileDrafts } from './reconcile-drafts.ts'

/** News about the draft for the person. */
export type DraftNote =
  /** The visible draft is from another device, or from a link that replaced the prompt; `before` is the former one. */
  | { says: 'taken' | 'replaced'; before: Draft }
  /** Another device has the draft `other`; the visible draft stayed. */
  | { says: 'offered'; other: Draft }
  /** Files of the draft no longer exist. */
  | { says: 'lost'; files: number }

/** The browser's copy is saved almost at once, the account's during a pause in typing. */
const storeAfterMs = 250
const saveAfterMs = 1_200
/** Milliseconds between reads, because frequent switching between windows must not refetch every time. */
const askAgainAfterMs = 5_000

export type UseDraftOptions = {
  userId: string | undefined
  kind: Kind
  /** The draft that the address asks for. */
  seed: Draft
}

/** The draft of one kind, stored in the browser and in the account, so that it survives a reload, a sign-out and a change of device. */
// oxlint-disable-next-line max-lines-per-function -- The copies of the browser and of the account are one state machine.
export function useDraft({ userId, kind, seed }: UseDraftOptions) {
  const queryClient = useQueryClient()
  const [draft, setDraft] = useState(seed)
  const [restored, setRestored] = useState(false)
  const [note, setNote] = useState<DraftNote | null>(null)
  const known = useRef<{ seen: string | null; unsaved: boolean }>({ seen: null, unsaved: false })
  const latest = useRef(draft)
  const saving = useRef(false)
  /** Saves in a row that failed and may succeed later. */
  const [failures, setFailures] = useState(0)
  const askedAt = useRef(0)
  const restoredFor = useRef<string | null>(null)
  /** The draft's owner. If another person signs in, their draft replaces it. */
  const [owner, setOwner] = useState(userId)
  if (userId && userId !== owner) {
    setOwner(userId)
    if (owner) {
      setDraft(emptyDraft)
      setRestored(false)
      setNote(null)
    }
  }
  /** Whether the owner is still signed in: this draft must never be saved to another person's account. */
  const isOwnerHere = () => queryClient.getQueryData(sessionQuery.queryKey)?.user?.id === owner && !isSessionHeld()

  const change = useCallback((next: (draft: Draft) => Draft) => {
    known.current = { ...known.current, unsaved: true }
    setDraft(next)
  }, [])

  const store = useEffectEvent(() => {
    if (restored && owner) storeDraft(owner, kind, { draft: latest.current, ...known.current })
  })

  const save = useEffectEvent(async () => {
    if (!restored || !isOwnerHere() || saving.current) return
    saving.current = true
    // Text typed during the request is saved after it.
    while (known.current.unsaved && isOwnerHere()) {
      const sent = latest.current
      const result = await settle(saveDraft({ data: { kind, draft: sent, seen: known.current.seen } }))
      if (!result.ok) {
        setFailures((before) => (maySucceedLater(result.error) ? before + 1 : 0))
        break
      }
      setFailures(0)
      known.current = { seen: result.data.updated_at, unsaved: latest.current !== sent }
      store()
      const { replaced } = result.data
      if (replaced && !isBlank(replaced)) setNote({ says: 'offered', other: replaced })
    }
    saving.current = false
  })

  const dropDead = useEffectEvent(async (inputs: readonly GenerationInput[]) => {
    const dead = (await Promise.all(inputs.map(async (input) => ((await isGone(queryClient, input)) ? [input] : [])))).flat()
    if (dead.length === 0) return
    change((current) => ({ ...current, inputs: current.inputs.filter((input) => !dead.includes(input)) }))
    setNote({ says: 'lost', files: dead.length })
  })

  /** Reads the account's copy. */
  const ask = useEffectEvent(async () => {
    if (!restored || !isOwnerHere() || Date.now() - askedAt.current < askAgainAfterMs) return
    const hasJustOpened = askedAt.current === 0
    askedAt.current = Date.now()
    const asked = latest.current
    const { queryKey } = draftQuery(kind)
    const rendered = queryClient.getQueryData(queryKey)
    // Used once: later reads ask the server.
    queryClient.removeQueries({ queryKey })
    const result = rendered ? { ok: true as const, data: rendered } : await settle(getDraft({ data: { kind } }))
    if (!result.ok || saving.current || !isOwnerHere()) return
    const shown = latest.current
    const reconciled = reconcileDrafts({ draft: shown, asked, ...known.current }, result.data)
    known.current = { seen: result.data.updated_at, unsaved: reconciled.do !== 'take' && known.current.unsaved }
    if (reconciled.do === 'offer') setNote({ says: 'offered', other: reconciled.draft })
    if (reconciled.do === 'take') {
      // The model of the address that the page was opened with comes before the one of another device.
      setDraft({ ...reconciled.draft, model: (hasJustOpened ? seed.model : null) ?? reconciled.draft.model })
      if (!isBlank(shown)) setNote({ says: 'taken', before: shown })
      void dropDead(reconciled.draft.inputs)
    }
    store()
    void save()
  })

  useEffect(() => {
    latest.current = draft
    if (!restored) return
    const storing = setTimeout(() => store(), storeAfterMs)
    const saved = setTimeout(() => void save(), saveAfterMs)
    return () => {
      clearTimeout(storing)
      clearTimeout(saved)
    }
  }, [restored, draft])

  useEffect(() => {
    if (failures === 0) return undefined
    const retry = setTimeout(() => void save(), retryDelay(failures))
    return () => clearTimeout(retry)
  }, [failures])

  useEffect(() => {
    if (restored || !owner) return
    const local = loadDraft(owner, kind)
    const isTyped = known.current.unsaved && (restoredFor.current ?? owner) === owner
    restoredFor.current = owner
    known.current = { seen: local?.seen ?? null, unsaved: isTyped || (local?.unsaved ?? false) }
    // oxlint-disable-next-line react/set-state-in-effect -- The server has no storage: the draft can only be read after hydration.
    setDraft((typed) => ({
      prompt: typed.prompt || (local?.draft.prompt ?? ''),
      model: typed.model ?? local?.draft.model ?? null,
      options: local?.draft.options ?? {},
      // The same list if there are no inputs: parts that wait for the first touch load as soon as their props change.
      inputs: typed.inputs.length === 0 && local?.draft.inputs.length ? local.draft.inputs : typed.inputs,
    }))
    if (local && latest.current.prompt && local.draft.prompt.trim() && latest.current.prompt !== local.draft.prompt)
      setNote({ says: 'replaced', before: local.draft })
    setRestored(true)
  }, [restored, owner, kind])

  useEffect(() => {
    if (!restored) return
    void ask()
    void dropDead(latest.current.inputs)
    const onVisible = () => {
      if (document.visibilityState === 'visible') return void ask()
      store()
      void save()
    }
    const onOnline = () => void save()
    document.addEventListener('visibilitychange', onVisible)
    window.addEventListener('online', onOnline)
    return () => {
      document.removeEventListener('visibilitychange', onVisible)
      window.removeEventListener('online', onOnline)
      // Another page of the app is opening, so the last typed text is saved first.
      store()
      void save()
    }
  }, [restored])

  return {
    draft,
    restored,
    change,
    note,
    dismissNote: useCallback(() => setNote(null), []),
    /** Replaces the visible draft, with an undo. */
    swap(other: Draft) {
      change(() => other)
      const says = note?.says === 'replaced' ? 'replaced' : 'taken'
      setNote(isBlank(latest.current) ? null : { says, before: latest.current })
    },
    /** Replaces the visible draft by that of a link, with an undo. */
    follow(linked: Draft) {
      if (draft.prompt.trim() && linked.prompt !== draft.prompt) setNote({ says: 'replaced', before: draft })
      change(() => linked)
    },
  }
}

/** Whether an input no longer exists. Only a definite 404 counts, so that an unavailable server removes nothing. */
async function isGone(queryClient: QueryClient, input: GenerationInput): Promise<boolean> {
  try {
    if ('upload_id' in input) await queryClient.fetchQuery(uploadQuery(input.upload_id))
    else await queryClient.fetchQuery(generationQuery(input.generation_id))
    return false
  } catch (error) {
    return error instanceof ApiError && error.failure.code === 'not_found'
  }
}
