import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { ApiFailure } from '#app/contract/base/api-result.ts'
import { promptOf } from '#app/contract/recipes/place-values.ts'
import type { PlaceValues } from '#app/contract/recipes/recipe-of-run.ts'
import type { Recipe } from '#app/contract/recipes/recipes.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { RecipeFields } from './recipe-fields.tsx'
import { useValueCheck } from './use-value-check.ts'

type FillPromptProps = { form: Pick<Recipe, 'text' | 'places'>; onTake: (prompt: string) => void }

/** Fills in a prompt that goes into the composer, where a model is chosen. */
export function FillPrompt({ form, onTake }: FillPromptProps) {
  const check = useValueCheck()
  const [values, setValues] = useState<PlaceValues>({})
  const [errors, setErrors] = useState<ApiFailure['fields']>(undefined)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const wrong = check(form, values)
        setErrors(wrong)
        if (!wrong) onTake(promptOf(form, values))
      }}
      className="grid gap-4 pb-2"
    >
      <RecipeFields form={form} values={values} onChange={setValues} isAsked errors={errors} />
      <Button type="submit">
        <Trans>Use this prompt</Trans>
      </Button>
    </form>
  )
}
