import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiResult } from '#app/contract/base/api-result.ts'
import type { Generation } from '#app/contract/runs/generations.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { cancelGeneration, retryGeneration, updateGeneration } from '#app/shell/data/generations.functions.ts'
import { linkArchive } from '#app/shell/data/library.functions.ts'
import { applyLiveEvent, refetchGeneration } from '#app/shell/live/generation-cache.ts'
import { copyText } from '#app/ui/controls/copy-text.ts'
import { saveText, saveUrl } from '#app/ui/page/save-file.ts'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { copyPicture } from './copy-picture.ts'
import { useFailureToast } from './use-failure-toast.ts'
import { useStart } from './use-start.ts'
import { useTrash } from './use-trash.ts'
import { fileNameOf } from './file-name-of.ts'

type Action = 'cancel' | 'again' | 'remove' | 'favorite' | 'rename' | 'restore' | 'archive'

/** The actions of a person on one generation. Each reports its own failure. */
export function useGenerationActions(generation: Generation) {
  const { t } = useLingui()
  const toast = useToast()
  const showFailure = useFailureToast()
  const queryClient = useQueryClient()
  const bin = useTrash()
  const [busy, setBusy] = useState<Action | null>(null)
  const { start } = useStart()
  const { id } = generation

  const put = (data: Generation) => applyLiveEvent(queryClient, { type: 'generation', data })

  async function act<T>(action: Action, call: () => Promise<ApiResult<T>>): Promise<T | undefined> {
    if (busy) return undefined
    setBusy(action)
    const result = await settle(call())
    setBusy(null)
    if (result.ok) return result.data
    showFailure(result.error)
    // The run was changed elsewhere, so its current state is fetched.
    if (result.error.statusCode === 409 || result.error.statusCode === 404) void refetchGeneration(queryClient, id)
    return undefined
  }

  async function inTurn(action: Action, call: () => Promise<boolean>): Promise<boolean> {
    if (busy) return false
    setBusy(action)
    const done = await call()
    setBusy(null)
    return done
  }

  async function confirmCopied(copy: () => Promise<void>) {
    try {
      await copy()
      toast({ title: t`Copied.` })
    } catch {
      toast({ title: t`Your browser blocked copying.`, tone: 'danger' })
    }
  }

  return {
    busy,
    async cancel() {
      const canceled = await act('cancel', () => cancelGeneration({ data: { id } }))
      if (canceled) put(canceled)
    },
    /** Repeats a failed or canceled run unchanged; after a success the API picks a new seed. */
    again: (maxPrice: number) =>
      act('again', () => start({ id, max_price: maxPrice }, { send: (data) => retryGeneration({ data }), runsOf: (started) => [started] })),
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
    /** Moves it to the trash, with an undo. */
    remove: () => inTurn('remove', () => bin.trash([id])),
    restore: () => inTurn('restore', () => bin.restore([id])),
    /** Deletes it permanently from the trash. */
    purge: () => inTurn('remove', () => bin.purge([id])),
    /** Downloads all results as one file. */
    async downloadAll() {
      const archive = await act('archive', () => linkArchive({ data: { ids: [id] } }))
      if (archive) saveUrl(archive.url)
    },
    /** A text has no file until it is downloaded. */
    async downloadText(text: string) {
      const { thinking, sources } = generation
      const headings = { thinking: t`Thinking`, sources: t`Sources` }
      // Loaded on demand, because few answers have more than their text.
      const read = async () => (await import('./whole-answer.ts')).wholeAnswer(generation, { text, headings })
      const document = thinking || sources ? await act('archive', read) : text
      if (document !== undefined) saveText(document, { name: fileNameOf(generation, 'md'), type: 'text/markdown' })
    },
    copy: (text: string) => confirmCopied(() => copyText(text)),
    async copyPicture(url: string) {
      if (window.isSecureContext) return confirmCopied(() => copyPicture(url))
      toast({ title: t`Browsers copy images only over HTTPS.`, description: t`Download the image instead.`, tone: 'danger' })
    },
  }
}
export type GenerationActions = ReturnType<typeof useGenerationActions>
