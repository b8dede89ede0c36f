import { Trans, useLingui } from '@lingui/react/macro'
import { Dices } from 'lucide-react'
import type { ReactNode } from 'react'
import type { OptionValues } from '#app/contract/generations.ts'
import type { OptionSchema, OptionsSchema } from '#app/contract/models.ts'
import { useOptionText } from '#app/shell/work/generation-details.tsx'
import { IconButton } from '#app/ui/button.tsx'
import { Checkbox, TextField } from '#app/ui/field.tsx'
import { RatioPicker } from '#app/ui/ratio-picker.tsx'
import { Segmented } from '#app/ui/segmented.tsx'
import { Select } from '#app/ui/select.tsx'
import { Slider } from '#app/ui/slider.tsx'
import { isSeed, type OptionValue } from './option-values.ts'

type OptionFieldsProps = {
  schema: OptionsSchema
  values: OptionValues
  onChange: (name: string, value: OptionValue | undefined) => void
  /** What is wrong with a value, by the option's name. */
  errorOf: (name: string) => string | undefined
}

/** The form of a model's options, drawn from its JSON Schema. */
export function OptionFields({ schema, values, onChange, errorOf }: OptionFieldsProps) {
  return Object.entries(schema.properties).map(([name, property]) => (
    <OptionField key={name} schema={property} value={values[name]} onChange={(value) => onChange(name, value)} error={errorOf(name)} />
  ))
}

type OptionFieldProps<S extends OptionSchema = OptionSchema> = {
  schema: S
  value: OptionValue | undefined
  onChange: (value: OptionValue | undefined) => void
  error: string | undefined
}

function OptionField({ schema, value, onChange, error }: OptionFieldProps) {
  if (schema.type === 'boolean') {
    return (
      <Checkbox
        label={schema.title}
        hint={schema.description}
        checked={value === true}
        onChange={(event) => onChange(event.target.checked)}
        error={error}
      />
    )
  }
  if (schema.type === 'string') return <Choice {...{ schema, value, onChange, error }} />
  return isSeed(schema) ? <Seed {...{ schema, value, onChange, error }} /> : <Amount {...{ schema, value, onChange, error }} />
}

const segmentsAtMost = 3

function Choice({ schema, value, onChange, error }: OptionFieldProps<Extract<OptionSchema, { type: 'string' }>>) {
  const items = schema.enum.map((one) => ({ value: one, label: schema['x-labels']?.[one] ?? one }))
  const chosen = typeof value === 'string' ? value : schema.default
  const control = schema['x-control'] ?? (items.length <= segmentsAtMost ? 'segmented' : 'select')
  const Control = control === 'ratio' ? RatioPicker : control === 'segmented' ? Segmented : Select
  return (
    <WithError error={error}>
      <Control label={schema.title} value={chosen} onValueChange={onChange} items={items} />
    </WithError>
  )
}

function WithError({ error, children }: { error: string | undefined; children: ReactNode }) {
  return (
    <div className="grid gap-1.5">
      {children}
      {error && (
        <p role="alert" className="text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  )
}

type NumberSchema = Extract<OptionSchema, { type: 'integer' | 'number' }>

function Amount({ schema, value, onChange, error }: OptionFieldProps<NumberSchema>) {
  const optionText = useOptionText()
  const step = schema.multipleOf ?? (schema.type === 'integer' ? 1 : (schema.maximum - schema.minimum) / 100)
  return (
    <Slider
      label={schema.title}
      value={typeof value === 'number' ? value : (schema.default ?? schema.minimum)}
      onValueChange={onChange}
      min={schema.minimum}
      max={schema.maximum}
      step={step}
      format={(amount) => optionText(schema, amount)}
      error={error}
    />
  )
}

function Seed({ schema, value, onChange, error }: OptionFieldProps<NumberSchema>) {
  const { t } = useLingui()
  const { minimum, maximum } = schema
  return (
    <TextField
      label={schema.title}
      hint={value === undefined ? <Trans>Empty: a new one every time.</Trans> : schema.description}
      error={error}
      inputMode="numeric"
      autoComplete="off"
      placeholder={t`Random`}
      value={value === undefined ? '' : String(value)}
      onChange={(event) => {
        const digits = event.target.value.replace(/\D/g, '')
        onChange(digits === '' ? undefined : Math.min(maximum, Number(digits)))
      }}
      className="tabular"
      after={
        <IconButton label={t`Roll a number`} onClick={() => onChange(minimum + Math.floor(Math.random() * (maximum - minimum + 1)))}>
          <Dices aria-hidden strokeWidth={1.75} />
        </IconButton>
      }
    />
  )
}
