import type { FieldErrorCode } from '../base/error-codes.ts'
import type { GenerationInput } from '../runs/generations.ts'
import { fillGaps, gapsIn } from './prompt-gaps.ts'
import type { PlaceValue, PlaceValues } from './recipe-of-run.ts'
import type { Place } from './recipes.ts'

type Form = { text: string; places: readonly Place[] }

/** Characters that a place takes. */
export const placeMaxLength = { line: 500, text: 10_000 } as const

/** Returns the fields of a recipe, each once: its places in the order of the prompt, those without a type as lines, then its other files. */
export function fieldsOf({ text, places }: Form): Place[] {
  const written = gapsIn(text).map((name): Place => places.find((place) => place.name === name) ?? { type: 'line', name })
  return [...written, ...places.filter((place) => place.type === 'file' && !written.includes(place))]
}

/** Returns the typed places that the prompt does not have. */
export const unknownPlaces = ({ text, places }: Form): number[] => {
  const known = gapsIn(text)
  return places.flatMap(({ name, type }, index) => (type === 'file' || known.includes(name) ? [] : [index]))
}

export function knownPlaces({ text, places }: Form): Place[] {
  const unknown = unknownPlaces({ text, places })
  return places.filter((_, index) => !unknown.includes(index))
}

/** Returns the values of fields that the recipe has. */
export function knownValues(form: Form, values: PlaceValues): PlaceValues {
  const names = new Set(fieldsOf(form).map(({ name }) => name))
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)))
}

export type PlaceError = { code: FieldErrorCode; bound?: { value: number; unit: 'character' | null } }

/** Checks what is filled in and returns the errors by the names of the fields. A field that is left out has its default. */
export function checkValues(form: Form, values: PlaceValues): Map<string, PlaceError> {
  const fields = fieldsOf(form)
  const errors = new Map<string, PlaceError>()
  for (const name of Object.keys(values)) if (!fields.some((field) => field.name === name)) errors.set(name, { code: 'place_unknown' })
  for (const field of fields) {
    const error = errorOf(field, valueOf(field, values))
    if (error) errors.set(field.name, error)
  }
  return errors
}

/** Returns the value of a field, or its default. */
export function valueOf(field: Place, values: PlaceValues): PlaceValue | undefined {
  if (Object.hasOwn(values, field.name)) return values[field.name]
  return field.type === 'file' ? undefined : field.default
}

/** Checks what its author has filled in. An empty field is no error: it is for the person. */
export function defaultError(place: Place): PlaceError | undefined {
  return place.type === 'file' || place.default === undefined ? undefined : errorOf({ ...place, optional: true }, place.default)
}

function errorOf(field: Place, value: PlaceValue | undefined): PlaceError | undefined {
  if (value === undefined || (typeof value === 'string' && value.trim() === '')) return field.optional ? undefined : { code: 'required' }
  if (field.type === 'file') return typeof value === 'object' ? undefined : { code: 'invalid' }
  if (field.type === 'number') return typeof value === 'number' ? outOfRange(field, value) : { code: 'invalid' }
  if (typeof value !== 'string') return { code: 'invalid' }
  if (field.type === 'choice') return field.choices.includes(value) ? undefined : { code: 'not_an_option' }
  if (field.type === 'line' && /[\n\r]/.test(value)) return { code: 'characters_invalid' }
  const most = placeMaxLength[field.type]
  return value.length > most ? { code: 'too_long', bound: { value: most, unit: 'character' } } : undefined
}

function outOfRange({ min, max, step }: Extract<Place, { type: 'number' }>, value: number): PlaceError | undefined {
  if (!Number.isFinite(value)) return { code: 'invalid' }
  if (min !== undefined && value < min) return { code: 'too_small', bound: { value: min, unit: null } }
  if (max !== undefined && value > max) return { code: 'too_large', bound: { value: max, unit: null } }
  if (step === undefined) return undefined
  const steps = (value - (min ?? 0)) / step
  // Steps such as 0.1 are not exact.
  return Math.abs(steps - Math.round(steps)) < 1e-6 ? undefined : { code: 'not_an_option' }
}

/** Returns the prompt with everything that is filled in. Values are not read again, so that braces in them stay as they are. */
export function promptOf(form: Form, values: PlaceValues): string {
  const filled = fieldsOf(form).flatMap((field): [string, string][] => {
    const value = valueOf(field, values)
    if (field.type !== 'file' && typeof value === 'object') return []
    // The prompt names a file that is sent with it.
    const words = field.type === 'file' && value !== undefined ? field.name : String(value ?? '')
    // A field that must not stay empty stays visible until it is filled in.
    return words.trim() === '' && !field.optional ? [] : [[field.name, words]]
  })
  return fillGaps(form.text, new Map(filled)).trim()
}

/** Returns the files that are filled in, with the names of their fields. */
export function filesOf(form: Form, values: PlaceValues): { name: string; input: GenerationInput }[] {
  return fieldsOf(form).flatMap((field) => {
    const value = valueOf(field, values)
    return field.type === 'file' && typeof value === 'object' ? [{ name: field.name, input: { ...value, role: field.role } }] : []
  })
}
