import { startOfText } from '#app/contract/base/start-of-text.ts'
import type { FieldErrorCode } from '#app/contract/base/error-codes.ts'
import type { FilmDocument } from '#app/contract/films/film-document.ts'
import { filmLimits } from '#app/contract/films/film-values.ts'
import { timelineOf } from '#app/contract/films/timeline.ts'
import type { OptionValues } from '#app/contract/runs/generations.ts'
import type { Database } from '#app/server/db/database.ts'
import type { Providers } from '#app/server/providers/providers.ts'
import { prepareRun, type PreparedRun } from '../generations/create-generation.ts'
import { Problem } from '../../problem.ts'

/** The model that makes a film of whatever there is. */
const filmModel = 'sketch-film'

/** Words that are not spoken yet may take longer than estimated. The price is held for as long, and charged by the real length. */
const margin = 1.2

export type PrepareMakeOptions = { providers: Providers; userId: string; document: FilmDocument }

/** Resolves model, options and price of an animatic. Quote and hold both use this. */
export function prepareAnimatic(db: Database, { providers, userId, document }: PrepareMakeOptions): Promise<PreparedRun> {
  const input = { model: filmModel, prompt: '', options: optionsOf(document), inputs: [] }
  return prepareRun(db, { providers, userId, input, film: true })
}

function optionsOf(document: FilmDocument): OptionValues {
  const { seconds, slots } = timelineOf(document)
  if (slots.length === 0) throw invalid('required')
  if (seconds > filmLimits.seconds) throw invalid('too_long')
  const { shape, resolution, captions } = document
  const speaks = slots.some(({ spoken }) => spoken > 0)
  return { shape, resolution, captions, duration: Math.max(1, Math.ceil(seconds * (speaks ? margin : 1))) }
}

const invalid = (code: FieldErrorCode) => new Problem('invalid_input', { fields: { 'document.shots': code } })

/** The text by which the library lists and finds the run. */
export const promptOf = ({ title, order, shots }: FilmDocument): string =>
  title || startOfText(order.map((id) => shots[id]?.action ?? '').find((action) => action !== '') ?? '', filmLimits.name)
