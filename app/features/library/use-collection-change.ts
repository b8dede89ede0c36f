import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import type { Generation } from '#app/contract/generations.ts'
import { applyLiveEvent, findGeneration } from '#app/shell/generation-cache.ts'
import { useFailureWords } from '#app/shell/failure.ts'
import { bulkGenerations } from '#app/shell/library.functions.ts'
import { libraryKey } from '#app/shell/library.queries.ts'
import { settle } from '#app/shell/work/settle.ts'
import { useToast } from '#app/ui/toast.tsx'

/** Takes works out of the collection that is looked at, with a way back. */
export function useCollectionChange() {
  const { t } = useLingui()
  const toast = useToast()
  const failureWords = useFailureWords()
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
    toast({ title: failureWords(result.error), tone: 'danger' })
    return false
  }

  return {
    async takeOut(ids: readonly string[], collection: string) {
      if (!(await change(ids, collection, 'remove'))) return
      toast({
        title: t`${plural(ids.length, { one: 'Taken out of the collection.', other: '# works taken out of the collection.' })}`,
        timeout: 10_000,
        action: { label: t`Undo`, onClick: () => void change(ids, collection, 'add') },
      })
    },
  }
}
