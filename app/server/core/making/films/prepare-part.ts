import { timelineOf } from '#app/contract/films/timeline.ts'
import { expand, musicPrompt } from '#app/contract/films/expand.ts'
import type { FieldErrorCode } from '#app/contract/base/error-codes.ts'
import type { FilmDocument, OwnModel } from '#app/contract/films/film-document.ts'
import { type FilmExclusion, filmLimits, type FilmWish, type PartKind, partOf, readPart } from '#app/contract/films/film-values.ts'
import { type ChosenTakes, measuredBy, ownVoiceOf } from '#app/contract/films/recipes.ts'
import type { OptionValues } from '#app/contract/runs/generations.ts'
import { startOfText } from '#app/contract/base/start-of-text.ts'
import type { Kind } from '#app/contract/base/values.ts'
import type { Database } from '#app/server/db/database.ts'
import type { ProviderModel } from '#app/server/providers/provider.ts'
import type { Providers } from '#app/server/providers/providers.ts'
import { prepareRun, type PreparedRun, requireAvailable } from '../generations/create-generation.ts'
import type { Attached } from '../generations/attached.ts'
import { type Entitlement, readEntitlement } from '../../rules/groups/entitlement.ts'
import { mayUse } from '../../rules/groups/offer.ts'
import { Problem } from '../../problem.ts'
import { type Derived, deriveOptions } from './part-options.ts'

/** The model that makes a film of whatever there is. */
const filmModel = 'sketch-film'

/** Words that are not spoken yet may take longer than estimated. The price is held for as long, and charged by the real length. */
const margin = 1.2

/** Everything that all parts of a film are prepared with. */
export type Studio = {
  db: Database
  providers: Providers
  userId: string
  entitlement: Entitlement
  models: readonly ProviderModel[]
  document: FilmDocument
}

export async function openStudio(db: Database, options: { providers: Providers; userId: string; document: FilmDocument }): Promise<Studio> {
  const { providers, userId } = options
  return { db, ...options, entitlement: await readEntitlement(db, userId), models: await providers.models() }
}

/** A part as it would be made. */
export type PreparedPart = {
  part: string
  kind: PartKind
  model: string | null
  honours: FilmWish[]
  notHonoured: FilmWish[]
  endsAt: string | undefined
  /** Absent for a part that is left out. */
  run: PreparedRun | undefined
  /** The prompt of the row. */
  prompt: string
  /** The run whose picture the clip begins with; a planned one is named by its part. */
  picture: string | null
  excluded: FilmExclusion | undefined
  /** Why it is left out, for a caller who asked for it alone. */
  problem: Problem | undefined
}

type PrepareOptions = {
  part: string
  /** The takes as they will be when the part is made. Planned ones have the names of their parts as ids. */
  takes: ChosenTakes
  /** Whether the caller named the part. */
  isAsked: boolean
}

const kindOfModel: Record<Exclude<PartKind, 'animatic' | 'film'>, Kind> = { still: 'image', clip: 'video', line: 'audio', music: 'audio' }

/** Prepares a part: its model, prompt, options and price, or why it is left out. */
export async function preparePart(studio: Studio, { part, takes, isAsked }: PrepareOptions): Promise<PreparedPart> {
  const name = readPart(part)
  if (!name) throw new Error(`${part} is no part`)
  const { kind } = name
  if (kind === 'film' || kind === 'animatic') return prepareWhole(studio, { part, kind, takes: kind === 'film' ? takes : new Map() })
  const wish = wishOf(studio.document, part)
  const model = findModel(studio, kind, wish.own)
  const left = (excluded: FilmExclusion, problem?: Problem): PreparedPart => ({
    ...nothingOf(part, kind, model?.id ?? null),
    endsAt: model?.endsAt,
    excluded,
    problem,
  })
  if (!model) return left(wish.own?.model || studio.document.models[kind] ? 'model_unavailable' : 'no_model')
  if (model.type !== kindOfModel[kind] || model.task !== undefined) return left('invalid', invalid('model_of_another_kind'))
  const picture = kind === 'clip' && takesFirstFrame(model) ? (takes.get(partOf.still(name.shot ?? ''))?.id ?? null) : null
  if (needsInput(model, picture !== null)) return left('invalid', invalid('input_missing'))
  const chosen = chosenOptions(studio.document, { kind, model: model.id, own: wish.own })
  const derived = deriveOptions(model, chosen, lookOf(studio.document, { part, takes, hasPicture: picture !== null }))
  const { prompt, dropped } = promptOfPart(studio.document, part, {
    most: model.prompt.maxLength,
    hasPicture: picture !== null,
    hasStyle: derived.honours.includes('style'),
  })
  if (prompt === '') return left('empty')
  try {
    await requireAvailable(studio.db, studio.providers, model)
    const run = await prepareRun(studio.db, {
      ...studio,
      input: { model: model.id, prompt, options: { ...derived.options, ...chosen }, inputs: [] },
      lent: picture === null ? [] : [planned(picture)],
    })
    if (run.advice?.possible === false || (run.advice?.kind === 'not_drawn' && !isAsked)) return left('not_drawn')
    return {
      ...nothingOf(part, kind, model.id),
      ...wishesOf(derived, { kind, dropped, picture, takesPicture: takesFirstFrame(model) }),
      endsAt: model.endsAt,
      run,
      prompt,
      picture,
    }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return left(exclusionOf(error), error)
  }
}

const nothingOf = (part: string, kind: PartKind, model: string | null): PreparedPart => ({
  part,
  kind,
  model,
  honours: [],
  notHonoured: [],
  endsAt: undefined,
  run: undefined,
  prompt: '',
  picture: null,
  excluded: undefined,
  problem: undefined,
})

const invalid = (code: FieldErrorCode, field = 'model') => new Problem('invalid_input', { fields: { [field]: code } })

function exclusionOf({ code }: Problem): FilmExclusion {
  if (code === 'model_unavailable') return 'model_unavailable'
  return code === 'model_not_allowed' || code === 'key_model_not_allowed' ? 'model_not_allowed' : 'invalid'
}

/** A picture that is drawn first, as far as prices and rules know it. */
const planned = (id: string): Attached => ({
  input: { generation_id: id, role: 'first_frame' },
  source: { type: 'image', mediaType: 'image/png', bytes: 1_000_000, pages: null, durationMs: null, hasSound: null },
})

const takesFirstFrame = ({ inputs }: ProviderModel): boolean =>
  inputs.some(
    ({ role, types, needs, when }) => role === 'first_frame' && types.includes('image') && needs === undefined && when === undefined,
  )

const needsInput = ({ inputs }: ProviderModel, hasPicture: boolean): boolean =>
  inputs.some(({ role, required }) => required && !(hasPicture && role === 'first_frame'))

type Choice = { kind: keyof typeof kindOfModel; model: string; own: OwnModel | null }

/** The options that the person has chosen: those of the film for its model, and those of the part. */
function chosenOptions({ models }: FilmDocument, { kind, model, own }: Choice): OptionValues {
  const usual = models[kind]
  return { ...(usual?.model === model && usual.options), ...own?.options }
}

/** The chosen model of a part, otherwise the film's; for pictures and clips the first that the person may use. */
function findModel({ document, models, entitlement }: Studio, kind: Choice['kind'], own: OwnModel | null): ProviderModel | undefined {
  const chosen = own?.model ?? document.models[kind]?.model
  if (chosen !== undefined) return models.find(({ id }) => id === chosen)
  if (kind !== 'still' && kind !== 'clip') return undefined
  const usable = models.filter(
    (model) =>
      model.type === kindOfModel[kind] &&
      model.task === undefined &&
      !model.unavailable &&
      !needsInput(model, kind === 'clip') &&
      mayUse(entitlement, model.id),
  )
  return (kind === 'clip' ? usable.find(takesFirstFrame) : undefined) ?? usable.find((model) => !needsInput(model, false))
}

const shotOf = (document: FilmDocument, part: string) => document.shots[readPart(part)?.shot ?? '']

/** The person's choice for a part. */
function wishOf(document: FilmDocument, part: string): { own: OwnModel | null } {
  const name = readPart(part)
  const shot = shotOf(document, part)
  if (name?.kind === 'still' || name?.kind === 'clip') return { own: shot?.[name.kind] ?? null }
  if (name?.kind === 'line') return { own: ownVoiceOf(document, shot?.words[name.line ?? 0]?.who ?? '') }
  return { own: null }
}

type LookOptions = { part: string; takes: ChosenTakes; hasPicture: boolean }

function lookOf(document: FilmDocument, { part, takes, hasPicture }: LookOptions): Parameters<typeof deriveOptions>[2] {
  const { shape, look, resolution } = document
  const kind = readPart(part)?.kind
  const { seconds, slots } = timelineOf(document, measuredBy(takes))
  if (kind === 'still') return { shape, style: look.style }
  if (kind === 'music') return { seconds }
  if (kind !== 'clip') return {}
  const shot = shotOf(document, part)
  const slot = slots.find((one) => one.shot === readPart(part)?.shot)
  return {
    shape,
    resolution,
    ...(!hasPicture && { style: look.style }),
    ...(slot && { seconds: (shot?.from ?? 0) + slot.seconds }),
    ...(shot && { camera: shot.camera }),
  }
}

type PromptOptions = { most: number; hasPicture: boolean; hasStyle: boolean }

function promptOfPart(document: FilmDocument, part: string, options: PromptOptions): ReturnType<typeof expand> {
  const name = readPart(part)
  if (name?.kind === 'music') return musicPrompt(document, options.most)
  const shot = shotOf(document, part)
  if (!shot) return { prompt: '', dropped: [] }
  if (name?.kind === 'still' || name?.kind === 'clip') return expand(document, shot, name.kind, options)
  // Words are never cut: a model that takes fewer refuses them.
  return { prompt: shot.words[name?.line ?? 0]?.text.trim() ?? '', dropped: [] }
}

type Asked = { kind: PartKind; dropped: readonly FilmWish[]; picture: string | null; takesPicture: boolean }

function wishesOf({ honours, notHonoured }: Derived, { kind, dropped, picture, takesPicture }: Asked) {
  const isClip = kind === 'clip'
  return {
    honours: [...(isClip && picture !== null ? (['picture'] as const) : []), ...honours],
    notHonoured: [...new Set([...(isClip && picture === null && !takesPicture ? (['picture'] as const) : []), ...notHonoured, ...dropped])],
  }
}

type WholeOptions = { part: string; kind: 'animatic' | 'film'; takes: ChosenTakes }

/** Throws `invalid_input` for a film without shots, or one that is too long. */
async function prepareWhole(studio: Studio, { part, kind, takes }: WholeOptions): Promise<PreparedPart> {
  const { document } = studio
  const { seconds, slots } = timelineOf(document, measuredBy(takes))
  if (slots.length === 0) throw invalid('required', 'document.shots')
  if (seconds > filmLimits.seconds) throw invalid('too_long', 'document.shots')
  const { shape, resolution, captions, order, shots } = document
  const isGuessed = order.some((id) =>
    shots[id]?.words.some(({ text }, index) => text.trim() !== '' && takes.get(partOf.line(id, index))?.durationMs == null),
  )
  const options = { shape, resolution, captions, duration: Math.max(1, Math.ceil(seconds * (isGuessed ? margin : 1))) }
  try {
    const model = studio.models.find(({ id }) => id === filmModel)
    if (model) await requireAvailable(studio.db, studio.providers, model)
    const run = await prepareRun(studio.db, { ...studio, input: { model: filmModel, prompt: '', options, inputs: [] }, film: true })
    return { ...nothingOf(part, kind, filmModel), run, prompt: titleOfFilm(document) }
  } catch (error) {
    if (!(error instanceof Problem) || error.code === 'invalid_input') throw error
    return { ...nothingOf(part, kind, filmModel), excluded: exclusionOf(error), problem: error }
  }
}

/** The text by which the library lists and finds the run. */
export const titleOfFilm = ({ title, order, shots }: FilmDocument): string =>
  title || startOfText(order.map((id) => shots[id]?.action ?? '').find((action) => action !== '') ?? '', filmLimits.name)
