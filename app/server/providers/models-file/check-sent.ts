import { type Sendable, type Sends, type Sent, sendsChoice } from '../connected/sends.ts'
import { sendsOf } from '../connected/sends-of.ts'
import { choiceEntries, transcribes, viaOf } from './declared.ts'
import type { FileProblem, ProblemCode } from './problem-texts.ts'
import type { Entry, OptionEntry } from './schema.ts'

/** Returns what the adapter of an entry sends by itself; undefined if that is not for an entry to say. */
export function sendsOfEntry(entry: Entry): Sends | undefined {
  const { provider, type = 'text', task, model = '' } = entry
  if (provider === undefined) return undefined
  return sendsOf({ provider, type, via: viaOf(entry), model, ...(task !== undefined && { task }) })
}

/** Returns the options, values and files of an entry that would not be sent, each with what would be. */
export function checkSent(id: string, entry: Entry): FileProblem[] {
  const sends = sendsOfEntry(entry)
  if (!sends) return []
  const at = (...path: string[]) => ['models', id, ...path]
  const options = Object.entries(entry.options ?? {}).flatMap(([name, option]) =>
    option.sends === undefined ? checkOption(option, { name, sends, path: at('options', name) }) : [],
  )
  const inputs = (entry.inputs ?? []).flatMap(({ role, max, sends: field }, index): FileProblem[] => {
    if (field !== undefined || transcribes(entry)) return []
    const path = at('inputs', String(index))
    const most = sends.roles[role]
    if (most === undefined) return [{ path, code: 'role_needs_field', values: { role } }]
    return max > most ? [{ path: [...path, 'max'], code: 'too_large', values: { limit: most } }] : []
  })
  const pictures: FileProblem[] =
    entry.takes_pictures && !entry.inputs && sends.roles.reference === undefined
      ? [{ path: at('takes_pictures'), code: 'no_pictures' }]
      : []
  return [...options, ...inputs, ...pictures]
}

type Place = { name: string; sends: Sends; path: string[] }

function checkOption(option: OptionEntry, { name, sends, path }: Place): FileProblem[] {
  const sent = Object.hasOwn(sends.options, name) ? sends.options[name] : undefined
  if (!sent) {
    const known = Object.keys(sends.options)
    return [{ path, code: known.length > 0 ? 'not_sent' : 'nothing_sent', values: { names: known.join(', ') }, known, wrong: name }]
  }
  if ('choices' in option) return checkChoices(option, { sent, path })
  return takesForm(option, sent) ? [] : [{ path, code: 'form_not_sent', values: { names: formOf(sent) } }]
}

function checkChoices(option: Extract<OptionEntry, { choices: unknown }>, { sent, path }: { sent: Sent; path: string[] }): FileProblem[] {
  const form = 'fixed' in sent ? undefined : sent.values
  if (form === 'number' || form === 'flag') return [{ path, code: 'form_not_sent', values: { names: formOf(sent) } }]
  const known = 'fixed' in sent ? sent.fixed : typeof form === 'string' ? undefined : form
  return choiceEntries(option).flatMap(([value]) =>
    sendsChoice(sent, value)
      ? []
      : [
          {
            path: [...path, 'choices', value],
            code: known || typeof form !== 'string' ? ('one_of' as const) : valueCodes[form],
            values: { names: (known ?? []).join(', ') },
            ...(known && { known, wrong: value }),
          },
        ],
  )
}

const valueCodes: Record<Extract<Sendable, string>, ProblemCode> = {
  ratio: 'ratio',
  lines: 'lines',
  seconds: 'seconds',
  number: 'number',
  text: 'text',
  flag: 'flag',
}

/** The keys with which an option has values that are sent. */
function formOf(sent: Sent): string {
  if ('fixed' in sent || typeof sent.values !== 'string') return 'choices'
  switch (sent.values) {
    case 'number':
      return 'from, to'
    case 'seconds':
      return 'from, to, choices'
    case 'flag':
      return 'switch'
    case 'text':
      return 'choices, max_length'
    default:
      return 'choices'
  }
}

function takesForm(option: OptionEntry, sent: Sent): boolean {
  const form = 'fixed' in sent ? undefined : sent.values
  if ('switch' in option) return form === 'flag'
  if ('max_length' in option) return form === 'text'
  if ('from' in option && form === 'seconds') return option.unit === undefined || option.unit === 'second'
  return form === 'number'
}
