import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import type { Generation } from '#app/contract/generations.ts'
import { useToast } from '#app/ui/toast.tsx'
import { applyLiveEvent, findGeneration } from '../generation-cache.ts'
import { generationKeys } from '../generations.queries.ts'
import { useFailureWords } from '../failure.ts'
import { bulkGenerations } from '../library.functions.ts'
import { libraryKey } from '../library.queries.ts'
import { useUser } from '../session.queries.ts'
import { settle } from './settle.ts'

/** How long deleting can be taken back by one press; afterwards it can still be taken out of the trash. */
const undoMs = 10_000

const isSearch = (filter: unknown) => v.is(v.object({ q: v.string() }), filter)

/** Throws works away and takes them back. What is on screen follows at once; a call that fails puts it back and says why. */
export function useTrash() {
  const { t } = useLingui()
  const toast = useToast()
  const failureWords = useFailureWords()
  const queryClient = useQueryClient()
  const user = useUser()

  const known = (ids: readonly string[]): Generation[] => ids.flatMap((id) => findGeneration(queryClient, id) ?? [])
  const put = (works: readonly Generation[]) => {
    for (const data of works) applyLiveEvent(queryClient, { type: 'generation', data })
  }
  const countAnew = () => void queryClient.invalidateQueries({ queryKey: libraryKey })

  async function act(
    ids: readonly string[],
    action: 'trash' | 'restore',
    { before, after }: { before: readonly Generation[]; after: readonly Generation[] },
  ): Promise<boolean> {
    put(after)
    const result = await settle(bulkGenerations({ data: { ids: [...ids], action } }))
    countAnew()
    if (result.ok) return true
    put(before)
    toast({ title: failureWords(result.error), tone: 'danger' })
    return false
  }

  async function restore(ids: readonly string[]): Promise<boolean> {
    const before = known(ids)
    const restored = await act(ids, 'restore', { before, after: before.map((work) => ({ ...work, deleted_at: null })) })
    // Whether a work fits a search only the server knows.
    if (restored) void queryClient.invalidateQueries({ queryKey: generationKeys.lists, predicate: ({ queryKey }) => isSearch(queryKey[2]) })
    if (restored) toast({ title: t`${plural(ids.length, { one: 'Back in the library.', other: '# works are back in the library.' })}` })
    return restored
  }

  /** To the trash, with a way back for ten seconds. */
  async function trash(ids: readonly string[]): Promise<boolean> {
    const before = known(ids)
    const deleted_at = new Date().toISOString()
    const trashed = await act(ids, 'trash', { before, after: before.map((work) => ({ ...work, deleted_at })) })
    if (trashed) {
      toast({
        title: t`${plural(ids.length, { one: 'Moved to the trash.', other: '# works moved to the trash.' })}`,
        timeout: undoMs,
        action: { label: t`Undo`, onClick: () => void restore(ids) },
      })
    }
    return trashed
  }

  /** Out of the trash for good. */
  async function purge(ids: readonly string[]): Promise<boolean> {
    const result = await settle(bulkGenerations({ data: { ids: [...ids], action: 'purge' } }))
    countAnew()
    if (!result.ok) {
      toast({ title: failureWords(result.error), tone: 'danger' })
      return false
    }
    for (const id of ids) applyLiveEvent(queryClient, { type: 'deleted', data: { id } })
    if (user) void tellTabs(user.id, ids)
    return true
  }

  return { trash, restore, purge }
}

/** What is gone for good is told to this browser's other tabs; what listens to them is a part of its own. */
async function tellTabs(userId: string, ids: readonly string[]) {
  const { tellTabs: tell } = await import('../generation-connection.ts')
  for (const id of ids) tell(userId, { type: 'deleted', data: { id } })
}
