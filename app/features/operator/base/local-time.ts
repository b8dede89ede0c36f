/** Returns a time as the value of a `datetime-local` field, in the browser's zone and to the minute; empty for null. */
export function toLocalTime(iso: string | null): string {
  if (iso === null) return ''
  const date = new Date(iso)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** Returns the time of a `datetime-local` field; null for an empty one. */
export function fromLocalTime(value: string): string | null {
  const time = new Date(value)
  return Number.isNaN(time.getTime()) ? null : time.toISOString()
}
