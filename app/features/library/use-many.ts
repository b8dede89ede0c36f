import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { bulkGenerations, linkArchive } from '#app/shell/data/library.functions.ts'
import { applyLiveEvent, findGeneration } from '#app/shell/live/generation-cache.ts'
import { saveUrl } from '#app/ui/page/save-file.ts'
import { useToast } from '#app/ui/overlays/toast.tsx'

/** Bulk actions other than deleting and collections. */
export function useMany() {
  const { t } = useLingui()
  const toast = useToast()
  const failureMessage = useFailureMessage()
  const queryClient = useQueryClient()
  const [packing, setPacking] = useState(false)

  return {
    packing,
    async mark(ids: readonly string[], favorite: boolean) {
      const before = ids.flatMap((id) => findGeneration(queryClient, id) ?? [])
      for (const work of before) applyLiveEvent(queryClient, { type: 'generation', data: { ...work, favorite } })
      const result = await settle(bulkGenerations({ data: { ids: [...ids], action: favorite ? 'favorite' : 'unfavorite' } }))
      if (result.ok) return
      for (const data of before) applyLiveEvent(queryClient, { type: 'generation', data })
      toast({ title: failureMessage(result.error), tone: 'danger' })
    },
    /** Saves one ZIP of all works. */
    async download(ids: readonly string[]) {
      setPacking(true)
      const result = await settle(linkArchive({ data: { ids: [...ids] } }))
      setPacking(false)
      if (!result.ok) return toast({ title: failureMessage(result.error), tone: 'danger' })
      saveUrl(result.data.url)
      return toast({ title: t`Downloading the archive.` })
    },
  }
}
