import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { filmKeys } from '#app/shell/data/film-keys.ts'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { deleteFilm, restoreFilm } from './films.functions.ts'

/** Moves films to the trash and back. */
export function useFilmTrash() {
  const { t } = useLingui()
  const toast = useToast()
  const queryClient = useQueryClient()
  const failureMessage = useFailureMessage()

  const renew = () => queryClient.invalidateQueries({ queryKey: filmKeys.lists })
  async function restore(id: string) {
    const result = await settle(restoreFilm({ data: { id } }))
    if (!result.ok) return toast({ title: failureMessage(result.error), tone: 'danger' })
    return renew()
  }
  return {
    restore,
    /** Resolves to whether the film is in the trash. */
    async remove({ id }: { id: string }): Promise<boolean> {
      const result = await settle(deleteFilm({ data: { id } }))
      if (!result.ok) {
        toast({ title: failureMessage(result.error), tone: 'danger' })
        return false
      }
      void renew()
      toast({ title: t`The film is in the trash`, action: { label: t`Undo`, onClick: () => void restore(id) } })
      return true
    },
  }
}
