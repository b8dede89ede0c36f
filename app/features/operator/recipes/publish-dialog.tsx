import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { ApiFailure } from '#app/contract/base/api-result.ts'
import type { OperatorRecipe } from '#app/contract/recipes/published-recipes.ts'
import type { RecipeTexts } from '#app/contract/recipes/recipes.ts'
import { localeNames } from '#app/shell/i18n/locale-names.ts'
import { TextField } from '#app/ui/controls/field.tsx'
import { Select } from '#app/ui/controls/select.tsx'
import { locales } from '#config'
import { ActDialog } from '../base/act-dialog.tsx'
import { publishRecipe } from './recipes.functions.ts'

type PublishDialogProps = {
  recipe: OperatorRecipe
  /** How many are published, with this one. */
  count: number
  onClose: () => void
}

/** Name and sentence of a recipe in both languages, and its place among the published ones. */
export function PublishDialog({ recipe, count, onClose }: PublishDialogProps) {
  const { t } = useLingui()
  const [texts, setTexts] = useState<RecipeTexts>(() => {
    const own = { name: recipe.name, about: recipe.about ?? '' }
    return recipe.texts ?? { en: own, ru: own }
  })
  const [place, setPlace] = useState(String(recipe.place ?? count))
  const [failure, setFailure] = useState<ApiFailure | null>(null)
  const isPublished = recipe.published_at !== null
  return (
    <ActDialog
      title={isPublished ? <Trans>Edit recipe</Trans> : <Trans>Publish recipe</Trans>}
      description={
        <Trans>Everyone sees its sample, name, sentence, price, prompt and your name. The first eight are on the home page.</Trans>
      }
      action={isPublished ? <Trans>Save</Trans> : <Trans>Publish</Trans>}
      done={isPublished ? t`Recipe saved` : t`Recipe published`}
      ready={locales.every((locale) => texts[locale].name.trim() !== '')}
      reasonOptional
      onFailure={setFailure}
      onClose={onClose}
      onAct={(reason) => publishRecipe({ data: { id: recipe.id, texts, place: Number(place), reason } })}
    >
      {locales.map((locale) => (
        <div key={locale} className="grid gap-4">
          <TextField
            label={<Trans>Name: {localeNames[locale]}</Trans>}
            lang={locale}
            autoComplete="off"
            maxLength={80}
            value={texts[locale].name}
            onChange={({ target }) => setTexts({ ...texts, [locale]: { ...texts[locale], name: target.value } })}
            error={failure?.fields?.[`texts.${locale}.name`]?.detail}
          />
          <TextField
            label={<Trans>What it makes, in one sentence: {localeNames[locale]}</Trans>}
            lang={locale}
            autoComplete="off"
            maxLength={300}
            value={texts[locale].about}
            onChange={({ target }) => setTexts({ ...texts, [locale]: { ...texts[locale], about: target.value } })}
            error={failure?.fields?.[`texts.${locale}.about`]?.detail}
          />
        </div>
      ))}
      {count > 1 && (
        <Select
          label={t`Place`}
          value={place}
          onValueChange={setPlace}
          items={Array.from({ length: count }, (_, index) => ({ value: String(index + 1), label: String(index + 1) }))}
        />
      )}
      <p role="alert" className="text-danger empty:hidden">
        {Object.entries(failure?.fields ?? {}).find(([name]) => !name.startsWith('texts.'))?.[1].detail}
      </p>
    </ActDialog>
  )
}
