/** A range of days as in the URL: exact times, so that the server and other time zones agree. */
export type Period = { from: string | undefined; to: string | undefined }

export const presets = ['today', 'week', 'month', 'year'] as const
export type Preset = (typeof presets)[number]

const daysBack: Record<Preset, number> = { today: 0, week: 6, month: 29, year: 364 }

/** Returns the period from the start of a day in the person's time zone, without an end. */
export function periodOf(preset: Preset, now = new Date()): Period {
  return { from: startOfDay(now, -daysBack[preset]).toISOString(), to: undefined }
}

/** Returns the preset that equals this period today, if any. */
export function presetOf({ from, to }: Period, now = new Date()): Preset | undefined {
  if (!from || to) return undefined
  return presets.find((preset) => periodOf(preset, now).from === from)
}

function startOfDay(date: Date, shift: number): Date {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + shift)
}

const dayPattern = /^(\d{4})-(\d{2})-(\d{2})$/

/** Returns the start of a date field's day in local time; `shift` is 1 for an end, which is exclusive. */
export function timeOfDay(day: string, shift: 0 | 1): string | undefined {
  const parts = dayPattern.exec(day)
  if (!parts) return undefined
  const time = new Date(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]) + shift)
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString()
}

/** Returns the local day of a start or an end, for a date field; the inverse of `timeOfDay`. */
export function dayOfTime(time: string | undefined, shift: 0 | 1): string {
  if (!time) return ''
  const date = new Date(time)
  if (Number.isNaN(date.getTime())) return ''
  const day = startOfDay(date, -shift)
  const padded = (value: number, length: number) => String(value).padStart(length, '0')
  return `${padded(day.getFullYear(), 4)}-${padded(day.getMonth() + 1, 2)}-${padded(day.getDate(), 2)}`
}
