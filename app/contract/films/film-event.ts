// Apart from films themselves, because events are part of the first load of every page.
import * as v from 'valibot'

/** An event of the account’s stream: a film was changed, moved to the trash, or restored. */
export const filmEventSchema = v.object({
  /** The id of the film. */
  id: v.string(),
  /** Its revision, which a client that has made the change knows. */
  revision: v.pipe(v.number(), v.integer()),
})
export type FilmEvent = v.InferOutput<typeof filmEventSchema>

const countSchema = v.pipe(v.number(), v.integer())

/** How far the runs are that were started together for a film. */
export const makeProgressSchema = v.object({
  /** The number of its runs. */
  runs: countSchema,
  /** How many of them have ended, in any way. */
  ended: countSchema,
  failed: countSchema,
  canceled: countSchema,
})
export type MakeProgress = v.InferOutput<typeof makeProgressSchema>
