import { Trans, useLingui } from '@lingui/react/macro'
import { createContext, type ReactNode, useContext, useState } from 'react'
import type { DefinitionProblem, ModelDocument } from '#app/contract/operator/model-definitions.ts'
import { TextField } from '#app/ui/controls/field.tsx'
import { Select } from '#app/ui/controls/select.tsx'
import { Switch } from '#app/ui/controls/switch.tsx'
import { isEntry, type Path, valueAt, withValue } from './document-path.ts'

type Editing = { document: ModelDocument; problems: readonly DefinitionProblem[]; onChange: (document: ModelDocument) => void }

const EditingContext = createContext<Editing>({ document: {}, problems: [], onChange: () => undefined })
export const EditingProvider = EditingContext.Provider

/** The value at a path of the document, and what is wrong with it. */
export function usePlace(path: Path) {
  const { document, problems, onChange } = useContext(EditingContext)
  const problem = problems.find((one) => one.path.join('/') === path.join('/'))
  return {
    value: valueAt(document, path),
    error: problem && sentenceOf(problem),
    change(value: unknown) {
      const next = withValue(document, path, value)
      if (isEntry(next)) onChange(next)
    },
  }
}

/** The message of a problem as a sentence; the label of the field is its subject. */
const sentenceOf = ({ message, suggestion }: DefinitionProblem) =>
  `${message.charAt(0).toUpperCase()}${message.slice(1)}.${suggestion === null ? '' : ` → ${suggestion}`}`

type FieldProps = { path: Path; label: ReactNode; hint?: string }

export function TextAt({ path, label, hint }: FieldProps) {
  const { value, error, change } = usePlace(path)
  return (
    <TextField
      label={label}
      hint={hint}
      autoComplete="off"
      value={typeof value === 'string' || typeof value === 'number' ? `${value}` : ''}
      onChange={({ target }) => change(target.value === '' ? undefined : target.value)}
      error={error}
    />
  )
}

const toNumber = (text: string): unknown => {
  const written = text.trim().replace(',', '.')
  if (written === '') return undefined
  return Number.isFinite(Number(written)) ? Number(written) : text
}

export function NumberAt({ path, label, hint }: FieldProps) {
  const { value, error, change } = usePlace(path)
  const [typed, setTyped] = useState('')
  const shown = toNumber(typed) === value ? typed : value === undefined ? '' : `${String(value)}`
  return (
    <TextField
      label={label}
      hint={hint}
      inputMode="decimal"
      autoComplete="off"
      value={shown}
      onChange={({ target }) => {
        setTyped(target.value)
        change(toNumber(target.value))
      }}
      error={error}
    />
  )
}

/** A list of texts or numbers, separated by commas. */
export function ListAt({ path, label, hint }: FieldProps) {
  const { value, error, change } = usePlace(path)
  const [typed, setTyped] = useState('')
  const read = (text: string) => text.split(',').flatMap((part) => part.trim() || [])
  const items = Array.isArray(value) ? value.map(String) : value === undefined ? [] : [String(value)]
  const shown = read(typed).join() === items.join() ? typed : items.join(', ')
  return (
    <TextField
      label={label}
      hint={hint}
      autoComplete="off"
      value={shown}
      onChange={({ target }) => {
        setTyped(target.value)
        const parts = read(target.value)
        change(parts.length === 0 ? undefined : parts)
      }}
      error={error}
    />
  )
}

/** A switch that is off by default, or on with `byDefault`. The default is not written. */
export function FlagAt({ path, label, byDefault = false }: FieldProps & { byDefault?: boolean }) {
  const { value, change } = usePlace(path)
  return (
    <Switch
      label={label}
      checked={typeof value === 'boolean' ? value : byDefault}
      onCheckedChange={(next) => change(next === byDefault ? undefined : next)}
      className="sm:justify-start"
    />
  )
}

/** A text in both languages; one text if both are the same. */
export function WordsAt({ path, label }: { path: Path; label: string }) {
  const { t } = useLingui()
  const { value, error, change } = usePlace(path)
  const own = { en: isEntry(value) ? value.en : value, ru: isEntry(value) ? value.ru : value }
  const shown = (text: unknown) => (typeof text === 'string' ? text : '')
  function set(language: 'en' | 'ru', text: string) {
    const next = { en: shown(own.en), ru: shown(own.ru), [language]: text }
    if (next.en === '' && next.ru === '') change(undefined)
    else change(next.en === next.ru ? next.en : next)
  }
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <TextField
        label={t`${label}, English`}
        autoComplete="off"
        value={shown(own.en)}
        onChange={({ target }) => set('en', target.value)}
        error={error}
      />
      <TextField label={t`${label}, Russian`} autoComplete="off" value={shown(own.ru)} onChange={({ target }) => set('ru', target.value)} />
    </div>
  )
}

export function PickAt({
  path,
  label,
  items,
  empty,
}: {
  path: Path
  label: string
  items: readonly { value: string; label: string }[]
  empty?: string
}) {
  const { value, error, change } = usePlace(path)
  const none = 'none'
  const chosen = typeof value === 'string' ? value : none
  const known = items.some((item) => item.value === chosen) || chosen === none ? items : [...items, { value: chosen, label: chosen }]
  return (
    <div className="grid content-start gap-1.5">
      <Select
        label={label}
        value={chosen}
        onValueChange={(next) => change(next === none ? undefined : next)}
        items={[{ value: none, label: empty ?? '—' }, ...known]}
      />
      {error && <p className="text-sm text-danger">{error}</p>}
    </div>
  )
}

/** A condition: another option has one of these values. */
export function WhenAt({ path, options }: { path: Path; options: readonly string[] }) {
  const { t } = useLingui()
  const { value, error, change } = usePlace(path)
  const [[option, values] = ['', []]] = isEntry(value) ? Object.entries(value) : []
  const none = 'none'
  const [typed, setTyped] = useState('')
  const read = (text: string) => text.split(',').flatMap((part) => toValue(part.trim()))
  const given = [values].flat()
  const shown = JSON.stringify(read(typed)) === JSON.stringify(given) ? typed : given.map(String).join(', ')
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <Select
        label={t`Only if`}
        value={option === '' ? none : option}
        onValueChange={(next) => change(next === none ? undefined : { [next]: given })}
        items={[{ value: none, label: t`Always` }, ...options.map((name) => ({ value: name, label: name }))]}
      />
      {option !== '' && (
        <TextField
          label={<Trans>has one of the values</Trans>}
          autoComplete="off"
          value={shown}
          onChange={({ target }) => {
            setTyped(target.value)
            change({ [option]: read(target.value) })
          }}
          error={error}
        />
      )}
    </div>
  )
}

function toValue(text: string): (string | number | boolean)[] {
  if (text === '') return []
  if (text === 'true' || text === 'false') return [text === 'true']
  return [Number.isFinite(Number(text)) ? Number(text) : text]
}

const measures = [
  'per_run',
  'per_image',
  'per_second',
  'per_input_second',
  'per_minute',
  'per_1000_characters',
  'per_1000_tokens_in',
] as const

/** A price in tokens or a cost in dollars, by the unit that is counted. */
export function PriceAt({ path, label, empty }: { path: Path; label: string; empty: string }) {
  const { t } = useLingui()
  const { value, error, change } = usePlace(path)
  const given = isEntry(value) ? value : {}
  const measure = measures.find((key) => key in given)
  const names: Record<(typeof measures)[number], string> = {
    per_run: t`Per run`,
    per_image: t`Per image`,
    per_second: t`Per second`,
    per_input_second: t`Per second of the given file`,
    per_minute: t`Per minute of the given file`,
    per_1000_characters: t`Per 1,000 characters`,
    per_1000_tokens_in: t`Per 1,000 model tokens`,
  }
  const none = 'none'
  return (
    <fieldset className="grid items-start gap-4 sm:grid-cols-3">
      <legend className="sr-only">{label}</legend>
      <Select
        label={label}
        value={measure ?? none}
        onValueChange={(next) =>
          change(
            next === none ? undefined : next === 'per_1000_tokens_in' ? { per_1000_tokens_in: 0, per_1000_tokens_out: 0 } : { [next]: 0 },
          )
        }
        items={[{ value: none, label: empty }, ...measures.map((key) => ({ value: key, label: names[key] }))]}
      />
      {measure && (
        <NumberAt path={[...path, measure]} label={measure === 'per_1000_tokens_in' ? <Trans>For reading</Trans> : <Trans>Amount</Trans>} />
      )}
      {measure === 'per_1000_tokens_in' && <NumberAt path={[...path, 'per_1000_tokens_out']} label={<Trans>For writing</Trans>} />}
      {measure && measure !== 'per_run' && <NumberAt path={[...path, 'base']} label={<Trans>Plus per run</Trans>} />}
      {error && <p className="text-sm text-danger sm:col-span-3">{error}</p>}
    </fieldset>
  )
}
