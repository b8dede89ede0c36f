import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Generation } from '#app/contract/runs/generations.ts'
import type { EditRecipe } from '#app/contract/runs/recipes.ts'
import type { Model } from '#app/contract/runs/models.ts'
import { modelsQuery } from '#app/shell/data/generations.queries.ts'
import { Sheet } from '#app/ui/dialog.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { useToast } from '#app/ui/toast.tsx'
import { isSeed } from '../options/option-values.ts'
import { useRoleNames } from '../role-names.ts'
import { RecipeEditor } from './recipe-editor.tsx'

type RecipeDialogProps = { generation: Generation; open: boolean; onOpenChange: (open: boolean) => void }

/** Makes a recipe from a result: the words that others change become fields. */
export function RecipeDialog({ generation, open, onOpenChange }: RecipeDialogProps) {
  const { t } = useLingui()
  const toast = useToast()
  const roles = useRoleNames()
  const { data: models } = useQuery(modelsQuery())
  const model = models?.find(({ id }) => id === generation.model)
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={<Trans>Use as a recipe</Trans>}>
      <p className="pb-4 text-ink-soft">
        <Trans>
          A recipe remembers the model, its options and your prompt. Words that change become fields, which you fill in each time.
        </Trans>
      </p>
      {models ? (
        <RecipeEditor
          start={recipeFrom(generation, model, (role) => roles[role].name)}
          onDone={({ name }) => {
            onOpenChange(false)
            toast({ title: t`Recipe “${name}” saved. You’ll find it in Ideas → Saved.` })
          }}
        />
      ) : (
        <Skeleton className="h-64 w-full rounded-control" />
      )}
    </Sheet>
  )
}

type Role = Generation['inputs'][number]['role']

/** Returns the recipe of a run. Its seed is left out, and each of its files is asked for. */
function recipeFrom(generation: Generation, model: Model | undefined, nameOf: (role: Role) => string): EditRecipe {
  const { type, prompt, title, options, inputs } = generation
  const seeds = new Set(Object.entries(model?.options.properties ?? {}).flatMap(([name, schema]) => (isSeed(schema) ? [name] : [])))
  const fixed = Object.fromEntries(
    Object.entries(options).filter(([name]) => !seeds.has(name) && model && name in model.options.properties),
  )
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
    model: model?.id ?? null,
    options: fixed,
    places,
    sample_id: generation.id,
  }
}
