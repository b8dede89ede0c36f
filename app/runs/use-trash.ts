import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import type { Generation } from '#app/contract/runs/generations.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { generationKeys, isListFilter } from '#app/shell/data/generations.queries.ts'
import { bulkGenerations } from '#app/shell/data/library.functions.ts'
import { libraryKey } from '#app/shell/data/library.queries.ts'
import { useUser } from '#app/shell/data/session.queries.ts'
import { applyLiveEvent, findGeneration, holdPlaces, readPendingAgain } from '#app/shell/live/generation-cache.ts'
import { useToast } from '#app/ui/overlays/toast.tsx'

/** Milliseconds for an undo; later the work can still be restored from the trash. */
const undoMs = 10_000

const isSearch = (filter: unknown) => isListFilter(filter) && filter.q !== undefined

let lastCall: Promise<unknown> = Promise.resolve()

/** Runs calls one after the other, so that a work deleted again right after an undo is not restored by it. */
function inTurn<T>(call: () => Promise<T>): Promise<T> {
  const turn = lastCall.then(call, call)
  lastCall = turn
  return turn
}

/** Moves works to the trash and restores them. The screen updates at once; a failed call is reverted and reported. */
export function useTrash() {
  const { t } = useLingui()
  const toast = useToast()
  const failureMessage = useFailureMessage()
  const queryClient = useQueryClient()
  const user = useUser()

  const known = (ids: readonly string[]): Generation[] => ids.flatMap((id) => findGeneration(queryClient, id) ?? [])
  const countAgain = () => void queryClient.invalidateQueries({ queryKey: libraryKey })

  async function act(ids: readonly string[], action: 'trash' | 'restore', deletedAt: string | null): Promise<boolean> {
    const before = known(ids)
    const put = (works: readonly Generation[]) => {
      for (const data of works) applyLiveEvent(queryClient, { type: 'generation', data })
    }
    const release = holdPlaces(ids, deletedAt)
    put(before)
    const result = await inTurn(() => settle(bulkGenerations({ data: { ids: [...ids], action } })))
    // A list that was read during the call may be outdated: a list that has arrived is patched, a pending one is read again.
    if (result.ok) {
      put(known(ids))
      readPendingAgain(queryClient)
    }
    release()
    countAgain()
    if (result.ok) return true
    put(before)
    toast({ title: failureMessage(result.error), tone: 'danger' })
    return false
  }

  async function restore(ids: readonly string[]): Promise<boolean> {
    const restored = await act(ids, 'restore', null)
    // Only the server knows whether a work matches a search.
    if (restored) void queryClient.invalidateQueries({ queryKey: generationKeys.lists, predicate: ({ queryKey }) => isSearch(queryKey[2]) })
    if (restored)
      toast({ title: t`${plural(ids.length, { one: 'Restored to the library.', other: '# results restored to the library.' })}` })
    return restored
  }

  /** Moves works to the trash, with an undo for ten seconds. */
  async function trash(ids: readonly string[]): Promise<boolean> {
    const trashed = await act(ids, 'trash', new Date().toISOString())
    if (trashed) {
      toast({
        title: t`${plural(ids.length, { one: 'Moved to trash.', other: '# results moved to trash.' })}`,
        timeout: undoMs,
        action: { label: t`Undo`, onClick: () => void restore(ids) },
      })
    }
    return trashed
  }

  /** Deletes works permanently. */
  async function purge(ids: readonly string[]): Promise<boolean> {
    const result = await inTurn(() => settle(bulkGenerations({ data: { ids: [...ids], action: 'purge' } })))
    countAgain()
    if (!result.ok) {
      toast({ title: failureMessage(result.error), tone: 'danger' })
      return false
    }
    for (const id of ids) applyLiveEvent(queryClient, { type: 'deleted', data: { id } })
    if (user) void notifyTabs(user.id, ids)
    return true
  }

  return { trash, restore, purge }
}

/** Notifies this browser's other tabs of deleted works. The connection's module is lazy-loaded. */
async function notifyTabs(userId: string, ids: readonly string[]) {
  const connection = await import('#app/shell/live/generation-connection.ts')
  for (const id of ids) connection.notifyTabs(userId, { type: 'deleted', data: { id } })
}
