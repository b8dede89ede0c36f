import type * as v from 'valibot'
import type { quoteFilmSchema } from '#app/contract/films/films.ts'
import { type FilmWhat, type PartKind, partKinds, partOf, readPart } from '#app/contract/films/film-values.ts'
import { causesOf, type ChosenTake, type ChosenTakes, type FilmRecipe, recipesOf } from '#app/contract/films/recipes.ts'
import { canonicalJson } from '#app/contract/base/canonical-json.ts'
import { config } from '#config'
import type { Database } from '#app/server/db/database.ts'
import type { Providers } from '#app/server/providers/providers.ts'
import type { FilmRow } from './own-film.ts'
import { openStudio, type PreparedPart, preparePart } from './prepare-part.ts'
import { chosenOf, compare, type MadeTake, type PartTakes, readTakes, takesByPart } from './read-parts.ts'
import type { TakeRow } from './takes-column.ts'

export type Wanted = Pick<v.InferOutput<typeof quoteFilmSchema>, 'what' | 'parts' | 'again'>

type Film = Pick<FilmRow, 'document'> & { takes: readonly TakeRow[] }

export type MakePlan = {
  /** The parts in the order in which they are made, and those that are left out. */
  parts: PreparedPart[]
  /** The takes that stand for the parts, or are under way for them. */
  takes: ChosenTakes
  /** The runs under way that become takes of parts. */
  running: ReadonlySet<string>
}

export type PlanMakeOptions = { providers: Providers; userId: string; film: Film; wanted: Wanted }

const kindsOf: Record<FilmWhat, readonly PartKind[]> = {
  animatic: ['animatic'],
  stills: ['still'],
  clips: ['clip'],
  lines: ['line'],
  music: ['music'],
  film: ['film'],
  all: ['still', 'clip', 'line', 'music', 'film'],
}

/**
 * Plans a make: everything of the wanted kinds that is missing or out of date, or the named parts, without what is under way and will be
 * right. A part is made from others (a clip from its still), so kinds are planned in that order, and later parts as if the earlier ones
 * were made. Were they planned from what there is now, a second make would find them out of date, and the person would pay twice.
 */
export async function planMake(db: Database, { providers, userId, film, wanted }: PlanMakeOptions): Promise<MakePlan> {
  const { document } = film
  const byPart = takesByPart(film)
  const details = await readTakes(
    db,
    [...byPart.values()].flatMap(({ made, running }) => [made, running].flatMap((take) => take?.id ?? [])),
  )
  const { takes, running } = comingTakes(film, { byPart, details })
  const studio = await openStudio(db, { providers, userId, document })
  const parts: PreparedPart[] = []
  const coming = new Map(takes)
  for (const kind of partKinds) {
    if (!isKindWanted(wanted, kind)) continue
    const found = [...recipesOf(document, coming)].filter(
      ([part, recipe]) => recipe.kind === kind && isWanted(film, { part, recipe, takes: byPart.get(part), details, wanted }),
    )
    for (const [part] of found) {
      const prepared = await preparePart(studio, { part, takes: coming, isAsked: wanted.parts?.includes(part) ?? false })
      parts.push(prepared)
    }
    // Parts that wait for these see them as made.
    for (const { part, run } of parts) if (run && readPart(part)?.kind === kind) coming.set(part, { id: part, durationMs: null })
  }
  return { parts: withinRoom(parts), takes, running }
}

const isKindWanted = ({ what, parts }: Wanted, kind: PartKind): boolean =>
  what === undefined ? (parts ?? []).some((part) => readPart(part)?.kind === kind) : kindsOf[what].includes(kind)

type OfPart = {
  part: string
  recipe: FilmRecipe
  takes: PartTakes | undefined
  details: ReadonlyMap<string, MadeTake>
  wanted: Wanted
}

function isWanted({ document }: Film, { part, recipe, takes, details, wanted }: OfPart): boolean {
  const running = takes?.running && details.get(takes.running.id)
  // A part is never under way twice as the same.
  if (running && causesOf({ ...running, durationMs: null }, recipe).length === 0) return false
  if (wanted.parts) return wanted.parts.includes(part)
  const made = takes?.made && details.get(takes.made.id)
  return wanted.again || !made || compare(document, part, { take: made, recipe }).causes.length > 0
}

/** The takes that will stand for the parts when everything under way has ended well. */
function comingTakes(
  film: Film,
  { byPart, details }: { byPart: ReadonlyMap<string, PartTakes>; details: ReadonlyMap<string, MadeTake> },
): Pick<MakePlan, 'takes' | 'running'> {
  const takes = new Map<string, ChosenTake>(chosenOf(byPart, details))
  const running = new Set<string>()
  for (const [part, { made, running: run }] of byPart) {
    const isChosen = made !== undefined && film.document.takes[part] === made.id
    if (!run || isChosen || part === partOf.film || part === partOf.animatic) continue
    takes.set(part, { id: run.id, durationMs: null })
    running.add(run.id)
  }
  return { takes, running }
}

/** The film comes last, and waits for everything: it is left room. */
function withinRoom(parts: readonly PreparedPart[]): PreparedPart[] {
  const started = parts.filter(({ run }) => run !== undefined)
  const over = new Set(started.filter(({ kind }) => kind !== 'film').slice(config.generations.maxWaiting - 1))
  return started.length <= config.generations.maxWaiting
    ? [...parts]
    : parts.map((part) => (over.has(part) ? { ...part, run: undefined, excluded: 'too_many' as const } : part))
}

/** Whether two readings of a film have the same takes, so that a plan of the one is a plan of the other. */
export const stateOfTakes = (film: Film): string =>
  canonicalJson([...takesByPart(film)].map(([part, { made, running }]) => [part, made?.id, running?.id]))
