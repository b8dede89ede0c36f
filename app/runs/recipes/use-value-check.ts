import { useLingui } from '@lingui/react/macro'
import type { ApiFailure } from '#app/contract/base/api-result.ts'
import { checkValues, type PlaceError } from '#app/contract/recipes/place-values.ts'
import type { PlaceValues } from '#app/contract/recipes/recipe-of-run.ts'
import type { Recipe } from '#app/contract/recipes/recipes.ts'
import { useFormat } from '#app/shell/i18n/format.ts'

/** Checks what is filled in as the API does (decision 229), and returns the errors by field path; undefined if there are none. */
export function useValueCheck(): (form: Pick<Recipe, 'text' | 'places'>, values: PlaceValues) => ApiFailure['fields'] {
  const { t } = useLingui()
  const { number } = useFormat()
  function detailOf({ code, bound }: PlaceError): string {
    const limit = number(bound?.value ?? 0)
    switch (code) {
      case 'required':
        return t`Fill this in.`
      case 'too_small':
        return t`At least ${limit}.`
      case 'too_large':
        return t`At most ${limit}.`
      case 'too_long':
        return t`At most ${limit} characters.`
      case 'not_an_option':
        return t`Choose one of the available values.`
      case 'characters_invalid':
        return t`Write this in one line.`
      default:
        return t`This value isn’t valid here.`
    }
  }
  return (form, values) => {
    const errors = [...checkValues(form, values)]
    if (errors.length === 0) return undefined
    return Object.fromEntries(errors.map(([name, error]) => [`values.${name}`, { code: error.code, detail: detailOf(error) }]))
  }
}
