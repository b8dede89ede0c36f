import { useLingui } from '@lingui/react/macro'
import { type RefObject, useEffect, useId, useState } from 'react'
import type { Recipe } from '#app/contract/recipes/recipes.ts'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'
import type { Composer } from '../composer/use-composer.ts'
import { type Command, nameIn, nameOf } from './commands.ts'
import { SlashList } from './slash-list.tsx'
import type { Commands } from './use-commands.ts'

const RecipeForm = lazyPart(async () => (await import('./recipe-form.tsx')).RecipeForm)

export type SlashFieldProps = {
  composer: Composer
  commands: Commands
  field: RefObject<HTMLTextAreaElement | null>
  className: string
}

/** The list of tools and recipes of a field, which opens while a name is typed after a slash, and the form of a chosen recipe. */
export function SlashField({ composer, commands: { asked, ask, setKeys }, field, className }: SlashFieldProps) {
  const { i18n } = useLingui()
  const id = useId()
  /** The prompt at which Escape has closed the list. */
  const [closedAt, setClosedAt] = useState<string | null>(null)
  const [active, setActive] = useState<string>()
  const [recipe, setRecipe] = useState<Recipe | null>(null)
  const { prompt } = composer
  const typed = nameIn(prompt)
  const searched = composer.slash?.command === 'find' && typed === null ? composer.slash.words : null
  const isOpen = recipe === null && prompt !== closedAt && (asked || typed !== null || searched !== null)

  // The field is another component's, and stays a text field for those who never type a slash.
  useEffect(() => {
    const area = field.current
    if (!area || !isOpen) return
    area.setAttribute('aria-autocomplete', 'list')
    area.setAttribute('aria-controls', id)
    if (active) area.setAttribute('aria-activedescendant', active)
    return () => {
      for (const name of ['aria-autocomplete', 'aria-controls', 'aria-activedescendant']) area.removeAttribute(name)
    }
  }, [field, isOpen, active, id])

  function focus() {
    ask(false)
    // After the new prompt is rendered.
    requestAnimationFrame(() => {
      const area = field.current
      area?.focus()
      area?.setSelectionRange(area.value.length, area.value.length)
    })
  }
  function take(command: Command) {
    const words = typed === null && searched === null ? prompt : ''
    composer.setPrompt(`/${nameOf(command, i18n.locale)} ${words}`)
    focus()
  }
  function open(chosen: Recipe) {
    setRecipe(chosen)
    // The form stays without the slash that has opened it.
    ask(true)
    if (typed !== null) composer.setPrompt('')
  }
  function close() {
    setRecipe(null)
    focus()
  }

  return (
    <>
      {isOpen && (
        <SlashList
          id={id}
          onKeys={setKeys}
          composer={composer}
          typed={typed ?? ''}
          searched={searched}
          onActive={setActive}
          onTake={take}
          onOpen={open}
          onAttached={() => {
            composer.setPrompt('')
            focus()
          }}
          onClose={() => {
            setClosedAt(prompt)
            focus()
          }}
          className={className}
        />
      )}
      {recipe && (
        <RecipeForm
          recipe={recipe}
          place={composer.place}
          onClose={close}
          onPrompt={(words) => {
            composer.replace(words)
            close()
          }}
          onStarted={(started) => {
            setRecipe(null)
            ask(false)
            composer.onStarted(started)
          }}
        />
      )}
    </>
  )
}
