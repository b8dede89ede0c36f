import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import type { Thread } from '#app/contract/studio.ts'
import { useFailureWords } from '#app/shell/failure.ts'
import { generationKeys } from '#app/shell/generations.queries.ts'
import { deleteThread, renameThread, restoreThread } from '#app/shell/threads.functions.ts'
import { threadKeys } from '#app/shell/threads.queries.ts'
import { settle } from '#app/shell/work/settle.ts'
import { useToast } from '#app/ui/toast.tsx'

export const nameOf = ({ title, first_prompt }: Pick<Thread, 'title' | 'first_prompt'>): string =>
  title ?? first_prompt.replaceAll(/\s+/g, ' ').trim().slice(0, 120)

/** What can be done with a conversation as a whole. Each says itself what went wrong. */
export function useThreadActions() {
  const { t } = useLingui()
  const toast = useToast()
  const failureWords = useFailureWords()
  const queryClient = useQueryClient()

  const readAnew = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: threadKeys.all }),
      queryClient.invalidateQueries({ queryKey: generationKeys.lists }),
    ])

  async function restore(id: string) {
    const restored = await settle(restoreThread({ data: { id } }))
    if (!restored.ok) return toast({ title: failureWords(restored.error), tone: 'danger' })
    await readAnew()
  }

  return {
    async rename(thread: Thread, title: string): Promise<boolean> {
      const renamed = await settle(renameThread({ data: { id: thread.id, title: title.trim() || null } }))
      if (!renamed.ok) {
        toast({ title: failureWords(renamed.error), tone: 'danger' })
        return false
      }
      await queryClient.invalidateQueries({ queryKey: threadKeys.all })
      return true
    },
    /** Into the trash, and back at one press. */
    async remove(thread: Thread): Promise<boolean> {
      const removed = await settle(deleteThread({ data: { id: thread.id } }))
      if (!removed.ok && removed.error.code !== 'not_found') {
        toast({ title: failureWords(removed.error), tone: 'danger' })
        return false
      }
      await readAnew()
      toast({
        title: t`The conversation is in the trash.`,
        action: { label: t`Undo`, onClick: () => void restore(thread.id) },
      })
      return true
    },
  }
}
