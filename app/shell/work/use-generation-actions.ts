import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { v4 as uuid } from 'uuid'
import type { ApiResult } from '#app/contract/api-result.ts'
import type { Generation } from '#app/contract/generations.ts'
import { saveText, saveUrl } from '#app/ui/save-file.ts'
import { useToast } from '#app/ui/toast.tsx'
import { applyLiveEvent, refetchGeneration } from '../generation-cache.ts'
import { cancelGeneration, retryGeneration, updateGeneration } from '../generations.functions.ts'
import { linkArchive } from '../library.functions.ts'
import { copyPicture } from './copy-picture.ts'
import { isUncertain, settle } from './settle.ts'
import { useRefusalToast } from './use-refusal-toast.ts'
import { useTrash } from './use-trash.ts'

type Action = 'cancel' | 'again' | 'remove' | 'favorite' | 'rename' | 'restore' | 'archive'

/** What a person can do with one generation. Every action reports its failure itself. */
export function useGenerationActions(generation: Generation) {
  const { t } = useLingui()
  const toast = useToast()
  const tellRefusal = useRefusalToast()
  const queryClient = useQueryClient()
  const bin = useTrash()
  const [busy, setBusy] = useState<Action | null>(null)
  const key = useRef<string | null>(null)
  const { id } = generation

  const put = (data: Generation) => applyLiveEvent(queryClient, { type: 'generation', data })

  async function act<T>(action: Action, call: () => Promise<ApiResult<T>>): Promise<T | undefined> {
    if (busy) return undefined
    setBusy(action)
    const result = await settle(call())
    setBusy(null)
    if (result.ok) return result.data
    tellRefusal(result.error)
    // Somebody else was quicker: look at how things stand.
    if (result.error.statusCode === 409 || result.error.statusCode === 404) void refetchGeneration(queryClient, id)
    return undefined
  }

  /** Starts a new run; the same key is used again until there was a definite answer. */
  async function start(call: (idempotencyKey: string) => Promise<ApiResult<Generation>>): Promise<Generation | undefined> {
    const used = (key.current ??= uuid())
    const started = await act('again', async () => {
      const result = await settle(call(used))
      if (result.ok || !isUncertain(result.error)) key.current = null
      return result
    })
    if (started) put(started)
    return started
  }

  async function inTurn(action: Action, call: () => Promise<boolean>): Promise<boolean> {
    if (busy) return false
    setBusy(action)
    const done = await call()
    setBusy(null)
    return done
  }

  /** Where a page is not served safely there is no clipboard at all. */
  async function tellCopied(copy: () => Promise<void>) {
    try {
      await copy()
      toast({ title: t`Copied.` })
    } catch {
      toast({ title: t`The browser did not allow copying.`, tone: 'danger' })
    }
  }

  return {
    busy,
    async cancel() {
      const canceled = await act('cancel', () => cancelGeneration({ data: { id } }))
      if (canceled) put(canceled)
    },
    /** The same again after a failure or a cancel; after a success the API draws a new seed, so that it gives something new. */
    again: () => start((idempotency_key) => retryGeneration({ data: { id, idempotency_key } })),
    async toggleFavorite() {
      const favorite = !generation.favorite
      put({ ...generation, favorite })
      const updated = await act('favorite', () => updateGeneration({ data: { id, favorite } }))
      put(updated ?? { ...generation, favorite: !favorite })
    },
    async rename(title: string | null): Promise<boolean> {
      const renamed = await act('rename', () => updateGeneration({ data: { id, title } }))
      if (renamed) put(renamed)
      return renamed !== undefined
    },
    /** Into the trash, with a way back. */
    remove: () => inTurn('remove', () => bin.trash([id])),
    restore: () => inTurn('restore', () => bin.restore([id])),
    /** What is in the trash, for good. */
    purge: () => inTurn('remove', () => bin.purge([id])),
    /** All results of it in one file. */
    async downloadAll() {
      const archive = await act('archive', () => linkArchive({ data: { ids: [id] } }))
      if (archive) saveUrl(archive.url)
    },
    /** A text has no file of its own until somebody wants one. */
    downloadText(text: string) {
      const words = (generation.title ?? generation.prompt).slice(0, 60).toLowerCase()
      const name = `${words.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-+|-+$/g, '') || 'quartet'}.md`
      saveText(text, { name, type: 'text/markdown' })
    },
    copy: (text: string) => tellCopied(() => navigator.clipboard.writeText(text)),
    copyPicture: (url: string) => tellCopied(() => copyPicture(url)),
  }
}
