import { Trans } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { ApiFailure } from '#app/contract/base/api-result.ts'
import type { Generation, OptionValues } from '#app/contract/runs/generations.ts'
import { knownValues } from '#app/contract/recipes/place-values.ts'
import type { PlaceValues } from '#app/contract/recipes/recipe-of-run.ts'
import type { Model } from '#app/contract/runs/models.ts'
import type { Recipe } from '#app/contract/recipes/recipes.ts'
import { useFailureMessage } from '#app/shell/calls/failure-messages.ts'
import { recipeQuoteQuery, type RecipePlace } from '#app/shell/data/recipes.queries.ts'
import { runRecipe } from '#app/shell/data/recipes.functions.ts'
import { OptionFields } from '../options/option-fields.tsx'
import { fitOptions, setOption } from '../options/option-values.ts'
import { SpendButton } from '../spend-button.tsx'
import { type AskedPrice, runPriceOf } from '../use-run-price.ts'
import { useStart } from '../use-start.ts'
import { RecipeFields } from './recipe-fields.tsx'
import { useValueCheck } from './use-value-check.ts'

type RunRecipeProps = {
  recipe: Pick<Recipe, 'type' | 'text' | 'places' | 'options' | 'open'>
  /** Its id, or the token of its link. */
  id: string
  model: Model
  place?: RecipePlace | undefined
  /** The values of an earlier run. */
  start?: PlaceValues | undefined
  /** The open options of an earlier run. */
  startOptions?: OptionValues | undefined
  isAsked?: boolean
  onStarted: (started: Generation) => void
}

/** Fills in a recipe that has a model and runs it. */
export function RunRecipe({ recipe, id, model, place, start: earlier = {}, startOptions = {}, isAsked, onStarted }: RunRecipeProps) {
  const failureMessage = useFailureMessage()
  // A recipe may have lost fields since the earlier run, and nobody could empty them.
  const given = useState(() => knownValues(recipe, earlier))[0]
  const [values, setValues] = useState(given)
  // The price follows when a field is left, not with each letter.
  const [priced, setPriced] = useState(given)
  const [chosen, setChosen] = useState(startOptions)
  const check = useValueCheck()
  const [wrong, setWrong] = useState<ApiFailure['fields']>(undefined)
  const [failure, setFailure] = useState<ApiFailure | null>(null)
  const { sending, start } = useStart()
  // An earlier price stays until the next one is there, and is the most that the run may cost.
  const {
    data: quote,
    error,
    refetch,
  } = useQuery({ ...recipeQuoteQuery({ recipe: id, values: priced, options: chosen, ...place }), placeholderData: keepPreviousData })
  const asked: AskedPrice = { price: quote ? runPriceOf(model, quote) : null, problem: error ? 'failed' : null, ask: () => void refetch() }
  const open = Object.fromEntries(Object.entries(model.options.properties).filter(([name]) => recipe.open.includes(name)))

  async function submit() {
    if (!quote) return
    setFailure(null)
    const errors = check(recipe, values)
    setWrong(errors)
    if (errors) return
    const run = { recipe: id, values, options: chosen, ...place, max_price: quote.price }
    const result = await start(run, { send: (data) => runRecipe({ data }), runsOf: (one) => [one] })
    if (result.ok) return onStarted(result.data)
    setPriced(values)
    setFailure(result.error)
  }

  return (
    <form
      noValidate
      data-kind={recipe.type}
      className="grid gap-5 pb-2"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void submit()
      }}
    >
      <RecipeFields
        form={recipe}
        values={values}
        onChange={(next, isTyped) => {
          setValues(next)
          if (!isTyped) setPriced(next)
        }}
        onLeave={() => setPriced(values)}
        {...(isAsked && { isAsked })}
        errors={wrong ?? failure?.fields}
      />
      {recipe.open.length > 0 && (
        <OptionFields
          kind={recipe.type}
          schema={{ ...model.options, properties: open }}
          values={fitOptions(model.options, { ...recipe.options, ...chosen })}
          onChange={(name, value) => setChosen((before) => setOption(before, name, value))}
          errors={failure?.fields}
        />
      )}
      <div role="alert" className="text-danger empty:hidden">
        {failure &&
          (Object.entries(failure.fields ?? {}).find(([name]) => !/^(?:values|options)\./.test(name))?.[1].detail ??
            failureMessage(failure))}
      </div>
      <SpendButton type="submit" asked={asked} busy={sending}>
        <Trans>Create</Trans>
      </SpendButton>
    </form>
  )
}
