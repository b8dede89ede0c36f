import { useLingui } from '@lingui/react/macro'
import { useToast } from '#app/ui/toast.tsx'
import { addShot, duplicateShot, newId, removeShot, restoreShot } from './edit-film.ts'
import type { FilmState } from './use-film.ts'

/** Adding, copying and deleting shots; each opens what it leaves. */
export function useShotActions({ film, edit }: Pick<FilmState, 'film' | 'edit'>, onOpen: (id: string | undefined) => void) {
  const { t } = useLingui()
  const toast = useToast()
  return {
    /** Behind a shot; at the end without one. */
    add(after: string | undefined) {
      const id = newId(film)
      edit((before) => addShot(before, id, after))
      onOpen(id)
    },
    duplicate(original: string) {
      const id = newId(film)
      edit((before) => duplicateShot(before, id, original))
      onOpen(id)
    },
    remove(id: string) {
      const [shot, at] = [film.shots[id], film.order.indexOf(id)]
      if (!shot) return
      const place = at + 1
      edit(removeShot(id))
      onOpen(undefined)
      toast({
        title: t`Shot ${place} is deleted`,
        action: { label: t`Undo`, onClick: () => edit(restoreShot(id, shot, at)) },
      })
    },
  }
}
export type ShotActions = ReturnType<typeof useShotActions>
