import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { promptOf } from '#app/contract/runs/place-values.ts'
import type { PlaceValues } from '#app/contract/runs/recipe-of-run.ts'
import type { Recipe } from '#app/contract/runs/recipes.ts'
import { Button } from '#app/ui/button.tsx'
import { RecipeFields } from './recipe-fields.tsx'

type FillPromptProps = { form: Pick<Recipe, 'text' | 'places'>; onTake: (prompt: string) => void }

/** Fills in a prompt that goes into the composer, where a model is chosen. */
export function FillPrompt({ form, onTake }: FillPromptProps) {
  const [values, setValues] = useState<PlaceValues>({})
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onTake(promptOf(form, values))
      }}
      className="grid gap-4 pb-2"
    >
      <RecipeFields form={form} values={values} onChange={setValues} isAsked />
      <Button type="submit">
        <Trans>Use this prompt</Trans>
      </Button>
    </form>
  )
}
