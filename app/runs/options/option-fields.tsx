import { Trans, useLingui } from '@lingui/react/macro'
import { ChevronDown, Dices, Lock, LockOpen } from 'lucide-react'
import { memo, type ReactNode, useId } from 'react'
import type { ApiFailure } from '#app/contract/base/api-result.ts'
import type { Kind } from '#app/contract/base/values.ts'
import type { OptionValues } from '#app/contract/runs/generations.ts'
import type { ChoiceSchema, OptionSchema, OptionsSchema } from '#app/contract/runs/models.ts'
import { choicesOf, optionApplies } from '#app/contract/runs/option-applies.ts'
import { useOptionText } from '#app/runs/option-text.ts'
import { Button, IconButton } from '#app/ui/controls/button.tsx'
import { Checkbox, TextArea, TextField } from '#app/ui/controls/field.tsx'
import { lazyPart } from '#app/ui/page/lazy-part.tsx'
import { RatioPicker } from '#app/ui/controls/ratio-picker.tsx'
import { Segmented } from '#app/ui/controls/segmented.tsx'
import { Select } from '#app/ui/controls/select.tsx'
import { Slider } from '#app/ui/controls/slider.tsx'
import { MissingChoices } from './missing-choices.tsx'
import { isSeed, type OptionValue } from './option-values.ts'
import { undrawableIn } from './undrawable.ts'
import { useMoreOptions } from './use-more-options.ts'

/** Lazy-loaded, because only voices have samples. */
const SampleButton = lazyPart(async () => (await import('./sample-button.tsx')).SampleButton, <div className="size-11" />)

/** Lazy-loaded, because only models of a few services read in voices of people. */
const OwnVoicesButton = lazyPart(async () => (await import('../voices/own-voices-button.tsx')).OwnVoicesButton, <div className="h-9" />)

/** Lazy-loaded, because only some choices have pictures. */
const TilePicker = lazyPart(async () => (await import('#app/ui/controls/tile-picker.tsx')).TilePicker, <div className="h-40" />)

const SearchedChoice = lazyPart(async () => (await import('./searched-choice.tsx')).SearchedChoice, <div className="h-18" />)

type OptionFieldsProps = {
  /** The kind, by which the browser remembers whether all options are shown. */
  kind: Kind
  schema: OptionsSchema
  values: OptionValues
  onChange: (name: string, value: OptionValue | undefined) => void
  /** Errors of the request by field path. */
  errors: ApiFailure['fields'] | undefined
}

/** The form of a model's options, generated from its JSON Schema: the most important ones, with the rest behind a button. */
export const OptionFields = memo(function OptionFields({ kind, schema, values, onChange, errors }: OptionFieldsProps) {
  const id = useId()
  const errorOf = (name: string) => errors?.[`options.${name}`]?.detail
  const [open, setOpen] = useMoreOptions(kind)
  const shown = Object.entries(schema.properties).filter(([, property]) => optionApplies(property, values))
  const { first = [], more = [] } = Object.groupBy(shown, ([, property]) => property['x-group'] ?? 'first')
  // Short choices come first, so that they share a row where there is room.
  const short = first.filter(([, property]) => isShort(property))
  const long = first.filter(([, property]) => !isShort(property))
  // The rest is shown if it has errors.
  const opened = open || more.some(([name]) => errorOf(name) !== undefined)
  const field = ([name, property]: [string, OptionSchema]) => (
    <div key={name} data-option={name} data-broad={isBroad(property) ? '' : undefined} className="min-w-0">
      <OptionField
        schema={property}
        value={values[name]}
        others={{ schema, values }}
        onChange={(value) => onChange(name, value)}
        error={errorOf(name)}
      />
    </div>
  )
  return (
    <>
      {short.map(field)}
      {long.map(field)}
      {more.length > 0 && (
        <div data-broad className="grid gap-6">
          <button
            type="button"
            aria-expanded={opened}
            aria-controls={id}
            onClick={({ currentTarget }) => {
              setOpen(!opened)
              if (!opened) scrollUp(currentTarget)
            }}
            className="-mx-2 flex min-h-11 items-center justify-between gap-3 justify-self-stretch rounded-control px-2 font-medium text-ink-soft transition-colors hover:bg-ink/5 hover:text-ink"
          >
            <Trans>More options</Trans>
            <ChevronDown aria-hidden className={`size-5 transition-transform ${opened ? 'rotate-180' : ''}`} strokeWidth={1.75} />
          </button>
          <div
            id={id}
            hidden={!opened}
            className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] gap-x-8 gap-y-6 hidden:hidden"
          >
            {opened && more.map(field)}
          </div>
        </div>
      )}
    </>
  )
})

/** Whether a choice is a row of few shapes or numbers. */
const isShort = (schema: OptionSchema) =>
  'enum' in schema ? schema['x-control'] === 'ratio' : (schema.type === 'integer' || schema.type === 'number') && isFew(schema)

const isBroad = (schema: OptionSchema) => 'enum' in schema && schema['x-pictures'] !== undefined

/** Scrolls the heading of the opened options to the top, once there is content below it. */
function scrollUp(heading: HTMLElement) {
  requestAnimationFrame(() => {
    const scroller = heading.closest('[data-scroller]')
    scroller?.scrollBy({ top: heading.getBoundingClientRect().top - scroller.getBoundingClientRect().top })
  })
}

type OptionFieldProps<S extends OptionSchema = OptionSchema> = {
  schema: S
  value: OptionValue | undefined
  onChange: (value: OptionValue | undefined) => void
  error: string | undefined
}

/** The other options, which choices may depend on. */
type Others = { others: { schema: OptionsSchema; values: OptionValues } }

function OptionField({ schema, value, others, onChange, error }: OptionFieldProps & Others) {
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
  if ('enum' in schema) return <Choice {...{ schema, value, others, onChange, error }} />
  if (schema.type === 'string') return <TextOption {...{ schema, value, onChange, error }} />
  if (isSeed(schema)) return <Seed {...{ schema, value, onChange, error }} />
  return isFew(schema) ? <Count {...{ schema, value, onChange, error }} /> : <Amount {...{ schema, value, onChange, error }} />
}

const segmentsAtMost = 3
/** Longer lists are searched. */
const selectAtMost = 16

/** A select. It omits choices that the other options do not allow, and says when they are offered. */
function Choice({ schema, value, others, onChange, error }: OptionFieldProps<ChoiceSchema> & Others) {
  const offered = choicesOf(schema, others.values)
  const items = offered.map((one) => ({ value: one, label: schema['x-labels']?.[one] ?? one }))
  const chosen = typeof value === 'string' && offered.includes(value) ? value : schema.default
  const control = schema['x-control'] ?? (items.length <= segmentsAtMost ? 'segmented' : 'select')
  const Control = control === 'ratio' ? RatioPicker : control === 'segmented' ? Segmented : Select
  const { 'x-pictures': pictures, 'x-samples': samples } = schema
  const ownVoices = schema['x-own-voices'] && <OwnVoicesButton service={schema['x-own-voices']} onChoose={onChange} />
  if (control === 'select' && items.length > selectAtMost)
    return (
      <WithError error={error}>
        <SearchedChoice label={schema.title} value={chosen} onValueChange={onChange} items={items} samples={schema['x-samples']} />
        {ownVoices}
      </WithError>
    )
  if (pictures)
    return (
      <WithError error={error}>
        <TilePicker
          label={schema.title}
          value={chosen}
          onValueChange={onChange}
          items={items}
          pictures={pictures}
          renderExtra={samples && ((voice) => samples[voice] && <SampleButton src={samples[voice]} small />)}
        />
        {ownVoices}
        {offered.length < schema.enum.length && <MissingChoices schema={schema} of={others.schema} offered={offered} />}
      </WithError>
    )
  return (
    <WithError error={error}>
      <div className="flex items-end gap-1.5">
        <div className="min-w-0 flex-1">
          <Control label={schema.title} value={chosen} onValueChange={onChange} items={items} />
        </div>
        {samples?.[chosen] && <SampleButton key={samples[chosen]} src={samples[chosen]} />}
      </div>
      {ownVoices}
      {offered.length < schema.enum.length && <MissingChoices schema={schema} of={others.schema} offered={offered} />}
    </WithError>
  )
}

/** Characters; a longer text gets more than one line. */
const lineLength = 200

function TextOption({
  schema,
  value,
  onChange,
  error,
}: OptionFieldProps<Exclude<Extract<OptionSchema, { type: 'string' }>, ChoiceSchema>>) {
  const { t } = useLingui()
  const text = typeof value === 'string' ? value : schema.default
  const undrawable = undrawableIn(text, schema.pattern)
  const props = {
    label: schema.title,
    hint: schema.description,
    error: undrawable === '' ? error : t`The fonts here lack: ${undrawable}`,
    value: text,
    maxLength: schema.maxLength,
    autoComplete: 'off',
  }
  return schema.maxLength > lineLength ? (
    <TextArea {...props} autosize rows={2} onChange={(event) => onChange(event.target.value)} />
  ) : (
    <TextField {...props} onChange={(event) => onChange(event.target.value)} />
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

/** Whether there are few enough values to show each. */
const isFew = ({ type, minimum, maximum, multipleOf = 1, 'x-unit': unit }: NumberSchema) =>
  type === 'integer' && unit === undefined && (maximum - minimum) / multipleOf < 5

function Count({ schema, value, onChange, error }: OptionFieldProps<NumberSchema>) {
  const optionText = useOptionText()
  const { minimum, maximum, multipleOf: step = 1 } = schema
  const amounts = Array.from({ length: Math.floor((maximum - minimum) / step) + 1 }, (_, index) => minimum + index * step)
  return (
    <WithError error={error}>
      <Segmented
        label={schema.title}
        value={String(typeof value === 'number' ? value : (schema.default ?? minimum))}
        onValueChange={(amount) => onChange(Number(amount))}
        items={amounts.map((amount) => ({ value: String(amount), label: optionText(schema, amount) }))}
      />
    </WithError>
  )
}

/** A number. Without a default and without a value, the model's service decides. */
function Amount({ schema, value, onChange, error }: OptionFieldProps<NumberSchema>) {
  const { t } = useLingui()
  const optionText = useOptionText()
  const isFree = schema.default === undefined
  const chosen = typeof value === 'number' ? value : schema.default
  const step = schema.multipleOf ?? (schema.type === 'integer' ? 1 : (schema.maximum - schema.minimum) / 100)
  return (
    <div className="grid">
      <Slider
        label={schema.title}
        value={chosen ?? (schema.minimum + schema.maximum) / 2}
        onValueChange={onChange}
        min={schema.minimum}
        max={schema.maximum}
        step={step}
        format={(amount) => (chosen === undefined ? t`Automatic` : optionText(schema, amount))}
        error={error}
      />
      {isFree && chosen !== undefined && (
        <Button variant="ghost" size="sm" className="-ml-3 justify-self-start" onClick={() => onChange(undefined)}>
          <Trans>Set automatically</Trans>
        </Button>
      )}
    </div>
  )
}

/** The seed, a number that reproduces a work. Unlocked: a new one per run. Locked: this one for every run. */
function Seed({ schema, value, onChange, error }: OptionFieldProps<NumberSchema>) {
  const { t } = useLingui()
  const { minimum, maximum } = schema
  const locked = value !== undefined
  const roll = () => onChange(minimum + Math.floor(Math.random() * (maximum - minimum + 1)))
  return (
    <TextField
      label={schema.title}
      hint={
        locked ? (
          (schema.description ?? <Trans>Locked: the same options give the same result.</Trans>)
        ) : (
          <Trans>Unlocked: a new variation every time.</Trans>
        )
      }
      error={error}
      inputMode="numeric"
      autoComplete="off"
      placeholder={t`Random`}
      value={locked ? String(value) : ''}
      onChange={(event) => {
        const digits = event.target.value.replace(/\D/g, '')
        onChange(digits === '' ? undefined : Math.min(maximum, Number(digits)))
      }}
      className="tabular pr-24"
      after={
        <span className="flex">
          <IconButton label={t`Pick a random seed`} onClick={roll}>
            <Dices aria-hidden strokeWidth={1.75} />
          </IconButton>
          <IconButton label={t`Lock the seed`} aria-pressed={locked} onClick={() => (locked ? onChange(undefined) : roll())}>
            {locked ? <Lock aria-hidden strokeWidth={1.75} /> : <LockOpen aria-hidden strokeWidth={1.75} />}
          </IconButton>
        </span>
      }
    />
  )
}
