import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import type { Thread } from '#app/contract/studio/studio.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { generationKeys } from '#app/shell/data/generations.queries.ts'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { deleteThread, renameThread, restoreThread } from './threads.functions.ts'
import { threadKeys } from './threads.queries.ts'

export const nameOf = ({ title, first_prompt }: Pick<Thread, 'title' | 'first_prompt'>): string =>
  title ?? first_prompt.replaceAll(/\s+/g, ' ').trim().slice(0, 120)

/** Actions on a whole conversation. Each reports its own failure. */
export function useThreadActions() {
  const { t } = useLingui()
  const toast = useToast()
  const failureMessage = useFailureMessage()
  const queryClient = useQueryClient()

  const reread = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: threadKeys.all }),
      queryClient.invalidateQueries({ queryKey: generationKeys.lists }),
    ])

  async function restore(id: string) {
    const restored = await settle(restoreThread({ data: { id } }))
    if (!restored.ok) return toast({ title: failureMessage(restored.error), tone: 'danger' })
    await reread()
  }

  return {
    async rename(thread: Thread, title: string): Promise<boolean> {
      const renamed = await settle(renameThread({ data: { id: thread.id, title: title.trim() || null } }))
      if (!renamed.ok) {
        toast({ title: failureMessage(renamed.error), tone: 'danger' })
        return false
      }
      await queryClient.invalidateQueries({ queryKey: threadKeys.all })
      return true
    },
    /** Moves it to the trash, with an undo. */
    async remove(thread: Thread): Promise<boolean> {
      const removed = await settle(deleteThread({ data: { id: thread.id } }))
      if (!removed.ok && removed.error.code !== 'not_found') {
        toast({ title: failureMessage(removed.error), tone: 'danger' })
        return false
      }
      await reread()
      toast({
        title: t`Conversation moved to trash.`,
        action: { label: t`Undo`, onClick: () => void restore(thread.id) },
      })
      return true
    },
  }
}
