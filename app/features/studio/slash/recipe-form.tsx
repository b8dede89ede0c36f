import { useLingui } from '@lingui/react/macro'
import type { Generation } from '#app/contract/runs/generations.ts'
import type { Recipe } from '#app/contract/recipes/recipes.ts'
import { FillPrompt } from '#app/runs/recipes/fill-prompt.tsx'
import { RunRecipe } from '#app/runs/recipes/run-recipe.tsx'
import { useModels } from '#app/shell/data/generations.queries.ts'
import type { RecipePlace } from '#app/shell/data/recipes.queries.ts'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import type { Replacement } from '../composer/use-replacement.ts'
import { commandOfMaking, nameOf } from './commands.ts'

const commandOfKind = { video: commandOfMaking.video, image: commandOfMaking.picture, audio: commandOfMaking.speech } as const

type RecipeFormProps = {
  recipe: Recipe
  place?: RecipePlace | undefined
  onClose: () => void
  /** Receives the prompt of a recipe without a model. */
  onPrompt: (prompt: Replacement) => void
  onStarted: (started: Generation) => void
}

/** Fills in a recipe: one with a model runs as a turn of the conversation, another prompt goes into the field. */
export function RecipeForm({ recipe, place, onClose, onPrompt, onStarted }: RecipeFormProps) {
  const { i18n } = useLingui()
  const model = useModels().find(({ id }) => id === recipe.model)
  const head = recipe.type === 'text' ? '' : `/${nameOf(commandOfKind[recipe.type], i18n.locale)} `
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={recipe.name}>
      <div data-kind={recipe.type} className="grid gap-4 pt-2">
        {recipe.about && <p className="text-ink-soft">{recipe.about}</p>}
        {model && !model.available && <p role="status">{model.unavailable_reason}</p>}
        {model?.available ? (
          <RunRecipe recipe={recipe} id={recipe.id} model={model} place={place} isAsked onStarted={onStarted} />
        ) : (
          <FillPrompt form={recipe} onTake={(prompt) => onPrompt({ prompt: head + prompt })} />
        )}
      </div>
    </Dialog>
  )
}
