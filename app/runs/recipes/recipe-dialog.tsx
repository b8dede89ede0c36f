import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import type { Generation } from '#app/contract/runs/generations.ts'
import type { EditRecipe } from '#app/contract/recipes/recipes.ts'
import type { Model } from '#app/contract/runs/models.ts'
import { modelsQuery } from '#app/shell/data/generations.queries.ts'
import { Sheet } from '#app/ui/overlays/dialog.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { isSeed } from '../options/option-values.ts'
import { useRoleNames } from '../role-names.ts'
import { RecipeEditor } from './recipe-editor.tsx'

type RecipeDialogProps = { generation: Generation; open: boolean; onOpenChange: (open: boolean) => void }

/** Makes a recipe from a result: the words that others change become fields. */
export function RecipeDialog({ generation, open, onOpenChange }: RecipeDialogProps) {
  const { t } = useLingui()
  const toast = useToast()
  const roles = useRoleNames()
  const queryClient = useQueryClient()
  // The form is there at once; only what it saves needs the model.
  async function complete(recipe: EditRecipe): Promise<EditRecipe> {
    const model = (await queryClient.ensureQueryData(modelsQuery())).find(({ id }) => id === generation.model)
    return { ...recipe, model: model?.id ?? null, options: model ? optionsOf(generation, model) : {} }
  }
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={<Trans>Use as a recipe</Trans>}>
      <p className="pb-4 text-ink-soft">
        <Trans>
          A recipe remembers the model, its options and your prompt. Words that change become fields, which you fill in each time.
        </Trans>
      </p>
      <RecipeEditor
        start={recipeFrom(generation, (role) => roles[role].name)}
        complete={complete}
        onDone={({ name }) => {
          onOpenChange(false)
          toast({ title: t`Recipe “${name}” saved. You’ll find it in Ideas → Saved.` })
        }}
      />
    </Sheet>
  )
}

type Role = Generation['inputs'][number]['role']

/** Returns the options of a run that its model still has. Its seed is left out. */
function optionsOf({ options }: Generation, { options: { properties } }: Model): EditRecipe['options'] {
  return Object.fromEntries(
    Object.entries(options).filter(([name]) => {
      const schema = properties[name]
      return schema !== undefined && !isSeed(schema)
    }),
  )
}

/** Returns the recipe of a run. Each of its files is asked for. */
function recipeFrom(generation: Generation, nameOf: (role: Role) => string): EditRecipe {
  const { type, prompt, title, inputs } = generation
  const counts = new Map<Role, number>()
  const places = inputs.map(({ role }) => {
    const count = (counts.get(role) ?? 0) + 1
    counts.set(role, count)
    return { type: 'file' as const, name: count === 1 ? nameOf(role) : `${nameOf(role)} ${count}`, role }
  })
  return {
    type,
    name: title ?? prompt.slice(0, 60),
    text: prompt,
    model: generation.model,
    places,
    sample_id: generation.id,
  }
}
