import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError } from '#app/contract/api-result.ts'
import type { Kind } from '#app/contract/common.ts'
import type { GenerationInput } from '#app/contract/generations.ts'
import type { Draft } from '#app/contract/studio.ts'
import { getDraft, saveDraft } from '#app/shell/drafts.functions.ts'
import { generationQuery, uploadQuery } from '#app/shell/generations.queries.ts'
import { isSessionHeld } from '#app/shell/session-hold.ts'
import { sessionQuery } from '#app/shell/session.queries.ts'
import { settle } from '#app/shell/work/settle.ts'
import { emptyDraft, isBlank, loadDraft, storeDraft } from './draft-storage.ts'
import { reconcileDrafts } from './reconcile-drafts.ts'

/** What a person has to be told about their draft. */
export type DraftNote =
  /** What is in sight comes from another device; `before` was here. */
  | { says: 'taken'; before: Draft }
  /** Another device has `other`; what is in sight stayed. */
  | { says: 'offered'; other: Draft }
  /** Files that it held are no longer there. */
  | { says: 'lost'; files: number }

/** Typing goes on undisturbed: the browser's copy follows at once, the account's when there is a pause. */
const storeAfterMs = 250
const saveAfterMs = 1_200
/** Windows that are changed between all the time need not ask every time. */
const askAgainAfterMs = 5_000

export type UseDraftOptions = { userId: string | undefined; kind: Kind; seed: Draft }

/** The draft of one kind: kept in the browser and with the account, so that it is there after a reload, a sign-out, on another device. */
export function useDraft({ userId, kind, seed }: UseDraftOptions) {
  const queryClient = useQueryClient()
  const [draft, setDraft] = useState(seed)
  const [restored, setRestored] = useState(false)
  const [note, setNote] = useState<DraftNote | null>(null)
  const known = useRef<{ seen: string | null; unsaved: boolean }>({ seen: null, unsaved: false })
  const latest = useRef(draft)
  const saving = useRef(false)
  const askedAt = useRef(0)
  const restoredFor = useRef<string | null>(null)
  /** Whose draft it is. When somebody else is signed in, theirs takes its place. */
  const [owner, setOwner] = useState(userId)
  if (userId && userId !== owner) {
    setOwner(userId)
    if (owner) {
      setDraft(emptyDraft)
      setRestored(false)
      setNote(null)
    }
  }
  /** Somebody else may have signed in a moment ago: what is typed here never goes to their account. */
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
    // What is typed while it is on its way goes after it.
    while (known.current.unsaved && isOwnerHere()) {
      const sent = latest.current
      const result = await settle(saveDraft({ data: { kind, draft: sent, seen: known.current.seen } }))
      // What could not be saved is, with the next change or when the network is back.
      if (!result.ok) break
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

  /** Looks at what the account has. */
  const ask = useEffectEvent(async () => {
    if (!restored || !isOwnerHere() || Date.now() - askedAt.current < askAgainAfterMs) return
    askedAt.current = Date.now()
    const result = await settle(getDraft({ data: { kind } }))
    if (!result.ok || saving.current || !isOwnerHere()) return
    const shown = latest.current
    const reconciled = reconcileDrafts({ draft: shown, ...known.current }, result.data)
    known.current = { seen: result.data.updated_at, unsaved: reconciled.do !== 'take' && known.current.unsaved }
    if (reconciled.do === 'offer') setNote({ says: 'offered', other: reconciled.draft })
    if (reconciled.do === 'take') {
      setDraft(reconciled.draft)
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
    if (restored || !owner) return
    const local = loadDraft(owner, kind)
    const isTyped = known.current.unsaved && (restoredFor.current ?? owner) === owner
    restoredFor.current = owner
    known.current = { seen: local?.seen ?? null, unsaved: isTyped || (local?.unsaved ?? false) }
    // oxlint-disable-next-line react/set-state-in-effect -- The server has no storage: the draft can only be read once the page lives.
    setDraft((typed) => ({
      prompt: typed.prompt || (local?.draft.prompt ?? ''),
      model: typed.model ?? local?.draft.model ?? null,
      options: local?.draft.options ?? {},
      inputs: typed.inputs.length > 0 ? typed.inputs : (local?.draft.inputs ?? []),
    }))
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
      // Another page of the app is opened: what was typed last goes along.
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
    /** Shows another draft in place of the one in sight, which can be had back. */
    swap(other: Draft) {
      change(() => other)
      setNote(isBlank(latest.current) ? null : { says: 'taken', before: latest.current })
    },
  }
}

/** Only what is surely gone: a server that does not answer takes nothing away. */
async function isGone(queryClient: QueryClient, input: GenerationInput): Promise<boolean> {
  try {
    if ('upload_id' in input) await queryClient.fetchQuery(uploadQuery(input.upload_id))
    else await queryClient.fetchQuery(generationQuery(input.generation_id))
    return false
  } catch (error) {
    return error instanceof ApiError && error.failure.code === 'not_found'
  }
}
