import { useLingui } from '@lingui/react/macro'
import { useEffect, useMemo, useRef } from 'react'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { addShot, duplicateShot, newId, removeShot, restoreShot } from './edit-film.ts'
import type { FilmState } from './use-film.ts'

/** Adding, copying and deleting shots; each opens what it leaves. The same for every document, so that the board stays as it is. */
export function useShotActions({ film, edit }: Pick<FilmState, 'film' | 'edit'>, onOpen: (id: string | undefined) => void) {
  const { t } = useLingui()
  const toast = useToast()
  const latest = useRef(film)
  useEffect(() => {
    latest.current = film
  }, [film])
  return useMemo(
    () => ({
      /** Behind a shot; at the end without one. */
      add(after: string | undefined) {
        const id = newId(latest.current)
        edit((before) => addShot(before, id, after))
        onOpen(id)
      },
      duplicate(original: string) {
        const id = newId(latest.current)
        edit((before) => duplicateShot(before, id, original))
        onOpen(id)
      },
      remove(id: string) {
        const { shots, order } = latest.current
        const [shot, at] = [shots[id], order.indexOf(id)]
        if (!shot) return
        const place = at + 1
        edit(removeShot(id))
        onOpen(undefined)
        toast({
          title: t`Shot ${place} is deleted`,
          action: { label: t`Undo`, onClick: () => edit(restoreShot(id, shot, at)) },
        })
      },
    }),
    [edit, onOpen, toast, t],
  )
}
export type ShotActions = ReturnType<typeof useShotActions>
