import { Trans, useLingui } from '@lingui/react/macro'
import type { ApiFailure } from '#app/contract/base/api-result.ts'
import { fieldsOf, promptOf, valueOf } from '#app/contract/recipes/place-values.ts'
import type { PlaceValue, PlaceValues } from '#app/contract/recipes/recipe-of-run.ts'
import type { Place, Recipe } from '#app/contract/recipes/recipes.ts'
import { TextArea, TextField } from '#app/ui/controls/field.tsx'
import { Select } from '#app/ui/controls/select.tsx'
import { GappedText } from './gapped-text.tsx'
import { FileField } from './file-field.tsx'

type RecipeFieldsProps = {
  form: Pick<Recipe, 'text' | 'places'>
  values: PlaceValues
  /** `isTyped`: the value is typed letter by letter, and whole when the field is left. */
  onChange: (values: PlaceValues, isTyped: boolean) => void
  onLeave?: (() => void) | undefined
  /** Whether the person has just asked for the form, which then takes the focus. */
  isAsked?: boolean
  /** Errors of the request by field path. */
  errors?: ApiFailure['fields'] | undefined
}

/** The form of a recipe: a field for each of its places, and the prompt that they make. */
export function RecipeFields({ form, values, onChange, onLeave, isAsked = false, errors }: RecipeFieldsProps) {
  const fields = fieldsOf(form)
  return (
    <>
      {fields.map((place, index) => (
        <PlaceField
          key={place.name}
          place={place}
          value={valueOf(place, values)}
          isFirst={isAsked && index === 0}
          onLeave={onLeave}
          error={errors?.[`values.${place.name}`]?.detail}
          onChange={(value) => {
            const { [place.name]: _, ...others } = values
            onChange(value === undefined ? others : { ...others, [place.name]: value }, place.type === 'line' || place.type === 'text')
          }}
        />
      ))}
      {fields.length > 0 && (
        <p className="rounded-control bg-wash px-3.5 py-2.5 wrap-anywhere whitespace-pre-line text-ink-soft">
          <GappedText text={promptOf(form, values)} />
        </p>
      )}
    </>
  )
}

type PlaceFieldProps = {
  place: Place
  value: PlaceValue | undefined
  isFirst: boolean
  onLeave: (() => void) | undefined
  error: string | undefined
  onChange: (value: PlaceValue | undefined) => void
}

function PlaceField({ place, value, isFirst, onLeave, error, onChange }: PlaceFieldProps) {
  const { t } = useLingui()
  const label = place.optional ? t`${place.name} (optional)` : place.name
  const common = { label, hint: place.help, error, autoComplete: 'off', onBlur: onLeave }
  const written = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  switch (place.type) {
    case 'file':
      return <FileField label={label} hint={place.help} error={error} isAdded={typeof value === 'object'} onChange={onChange} />
    case 'choice':
      return (
        <div className="grid gap-1.5">
          <Select
            label={label}
            value={written}
            onValueChange={onChange}
            items={place.choices.map((choice) => ({ value: choice, label: choice }))}
          />
          {place.help && <p className="text-sm text-ink-soft">{place.help}</p>}
          <p role="alert" className="text-sm text-danger empty:hidden">
            {error}
          </p>
        </div>
      )
    case 'number':
      return (
        <TextField
          {...common}
          type="number"
          inputMode="decimal"
          min={place.min}
          max={place.max}
          step={place.step ?? 'any'}
          value={written}
          hint={place.help ?? boundsOf(place)}
          onChange={({ target }) => onChange(target.value === '' ? '' : target.valueAsNumber)}
        />
      )
    case 'text':
      return <TextArea {...common} autosize rows={3} value={written} onChange={({ target }) => onChange(target.value)} />
    case 'line':
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- The person has just asked for this form.
      return <TextField {...common} autoFocus={isFirst} value={written} onChange={({ target }) => onChange(target.value)} />
  }
}

function boundsOf({ min, max }: Extract<Place, { type: 'number' }>) {
  if (min !== undefined && max !== undefined)
    return (
      <Trans>
        From {min} to {max}
      </Trans>
    )
  if (max !== undefined) return <Trans>At most {max}</Trans>
  return min !== undefined && <Trans>At least {min}</Trans>
}
