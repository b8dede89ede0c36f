import type * as v from 'valibot'
import type { FilmQuote, quoteFilmSchema } from '#app/contract/films/films.ts'
import { wholeTokens } from '#app/contract/money/milli.ts'
import type { Database } from '#app/server/db/database.ts'
import type { Providers } from '#app/server/providers/providers.ts'
import { quoteRuns } from '../generations/several-runs.ts'
import { findLiving, type OwnFilm } from './own-film.ts'
import { prepareAnimatic } from './prepare-make.ts'

export type QuoteFilmOptions = OwnFilm & { providers: Providers; apiKeyId?: string | null; wanted: v.InferOutput<typeof quoteFilmSchema> }

/** Quotes the animatic of a film. */
export async function quoteFilm(
  db: Database,
  { providers, apiKeyId = null, wanted: _wanted, ...own }: QuoteFilmOptions,
): Promise<FilmQuote> {
  const { document } = await findLiving(db, own)
  const { userId } = own
  const run = await prepareAnimatic(db, { providers, userId, document })
  return {
    ...(await quoteRuns(db, { providers, userId, apiKeyId, runs: [run] })),
    parts: [
      {
        part: 'animatic',
        model: run.model.id,
        price: wholeTokens(run.priceMilli),
        price_milli: run.priceMilli,
        seconds: run.seconds,
        honours: [],
        not_honoured: [],
      },
    ],
  }
}
