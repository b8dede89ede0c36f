import type { FilmQuote, FilmQuoteRow } from '#app/contract/films/films.ts'
import { wholeTokens } from '#app/contract/money/milli.ts'
import type { Database } from '#app/server/db/database.ts'
import type { Providers } from '#app/server/providers/providers.ts'
import { quoteRuns } from '../generations/several-runs.ts'
import { findWithTakes, type OwnFilm } from './own-film.ts'
import { planMake, type Wanted } from './plan-make.ts'
import type { PreparedPart } from './prepare-part.ts'

export type QuoteFilmOptions = OwnFilm & { providers: Providers; apiKeyId?: string | null; wanted: Wanted }

/** Quotes a make of parts of a film, with what each model honours of the document. */
export async function quoteFilm(db: Database, { providers, apiKeyId = null, wanted, ...own }: QuoteFilmOptions): Promise<FilmQuote> {
  const film = await findWithTakes(db, own)
  const { userId } = own
  const { parts } = await planMake(db, { providers, userId, film, wanted })
  const runs = parts.flatMap(({ run }) => run ?? [])
  return { ...(await quoteRuns(db, { providers, userId, apiKeyId, runs })), parts: parts.map(toRow) }
}

const toRow = ({ part, model, run, honours, notHonoured, endsAt, excluded }: PreparedPart): FilmQuoteRow => ({
  part,
  model,
  price: wholeTokens(run?.priceMilli ?? 0),
  price_milli: run?.priceMilli ?? 0,
  seconds: run?.seconds ?? 0,
  honours,
  not_honoured: notHonoured,
  ...(endsAt !== undefined && { ends_at: new Date(endsAt).toISOString() }),
  ...(excluded && { excluded }),
})
