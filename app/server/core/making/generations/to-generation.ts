import type { Generation, GenerationFile } from '#app/contract/runs/generations.ts'
import type { Locale } from '#config'
import type { Database, Transaction } from '#app/server/db/database.ts'
import type { generations } from '#app/server/db/schema/generations.ts'
import { translate } from '#app/server/i18n.ts'
import type { Keys } from '#app/server/keys.ts'
import type { Understanding } from '#app/server/providers/provider.ts'
import type { Providers } from '#app/server/providers/providers.ts'
import { signFileUrl } from '../files/file-url.ts'
import { toNote, toUnderstood, understandPrompt } from '../models/understand-prompt.ts'
import { type Beside, readBeside, type shownColumns } from './related-rows.ts'
import { countAhead } from './count-ahead.ts'
import { generationErrorTexts, goneTo, optionRefusedText, tooLongText } from './error-texts.ts'
import { titleOf } from './title-of.ts'

export type GenerationRow = typeof generations.$inferSelect
/** The part of a row that is shown. */
export type ShownRow = Pick<GenerationRow, Exclude<keyof typeof shownColumns, 'beside'>>
export type ViewOptions = { keys: Keys; providers: Providers; locale: Locale }

/** Converts rows to the API's generations, with files (signed links), receipts, collections and shares, which are read for all rows at once. */
export async function toGenerations(
  db: Database | Transaction,
  rows: (ShownRow & { beside?: Beside })[],
  view: ViewOptions,
): Promise<Generation[]> {
  if (rows.length === 0) return []
  const lacking = rows.filter(({ beside }) => !beside).map(({ id }) => id)
  const [read, ahead, cancels, understandings, errors] = await Promise.all([
    lacking.length > 0 ? readBeside(db, lacking) : undefined,
    countAhead(db, { providers: view.providers, rows }),
    Promise.all(rows.map((row) => cancelOf(row, view.providers))),
    Promise.all(rows.map((row) => understandingOf(row, view.providers))),
    Promise.all(rows.map((row) => errorOf(row, view))),
  ])
  const besides = rows.map(({ id, beside }) => beside ?? read?.get(id))
  return rows.map((row, index) => ({
    id: row.id,
    type: row.type,
    model: row.model,
    prompt: row.prompt,
    options: row.options,
    inputs: row.inputs,
    parent_id: row.parentId,
    thread_id: row.threadId,
    chord: row.chordId && row.chordPart ? { id: row.chordId, part: row.chordPart, waits: row.waitsFor !== null } : null,
    film: besides[index]?.film ?? null,
    comparison_id: row.comparisonId,
    recipe: besides[index]?.recipe ?? null,
    understood: shownUnderstanding(understandings[index]),
    note: row.advice && toNote(view.locale, row.advice),
    status: row.status,
    progress: row.progress,
    text: row.text,
    cut: row.cut,
    transcript: besides[index]?.transcript ?? null,
    thinking: besides[index]?.thinking ?? false,
    ...thinkingTimes(row),
    unattended: row.unattended,
    halted: row.halted,
    calls: row.calls,
    call_states: besides[index]?.callStates ?? null,
    tool_results: besides[index]?.toolResults ?? null,
    step: besides[index]?.step ?? false,
    sources: row.sources,
    files: toFiles(besides[index]?.files ?? [], row, view.keys),
    error: errors[index] ?? null,
    price: row.price,
    price_milli: row.priceMilli,
    charged: row.charged,
    charged_milli: row.chargedMilli,
    receipt: (besides[index]?.receipt ?? []).map(({ createdAt, ...entry }) => ({ ...entry, at: new Date(createdAt).toISOString() })),
    favorite: row.favorite,
    title: titleOf(row, view.locale),
    collection_ids: besides[index]?.collections ?? [],
    // Public links do not work in the trash.
    shared: row.deletedAt === null && (besides[index]?.shared ?? false),
    ahead: ahead.get(row.id) ?? null,
    cancel: cancels[index] ?? null,
    deleted_at: row.deletedAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
    started_at: row.startedAt?.toISOString() ?? null,
    finished_at: row.finishedAt?.toISOString() ?? null,
  }))

  function shownUnderstanding(understanding: Understanding | null | undefined): Generation['understood'] {
    return understanding ? toUnderstood(view.locale, understanding) : null
  }
}

const thinkingTimes = ({ thinkingStartedAt, thinkingMs }: Pick<GenerationRow, 'thinkingStartedAt' | 'thinkingMs'>) => ({
  thinking_started_at: thinkingStartedAt?.toISOString() ?? null,
  thinking_ms: thinkingMs,
})

/** The fields of a generation that change while it thinks. */
export const thoughtsOf = (row: GenerationRow) => ({ thinking: row.thinking !== null, ...thinkingTimes(row) })

/** Names the option that the service did not accept, as long as the model has it. */
async function errorOf(
  { errorCode, errorOption, errorLimit, model, modelVersion }: ShownRow,
  { locale, providers }: ViewOptions,
): Promise<Generation['error']> {
  if (errorCode === null) return null
  // A worker of a newer release may have more codes.
  const code = errorCode in generationErrorTexts ? errorCode : 'internal'
  const known = errorOption !== null || code === 'model_gone' ? await providers.find(model, modelVersion) : undefined
  const option = errorOption === null ? undefined : known?.options[errorOption]
  if (option) return { code, detail: translate(locale, optionRefusedText, { option: translate(locale, option.title) }) }
  if (errorLimit !== null) return { code, detail: translate(locale, tooLongText, { limit: errorLimit }) }
  if (code === 'model_gone' && known?.successorName !== undefined)
    return { code, detail: translate(locale, goneTo, { successor: known.successorName }) }
  return { code, detail: translate(locale, generationErrorTexts[code]) }
}

/** Runs created before readings were stored are read again. */
async function understandingOf({ understanding, model, prompt, options, inputs }: ShownRow, providers: Providers) {
  return understanding ?? understandPrompt(providers, { model, prompt, options, roles: inputs.map(({ role }) => role) })
}

async function cancelOf(row: ShownRow, providers: Providers): Promise<Generation['cancel']> {
  if (row.finishedAt) return null
  if (row.cancelRequestedAt) return 'too_late'
  const model = row.status === 'running' ? await providers.find(row.model, row.modelVersion) : undefined
  if (!model || !providers.isRemote(model)) return 'free'
  return row.type === 'text' ? 'text_so_far' : 'if_confirmed'
}

function toFiles(rows: Beside['files'], { deletedAt }: ShownRow, keys: Keys): GenerationFile[] {
  const link = (id: string) => signFileUrl(keys, id, { trashedAt: deletedAt })
  return rows.map((file) => ({
    id: file.id,
    url: link(file.id),
    media_type: file.mediaType,
    bytes: file.bytes,
    width: file.width,
    height: file.height,
    duration_ms: file.durationMs,
    poster_url: file.posterId && link(file.posterId),
    thumbnail_url: file.thumbnailId && link(file.thumbnailId),
    placeholder: file.placeholder,
    peaks: file.peaks && thin(file.peaks),
  }))
}

/** More than the widest waveform has bars. */
const maxPeaks = 100

/** Keeps the loudest of neighbouring peaks. Otherwise the peaks, mostly invisible, would be the greater part of a list of sounds. */
function thin(peaks: number[]): number[] {
  const step = Math.ceil(peaks.length / maxPeaks)
  const round = (peak: number) => Math.round(peak * 100) / 100
  return Array.from({ length: Math.ceil(peaks.length / step) }, (_, at) => round(Math.max(...peaks.slice(at * step, (at + 1) * step))))
}

export async function toGeneration(db: Database | Transaction, row: GenerationRow, view: ViewOptions): Promise<Generation> {
  const [generation] = await toGenerations(db, [row], view)
  if (!generation) throw new Error(`generation ${row.id} vanished`)
  return generation
}
