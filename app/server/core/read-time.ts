import { Problem } from './problem.ts'

/** What looks like a time need not be one: `24:00`. */
export function readTime(field: string, timestamp: string): Date {
  const time = new Date(timestamp)
  if (Number.isNaN(time.getTime())) throw new Problem('invalid_input', { fields: { [field]: 'invalid' } })
  return time
}
