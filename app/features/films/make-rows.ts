import type { FilmPart, FilmQuoteRow } from '#app/contract/films/films.ts'
import { type PartKind, partKinds, readPart } from '#app/contract/films/film-values.ts'

/** A row of the dialog: the parts of one kind that can be made. */
export type MakeRow = { kind: PartKind; parts: readonly FilmQuoteRow[]; milli: number }

const kindOf = ({ part }: FilmQuoteRow): PartKind | undefined => readPart(part)?.kind

const sum = (parts: readonly FilmQuoteRow[]): number => parts.reduce((total, { price_milli }) => total + price_milli, 0)

/** Groups the parts of several quotes by kind, the animatic first. */
export function rowsOf(given: readonly FilmQuoteRow[]): MakeRow[] {
  const parts = [...new Map(given.map((one) => [one.part, one])).values()]
  const order: readonly PartKind[] = ['animatic', ...partKinds.filter((kind) => kind !== 'animatic')]
  return order.flatMap((kind): MakeRow[] => {
    const own = parts.filter((part) => kindOf(part) === kind)
    return own.length > 0 ? [{ kind, parts: own, milli: sum(own.filter(({ excluded }) => !excluded)) }] : []
  })
}

/**
 * The parts that are chosen at first: the animatic alone until anything is made, because it shows the lengths before pictures and videos are
 * paid for; afterwards what is missing or out of date.
 */
export function usualParts(rows: readonly MakeRow[], made: readonly FilmPart[]): ReadonlySet<string> {
  const isNew = made.every(({ state }) => state === 'missing')
  const chosen = rows.filter(({ kind }) => (isNew ? kind === 'animatic' : kind !== 'animatic'))
  return new Set(chosen.flatMap(({ parts }) => parts.flatMap(({ part, excluded }) => (excluded ? [] : [part]))))
}

/** A smaller choice that the balance covers. `shots`: everything chosen of so many shots; otherwise the only kind. */
export type Fitting = { parts: ReadonlySet<string>; milli: number } & ({ shots: number } | { kind: PartKind })

/** Finds the largest part of a choice that fits: the first shots, or one kind. */
export function largestFitting(parts: readonly FilmQuoteRow[], order: readonly string[], availableMilli: number): Fitting | undefined {
  const toFitting = (some: readonly FilmQuoteRow[]) => ({ parts: new Set(some.map(({ part }) => part)), milli: sum(some) })
  const ofShots = parts.filter(({ part }) => readPart(part)?.shot)
  const shots = new Set(ofShots.map(({ part }) => readPart(part)?.shot))
  const chosen = order.filter((id) => shots.has(id))
  for (let count = chosen.length; count > 0; count -= 1) {
    const first = new Set(chosen.slice(0, count))
    const fitting = toFitting(ofShots.filter(({ part }) => first.has(readPart(part)?.shot ?? '')))
    if (fitting.milli > 0 && fitting.milli <= availableMilli) return { ...fitting, shots: count }
  }
  return rowsOf(parts)
    .filter(({ milli }) => milli > 0 && milli <= availableMilli)
    .toSorted((one, other) => other.milli - one.milli)
    .map(({ kind, parts: own }) => ({ ...toFitting(own), kind }))[0]
}
