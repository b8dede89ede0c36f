/** Reads a parameter of a URL; returns undefined if it is missing or invalid. */
export type Param<T> = (value: unknown) => T | undefined

export const oneOf =
  <const T extends string | number | boolean>(...values: readonly T[]): Param<T> =>
  (value) =>
    values.find((one) => one === value)

export const text =
  (maxLength = Number.POSITIVE_INFINITY, pattern?: RegExp): Param<string> =>
  (value) =>
    typeof value === 'string' && value.length <= maxLength && (pattern?.test(value) ?? true) ? value : undefined

export const uuid = text(36, /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i)

/** A real calendar day such as `2026-02-28`. */
export const day: Param<string> = (value) => {
  const date = text(10, /^\d{4}-\d\d-\d\d$/)(value)
  const time = date === undefined ? Number.NaN : Date.parse(date)
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === date ? date : undefined
}

/** An ISO time in UTC. */
export const time: Param<string> = (value) => {
  const written = text(30, /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d(?::?\d\d)?)$/)(value)
  return written !== undefined && !Number.isNaN(Date.parse(written)) ? written : undefined
}

/** A position in a list, from 0. */
export const position: Param<number> = (value) => (typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined)

export type Params<Fields extends Record<string, Param<unknown>>> = { [Name in keyof Fields]?: ReturnType<Fields[Name]> }

/**
 * The search parameters of a page. Invalid values and unknown names are omitted, because a link from elsewhere must never break a page. A
 * Valibot schema would be part of the first load of every page.
 */
export function searchParams<const Fields extends Record<string, Param<unknown>>>(
  fields: Fields,
): (search: Record<string, unknown>) => Params<Fields>
export function searchParams(fields: Record<string, Param<unknown>>) {
  return (search: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(fields).flatMap(([name, read]) => {
        const value = read(search[name])
        // The router keeps a parameter of the URL unless it is overwritten.
        return value === undefined && !(name in search) ? [] : [[name, value]]
      }),
    )
}
