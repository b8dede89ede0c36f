import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { startTransition, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import * as v from 'valibot'
import type { ApiFailure, ApiResult } from '#app/contract/base/api-result.ts'
import { mergePatch, type MergePatch, patchBetween } from '#app/contract/base/merge-patch.ts'
import { type FilmDocument, filmDocumentSchema } from '#app/contract/films/film-document.ts'
import type { FilmChanged } from '#app/contract/films/films.ts'
import { repairFilm } from '#app/contract/films/repair-film.ts'
import { maySucceedLater, retryDelay } from '#app/shell/calls/save-retry.ts'
import { settle } from '#app/shell/calls/settle.ts'
import type { Edit } from './edit-film.ts'
import { changeFilm, redoFilm, undoFilm } from './films.functions.ts'
import { filmQuery, heardRevisionQuery } from './films.queries.ts'
import { useRunsOfFilm } from './use-runs-of-film.ts'
import { filmKeys } from '#app/shell/data/film-keys.ts'

/** Milliseconds of rest after which changes are saved. */
const saveAfterMs = 800

/** Returns the film with a change; without it, if it no longer fits. */
function changed(film: FilmDocument, patch: MergePatch): FilmDocument {
  const parsed = v.safeParse(filmDocumentSchema, mergePatch(film, patch))
  return parsed.success ? repairFilm(parsed.output) : film
}

/**
 * The film on the page, and the server's. Changes are saved as merge patches, so that those of other windows merge, and what is typed here
 * is never replaced.
 */
// oxlint-disable-next-line max-lines-per-function -- The page's film and the server's are one state machine.
export function useFilm(id: string) {
  const queryClient = useQueryClient()
  const { data: stored } = useSuspenseQuery(filmQuery(id))
  const { data: heard } = useQuery(heardRevisionQuery(id))
  useRunsOfFilm(id)
  const [film, setFilm] = useState(stored.document)
  const [failure, setFailure] = useState<ApiFailure | null>(null)
  const [failures, setFailures] = useState(0)
  const [isDirty, setDirty] = useState(false)
  const latest = useRef(film)
  /** The server's document that the one on the page is based on. */
  const base = useRef(stored.document)
  const unsaved = useRef(false)
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const isBehind = heard !== undefined && heard > stored.revision

  const show = useCallback((next: FilmDocument) => {
    latest.current = next
    setFilm(next)
  }, [])

  /** Takes a document of the server as the base; what was changed here meanwhile stays. */
  const rebase = useCallback(
    (document: FilmDocument) => {
      const own = patchBetween(base.current, latest.current)
      base.current = document
      show(changed(document, own))
    },
    [show],
  )

  const edit = useCallback(
    (change: Edit) => {
      const next = change(latest.current)
      if (next === latest.current) return
      unsaved.current = true
      // The note “Saving…” need not be in the same frame as the first letter.
      startTransition(() => setDirty(true))
      show(next)
    },
    [show],
  )

  /** Takes the answer to a change into the cache. */
  function take({ patch, undo: _undo, ...state }: FilmChanged) {
    const known = queryClient.getQueryData(filmQuery(id).queryKey)
    if (!known) return
    const document = changed(known.document, patch)
    // The change of another window has been read, and the page does not show it yet: the next change must not put it back.
    if (known.document === base.current) base.current = document
    else rebase(document)
    queryClient.setQueryData(filmQuery(id).queryKey, { ...known, ...state, document })
    // Another window has changed it, too.
    if (state.revision > known.revision + 1) void queryClient.invalidateQueries({ queryKey: filmKeys.detail(id) })
    void queryClient.invalidateQueries({ queryKey: filmKeys.lists, refetchType: 'none' })
  }

  function settled(result: ApiResult<FilmChanged>) {
    if (result.ok) {
      setFailure(null)
      setFailures(0)
      take(result.data)
    } else {
      setFailure(result.error)
      if (maySucceedLater(result.error)) setFailures((before) => before + 1)
    }
    return result.ok
  }

  async function saveNow(): Promise<void> {
    if (!unsaved.current) return
    const document = patchBetween(base.current, latest.current)
    unsaved.current = false
    if (Object.keys(document).length > 0) {
      const isSaved = settled(await settle(changeFilm({ data: { id, document } })))
      if (!isSaved) unsaved.current = true
    }
    setDirty(unsaved.current)
  }

  /** Saves what is not saved, one request after the other. */
  const save = () => (queue.current = queue.current.then(saveNow))
  const saveInEffect = useEffectEvent(save)

  async function revert(call: typeof undoFilm) {
    await saveNow()
    if (unsaved.current) return
    const result = await settle(call({ data: { id } }))
    if (settled(result) && result.ok) show(changed(latest.current, result.data.patch))
  }

  useEffect(() => {
    if (!isDirty || film !== latest.current) return undefined
    const timer = setTimeout(() => void saveInEffect(), saveAfterMs)
    return () => clearTimeout(timer)
  }, [film, isDirty])

  useEffect(() => {
    if (failures === 0) return undefined
    const retry = setTimeout(() => void saveInEffect(), retryDelay(failures))
    return () => clearTimeout(retry)
  }, [failures])

  useEffect(() => {
    if (!isBehind) return
    // The event of a change may arrive before its answer, which is the newest revision, too.
    queue.current = queue.current.then(() => {
      const known = queryClient.getQueryData(filmQuery(id).queryKey)
      if (known && heard > known.revision) return queryClient.invalidateQueries({ queryKey: filmKeys.detail(id) })
      return undefined
    })
  }, [isBehind, heard, queryClient, id])

  useEffect(() => {
    if (stored.document !== base.current) rebase(stored.document)
  }, [stored.document, rebase])

  useEffect(() => {
    const saveIfHidden = () => document.visibilityState === 'hidden' && void saveInEffect()
    const saveOnline = () => void saveInEffect()
    const warn = (event: BeforeUnloadEvent) => {
      if (!unsaved.current) return
      void saveInEffect()
      event.preventDefault()
    }
    document.addEventListener('visibilitychange', saveIfHidden)
    window.addEventListener('online', saveOnline)
    window.addEventListener('beforeunload', warn)
    return () => {
      document.removeEventListener('visibilitychange', saveIfHidden)
      window.removeEventListener('online', saveOnline)
      window.removeEventListener('beforeunload', warn)
      // Another page of the app is opening.
      void saveInEffect()
    }
  }, [])

  const parts = useMemo(() => new Map(stored.parts.map((part) => [part.part, part])), [stored.parts])

  return {
    film,
    stored,
    parts,
    edit,
    failure,
    isSaved: !isDirty,
    save,
    undo: () => (queue.current = queue.current.then(() => revert(undoFilm))),
    redo: () => (queue.current = queue.current.then(() => revert(redoFilm))),
  }
}
export type FilmState = ReturnType<typeof useFilm>
