import { useLingui } from '@lingui/react/macro'
import type { ApiFailure } from '#app/contract/base/api-result.ts'
import type { Place } from '#app/contract/recipes/recipes.ts'
import { Checkbox, TextArea, TextField } from '#app/ui/controls/field.tsx'
import { Select } from '#app/ui/controls/select.tsx'

type PlaceEditorProps = {
  place: Place
  /** As what the model would take a file; undefined if it takes none, or if the place is not in the prompt. */
  fileRole: FilePlace['role'] | undefined
  errorOf: (field: string) => NonNullable<ApiFailure['fields']>[string] | undefined
  onChange: (place: Place) => void
}

/** How one place of a recipe is filled in: its type, its default, its help. */
export function PlaceEditor({ place, fileRole, errorOf, onChange }: PlaceEditorProps) {
  const { t } = useLingui()
  const types: { value: Place['type']; label: string }[] = [
    { value: 'line', label: t`One line` },
    { value: 'text', label: t`Long text` },
    { value: 'choice', label: t`Choice` },
    { value: 'number', label: t`Number` },
    ...(fileRole ? [{ value: 'file' as const, label: t`File` }] : []),
  ]
  return (
    <fieldset className="grid gap-4 rounded-control border border-line p-3.5">
      <legend className="px-1 font-medium">{place.name}</legend>
      {(place.type !== 'file' || fileRole) && (
        <Select
          label={t`Type of the field`}
          value={place.type}
          onValueChange={(type) => onChange(withType(place, type, fileRole))}
          items={types}
        />
      )}
      {place.type === 'choice' && (
        <TextArea
          label={t`Choices, one per line`}
          rows={3}
          value={place.choices.join('\n')}
          error={errorOf('choices')?.detail}
          onChange={({ target }) => onChange({ ...place, choices: target.value.split('\n') })}
        />
      )}
      {place.type === 'number' && (
        <div className="grid grid-cols-3 gap-3">
          {(['min', 'max', 'step'] as const).map((name) => (
            <TextField
              key={name}
              type="number"
              label={{ min: t`From`, max: t`To`, step: t`Step` }[name]}
              value={place[name] ?? ''}
              error={errorOf(name)?.detail}
              onChange={({ target }) => onChange(withNumber(place, name, target))}
            />
          ))}
        </div>
      )}
      {place.type === 'number' ? (
        <TextField
          type="number"
          label={t`Already filled in`}
          value={place.default ?? ''}
          error={errorOf('default')?.detail}
          onChange={({ target }) => onChange(withNumber(place, 'default', target))}
        />
      ) : (
        place.type !== 'file' && (
          <TextField
            label={t`Already filled in`}
            autoComplete="off"
            value={place.default ?? ''}
            error={errorOf('default')?.detail}
            onChange={({ target }) => onChange(withDefault(place, target.value))}
          />
        )
      )}
      <TextField
        label={t`Help below the field`}
        autoComplete="off"
        maxLength={200}
        value={place.help ?? ''}
        onChange={({ target }) => onChange({ ...place, help: target.value })}
      />
      <Checkbox
        label={t`May stay empty`}
        checked={place.optional ?? false}
        onChange={({ target }) => onChange({ ...place, optional: target.checked })}
      />
    </fieldset>
  )
}

type Written = Exclude<Place, { type: 'file' }>
type NumberPlace = Extract<Place, { type: 'number' }>
type FilePlace = Extract<Place, { type: 'file' }>

/** Keeps what a place of another type has, too. */
function withType({ name, help, optional, ...place }: Place, type: Place['type'], role: FilePlace['role'] | undefined): Place {
  const common = { name, ...(help && { help }), ...(optional && { optional }) }
  if (type === 'file') return role ? { ...common, type, role } : { ...common, type: 'line' }
  const preset = 'default' in place && place.default !== undefined ? String(place.default) : ''
  if (type === 'choice') return { ...common, type, choices: preset ? [preset] : [], ...(preset && { default: preset }) }
  if (type !== 'number') return { ...common, type, ...(preset && { default: preset }) }
  const number = Number(preset)
  return { ...common, type, ...(preset && Number.isFinite(number) && { default: number }) }
}

function withNumber(place: NumberPlace, name: 'min' | 'max' | 'step' | 'default', { value, valueAsNumber }: HTMLInputElement): Place {
  const { [name]: _, ...others } = place
  return value === '' ? others : { ...others, [name]: valueAsNumber }
}

function withDefault(place: Exclude<Written, NumberPlace>, value: string): Place {
  const { default: _, ...others } = place
  return value === '' ? others : { ...others, default: value }
}
