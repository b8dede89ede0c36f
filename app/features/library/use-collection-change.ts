import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import type { Generation } from '#app/contract/runs/generations.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { bulkGenerations } from '#app/shell/data/library.functions.ts'
import { libraryKey } from '#app/shell/data/library.queries.ts'
import { applyLiveEvent, findGeneration } from '#app/shell/live/generation-cache.ts'
import { useToast } from '#app/ui/overlays/toast.tsx'

/** Removes works from the open collection, with an undo. */
export function useCollectionChange() {
  const { t } = useLingui()
  const toast = useToast()
  const failureMessage = useFailureMessage()
  const queryClient = useQueryClient()

  async function change(ids: readonly string[], collection: string, action: 'add' | 'remove') {
    const before = ids.flatMap((id) => findGeneration(queryClient, id) ?? [])
    const put = (works: readonly Generation[]) => {
      for (const data of works) applyLiveEvent(queryClient, { type: 'generation', data })
    }
    put(
      before.map((work) => {
        const rest = work.collection_ids.filter((other) => other !== collection)
        return { ...work, collection_ids: action === 'add' ? [...rest, collection] : rest }
      }),
    )
    const result = await settle(bulkGenerations({ data: { ids: [...ids], action, collection_id: collection } }))
    void queryClient.invalidateQueries({ queryKey: libraryKey })
    if (result.ok) return true
    put(before)
    toast({ title: failureMessage(result.error), tone: 'danger' })
    return false
  }

  return {
    async takeOut(ids: readonly string[], collection: string) {
      if (!(await change(ids, collection, 'remove'))) return
      toast({
        title: t`${plural(ids.length, { one: 'Removed from the collection.', other: '# results removed from the collection.' })}`,
        timeout: 10_000,
        action: { label: t`Undo`, onClick: () => void change(ids, collection, 'add') },
      })
    },
  }
}
