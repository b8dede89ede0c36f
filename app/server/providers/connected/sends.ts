import type { InputRole } from '#app/contract/base/values.ts'

/**
 * Values of an option that an adapter sends: a number, a number of seconds (also as the text of a choice), any text, true or false, a ratio
 * such as `16:9`, lines such as `720p` or `4k`, or only the listed values.
 */
export type Sendable = 'number' | 'seconds' | 'text' | 'flag' | 'ratio' | 'lines' | readonly string[]

/** `field`: the name in the request. `fixed`: the only value of the model, which needs no field. */
export type Sent = { field: string; values: Sendable } | { fixed: readonly string[] }

/** The options that an adapter sends, by their names, and the most files of each role. Anything else needs a field of the operator's. */
export type Sends = { options: Readonly<Record<string, Sent>>; roles: Readonly<Partial<Record<InputRole, number>>> }

export const seconds = (field: string): Sent => ({ field, values: 'seconds' })
export const ratio = (field: string): Sent => ({ field, values: 'ratio' })
export const lines = (field: string): Sent => ({ field, values: 'lines' })
export const number = (field: string): Sent => ({ field, values: 'number' })
export const flag = (field: string): Sent => ({ field, values: 'flag' })
export const text = (field: string): Sent => ({ field, values: 'text' })
export const oneOf = (field: string, values: readonly string[]): Sent => ({ field, values })

/** The usual choice that leaves a value to the service. */
const automatic = 'auto'

const patterns = { ratio: /^\d{1,2}:\d{1,2}$/, lines: /^(?:\d{3,4}p|4k)$/, seconds: /^\d+(?:\.\d+)?$/ } as const

/** Whether the adapter sends a value of a choice. Choices are texts, which it never takes for a number or for true and false. */
export function sendsChoice(sent: Sent, value: string): boolean {
  if ('fixed' in sent) return sent.fixed.includes(value)
  const { values } = sent
  if (value === automatic) return values !== 'number' && values !== 'flag'
  if (typeof values !== 'string') return values.includes(value)
  if (values === 'number' || values === 'flag') return false
  return values === 'text' || patterns[values].test(value)
}
