import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { v4 as uuid } from 'uuid'
import type { ApiFailure } from '#app/contract/base/api-result.ts'
import type { FilmDocument } from '#app/contract/films/film-document.ts'
import { settle } from '#app/shell/calls/settle.ts'
import type { Locale } from '#config'
import { arrange } from './arrange.ts'
import type { Choices } from './film-choices.tsx'
import { createFilm, splitScript } from './films.functions.ts'
import { filmQuery } from './films.queries.ts'
import { filmKeys } from '#app/shell/data/film-keys.ts'

/** Splits a script and stores the film. Repeating it after a lost answer creates no second film. */
export function useCreateFilm() {
  const queryClient = useQueryClient()
  const [sending, setSending] = useState(false)
  const [failure, setFailure] = useState<ApiFailure | null>(null)
  const open = useRef<{ payload: string; key: string; document: FilmDocument } | null>(null)
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => void (isHere.current = false)
  }, [])

  /** Returns the id of the new film; undefined if there is none, or if the page is left. */
  async function create(text: string, language: Locale, choices: Choices): Promise<string | undefined> {
    setFailure(null)
    setSending(true)
    try {
      const payload = JSON.stringify({ text, language, choices })
      if (open.current?.payload !== payload) {
        const { seconds, readsAloud } = choices
        const split = await settle(splitScript({ data: { text, language, seconds, read_aloud: readsAloud } }))
        if (!split.ok) {
          setFailure(split.error)
          return undefined
        }
        open.current = { payload, key: uuid(), document: arrange(split.data.document) }
      }
      const { key, document } = open.current
      const { takes: _takes, ...film } = {
        ...document,
        shape: choices.shape,
        look: { ...document.look, style: choices.style },
        narrator: { voice: choices.voice },
      }
      const created = await settle(createFilm({ data: { document: film, idempotency_key: key } }))
      if (!created.ok) {
        setFailure(created.error)
        return undefined
      }
      open.current = null
      queryClient.setQueryData(filmQuery(created.data.id).queryKey, created.data)
      void queryClient.invalidateQueries({ queryKey: filmKeys.lists })
      return isHere.current ? created.data.id : undefined
    } finally {
      setSending(false)
    }
  }
  return { create, sending, failure }
}
