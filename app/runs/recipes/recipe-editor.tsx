import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { TextCursorInput } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import type { ApiFailure } from '#app/contract/base/api-result.ts'
import { fieldsOf, knownPlaces } from '#app/contract/recipes/place-values.ts'
import { gapsIn } from '#app/contract/recipes/prompt-gaps.ts'
import type { EditRecipe, Place, Recipe } from '#app/contract/recipes/recipes.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { settle } from '#app/shell/calls/settle.ts'
import { changeRecipe, saveRecipe } from '#app/shell/data/recipes.functions.ts'
import { modelsQuery } from '#app/shell/data/generations.queries.ts'
import { recipesQuery } from '#app/shell/data/recipes.queries.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { TextArea, TextField } from '#app/ui/controls/field.tsx'
import { PlaceEditor } from './place-editor.tsx'
import { placeFrom } from './place-from.ts'

type RecipeEditorProps = {
  /** A new recipe, or one that is changed. */
  start: EditRecipe & { id?: string }
  /** Adds what the form does not show, before it is saved. */
  complete?: (recipe: EditRecipe) => Promise<EditRecipe>
  onDone: (saved: Recipe) => void
}

/** The form of a saved prompt or a recipe: its name, its prompt, and how each place is filled in. */
export function RecipeEditor({ start, complete, onDone }: RecipeEditorProps) {
  const { t } = useLingui()
  const failureMessage = useFailureMessage()
  const queryClient = useQueryClient()
  const prompt = useRef<HTMLTextAreaElement>(null)
  const [recipe, setRecipe] = useState(start)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ApiFailure | null>(null)
  const typed = recipe.places ?? []
  const form = { text: recipe.text, places: typed }
  const sample = useSampleGap()
  const fileRole = useFileRole(recipe.model)
  const change = (changes: Partial<EditRecipe>) => setRecipe((before) => ({ ...before, ...changes }))

  /** Makes a place of the words that are marked in the prompt. */
  function makePlace() {
    const field = prompt.current
    if (!field) return
    const made = placeFrom(recipe.text, { from: field.selectionStart, to: field.selectionEnd, names: gapsIn(recipe.text) })
    if (made) change({ text: made.text, places: [...typed, made.place] })
    field.focus()
  }

  const completed = async (written: typeof recipe) => save(complete ? await complete(written) : written, written.id)

  async function submit(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    setFailure(null)
    const result = await settle(completed(recipe))
    setBusy(false)
    if (!result.ok) return setFailure(result.error)
    queryClient.setQueryData(
      recipesQuery.queryKey,
      (items) => items && [result.data, ...items.filter((item) => item.id !== result.data.id)].toSorted((a, b) => (a.id < b.id ? 1 : -1)),
    )
    onDone(result.data)
  }

  const fields = fieldsOf(form)
  const shown = new Set(['name', 'text', 'about'])
  return (
    <form noValidate data-kind={recipe.type} onSubmit={(event) => void submit(event)} className="grid gap-5 pb-2">
      <TextField
        label={t`Name`}
        autoComplete="off"
        maxLength={80}
        value={recipe.name}
        onChange={({ target }) => change({ name: target.value })}
        error={failure?.fields?.name?.detail}
      />
      <TextField
        label={t`What it makes, in one sentence (optional)`}
        autoComplete="off"
        maxLength={300}
        value={recipe.about ?? ''}
        onChange={({ target }) => change({ about: target.value })}
        error={failure?.fields?.about?.detail}
      />
      <div className="grid gap-2">
        <TextArea
          label={t`Prompt`}
          ref={prompt}
          autosize
          rows={4}
          value={recipe.text}
          onChange={({ target }) => change({ text: target.value })}
          error={failure?.fields?.text?.detail}
          hint={<Trans>Mark words and make them a field, or write {sample}.</Trans>}
        />
        <Button variant="secondary" size="sm" onClick={makePlace} className="justify-self-start">
          <TextCursorInput aria-hidden className="size-4.5" strokeWidth={1.75} />
          <Trans>Make the marked words a field</Trans>
        </Button>
      </div>
      {fields.map((place) => {
        // The request contains the places that are known, in their order.
        const index = knownPlaces(form).findIndex(({ name }) => name === place.name)
        return (
          <PlaceEditor
            key={place.name}
            place={place}
            fileRole={gapsIn(recipe.text).includes(place.name) ? fileRole : undefined}
            errorOf={(field) => (index < 0 ? undefined : failure?.fields?.[`places.${index}.${field}`])}
            onChange={(changed) => change({ places: [...typed.filter(({ name }) => name !== changed.name), changed] })}
          />
        )
      })}
      <div role="alert" className="text-danger empty:hidden">
        {failure && (firstOf(failure, shown) ?? (failure.fields ? undefined : failureMessage(failure)))}
      </div>
      <Button type="submit" busy={busy}>
        <Trans>Save</Trans>
      </Button>
    </form>
  )
}

/** As what a model takes a file that a place asks for. A mask belongs to a picture that somebody paints. */
function useFileRole(modelId: EditRecipe['model']) {
  const { data: models } = useQuery({ ...modelsQuery(), enabled: modelId != null })
  return models?.find(({ id }) => id === modelId)?.inputs.find(({ role }) => role !== 'mask')?.role
}

/** Saves a new recipe, or changes the one with the id. */
function save(
  { type, name, text, about, model, options, inputs, open, sample_id, places: typed = [] }: EditRecipe,
  id: string | undefined,
) {
  const places = knownPlaces({ text, places: typed }).map(withoutBlanks)
  const body = { name, text, about, ...(model && { model, options, open }) }
  return id
    ? changeRecipe({ data: { id, ...body, places } })
    : saveRecipe({ data: { type, ...body, ...(model && { inputs, sample_id }), ...(places.length > 0 && { places }) } })
}

/** Returns the first error without a field of its own in the form. */
const firstOf = ({ fields = {} }: ApiFailure, shown: ReadonlySet<string>): string | undefined =>
  Object.entries(fields).find(([name]) => !shown.has(name))?.[1].detail

/** Lines left empty while typing are no choices, and an empty help is none. */
function withoutBlanks({ help, ...place }: Place): Place {
  const written = help?.trim() ? { help } : {}
  if (place.type !== 'choice') return { ...place, ...written }
  return { ...place, ...written, choices: place.choices.filter((choice) => choice.trim() !== '') }
}

/** Returns a gap as it is written. Braces have another meaning in messages, so it is interpolated. */
export function useSampleGap(): string {
  const { t } = useLingui()
  return `{{${t({ message: 'city', context: 'a gap in a prompt' })}}}`
}
