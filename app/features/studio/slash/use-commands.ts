import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { loadWanted } from '#app/ui/page/lazy-part.tsx'
import type { Replacement } from '../composer/use-replacement.ts'
import type { Chosen, Slash, SlashContext } from './slash-of.ts'

/** Takes a key of the field; returns whether it was one of the list. */
export type ListKeys = (event: KeyboardEvent) => boolean

const loadCommands = () => import('./slash-of.ts')

type Place = Pick<SlashContext, 'models' | 'userId' | 'locale'>

const unread = (words: string): Slash => ({
  command: null,
  head: '',
  words,
  making: null,
  makers: [],
  model: undefined,
  choose: () => undefined,
})

/** The commands of the text studio. They are no part of its first load, and a prompt with a slash is not sent before they are there. */
export function useCommands() {
  const [read, setRead] = useState<Awaited<ReturnType<typeof loadCommands>> | null>(null)
  const [chosen, setChosen] = useState<Chosen>({})
  const [asked, setAsked] = useState(false)
  const keys: RefObject<ListKeys | null> = useRef(null)
  useEffect(() => {
    loadWanted(loadCommands).then(setRead, () => undefined)
  }, [])
  return useMemo(() => {
    const context = (place: Place): SlashContext => ({
      ...place,
      chosen,
      choose: (making, id) => setChosen((before) => ({ ...before, [making]: id })),
    })
    return {
      /** Returns the command with which a prompt begins. */
      slashIn: (prompt: string, place: Place): Slash | null =>
        prompt.startsWith('/') ? (read ? read.slashOf(prompt, context(place)) : unread(prompt)) : null,
      asCommand: (next: Replacement, slash: Slash | null, place: Place) => (read ? read.asCommand(next, slash, context(place)) : next),
      /** Whether a name of a command is being typed, which costs nothing yet. */
      isNaming: (prompt: string): boolean => prompt.startsWith('/') && (read ? read.isNaming(prompt) : true),
      /** Whether the list was opened for a prompt without a slash. */
      asked,
      ask: setAsked,
      setKeys(next: ListKeys | null) {
        keys.current = next
      },
      onKey: (event: KeyboardEvent): boolean => keys.current?.(event) ?? false,
    }
  }, [read, chosen, asked])
}
export type Commands = ReturnType<typeof useCommands>
