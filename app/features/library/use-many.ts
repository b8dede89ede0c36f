import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { applyLiveEvent, findGeneration } from '#app/shell/generation-cache.ts'
import { useFailureWords } from '#app/shell/failure.ts'
import { bulkGenerations, linkArchive } from '#app/shell/library.functions.ts'
import { settle } from '#app/shell/work/settle.ts'
import { saveUrl } from '#app/ui/save-file.ts'
import { useToast } from '#app/ui/toast.tsx'

/** What can be done to many works besides throwing them away and putting them into collections. */
export function useMany() {
  const { t } = useLingui()
  const toast = useToast()
  const failureWords = useFailureWords()
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
      toast({ title: failureWords(result.error), tone: 'danger' })
    },
    /** Saves one ZIP of all. */
    async download(ids: readonly string[]) {
      setPacking(true)
      const result = await settle(linkArchive({ data: { ids: [...ids] } }))
      setPacking(false)
      if (!result.ok) return toast({ title: failureWords(result.error), tone: 'danger' })
      saveUrl(result.data.url)
      return toast({ title: t`The archive is on its way.` })
    },
  }
}
