import { closest, distance } from 'fastest-levenshtein'
import * as v from 'valibot'
import { isReservedName } from '#app/contract/base/reserved-name.ts'
import { translate } from '../../i18n.ts'
import { checkEntry } from './check-entry.ts'
import { type FileProblem, isProblemCode, problemTexts } from './problem-texts.ts'
import { type File, fileSchema, keysOf } from './schema.ts'

/** Checks the content of a models file, whatever it was written in: the file itself, or the form of an operator. */
export function checkModels(content: unknown, given: { wasValid?: boolean } = {}): { file: File } | { problems: FileProblem[] } {
  // The schema would leave these keys out without a word.
  const reserved = findReservedKeys(content)
  if (reserved.length > 0) return { problems: reserved.map((path) => ({ path, code: 'reserved_name' })) }
  const result = v.safeParse(fileSchema, content)
  const problems = result.success
    ? Object.entries(result.output.models).flatMap(([id, one]) => checkEntry(id, one, given))
    : result.issues.map(toProblem)
  return result.success && problems.length === 0 ? { file: result.output } : { problems }
}

function findReservedKeys(content: unknown, path: string[] = []): string[][] {
  if (typeof content !== 'object' || content === null) return []
  return Object.entries(content).flatMap(([key, value]) => [
    ...(isReservedName(key) ? [[...path, key]] : []),
    ...findReservedKeys(value, [...path, key]),
  ])
}

function toProblem(issue: v.BaseIssue<unknown>): FileProblem {
  const path = (issue.path ?? []).map((item) => String(item.key))
  if (issue.type === 'strict_object' && issue.expected === 'never')
    return { path, code: 'unknown_key', known: keysAt(path), wrong: path.at(-1) }
  if (issue.type === 'strict_object' && issue.received === 'undefined') return { path, code: 'missing' }
  const code = isProblemCode(issue.message) ? issue.message : (kindsOf[`${issue.expected}`] ?? 'invalid')
  const values = valuesOf(issue)
  if (issue.type === 'picklist' && typeof issue.input === 'string')
    return { path, code, values, known: quoted(issue.expected), wrong: issue.input }
  // An object without any known measure: its first key is probably a wrong one.
  const place = path.at(-1)
  if ((place === 'price' || place === 'cost') && typeof issue.input === 'object' && issue.input !== null)
    return { path, code, values, known: keysOf.price, wrong: Object.keys(issue.input).find((key) => key !== 'base') }
  return { path, code, values }
}

const kindsOf: Record<string, 'map' | 'list' | 'text'> = { Object: 'map', Array: 'list', string: 'text' }

/** Returns the values that the texts of a schema problem name. */
function valuesOf({ type, expected, path, requirement }: v.BaseIssue<unknown>): Record<string, string> {
  if (type === 'picklist') return { names: quoted(expected).join(', ') }
  if (type === 'regex') return { example: path?.some(({ key }) => key === 'audio_types') ? 'audio/mpeg' : 'video/mp4' }
  return requirement === undefined ? {} : { limit: `${requirement}` }
}

const quoted = (expected: string | null): string[] => [...(expected ?? '').matchAll(/"([^"]*)"/g)].map(([, name = '']) => name)

/** Returns the keys allowed at the end of a path. */
function keysAt(path: readonly string[]): readonly string[] {
  const { length, 2: list } = path
  const parent = path.at(-2)
  if (length === 1) return keysOf.file
  if (length === 3) return keysOf.model
  if (parent === 'price' || parent === 'cost') return keysOf.price
  if (parent === 'label' || parent === 'name' || parent === 'description' || parent === 'prompt_placeholder' || list === 'prompt_examples')
    return keysOf.words
  const inPrice = path.slice(path.findIndex((key) => key === 'price' || key === 'cost') + 1)
  if (inPrice.length < length && inPrice[0] === 'long') return keysOf.long
  if (inPrice.length < length && inPrice[0] === 'hours') return inPrice.length === 2 ? keysOf.hours : keysOf.times
  if (list === 'later') return keysOf.later
  if (list === 'inputs') return keysOf.input
  return length === 5 ? keysOf.option : keysOf.choice
}

/** Largest distance, in letters, from a wrong name to a suggested one. */
const nearEnough = 3

/** Returns a sentence that names the key, the error and the nearest valid name. */
export function sentenceOf(problem: FileProblem): string {
  const { path, code, values } = problem
  const nearest = nearestName(problem)
  return `${path.join(' → ') || 'the file'} ${translate('en', problemTexts[code], values)}.${nearest === null ? '' : ` Did you mean "${nearest}"?`}`
}

/** Returns the valid name that a wrong one resembles; null if there is none. */
export function nearestName({ path, known = [], wrong = path.at(-1) ?? '' }: FileProblem): string | null {
  const nearest = known.length > 0 ? closest(wrong, [...known]) : ''
  return nearest && nearest !== wrong && distance(wrong, nearest) <= nearEnough ? nearest : null
}
