import type { Advice as ShownAdvice, Note, Understood } from '#app/contract/runs/generations.ts'
import type { Locale } from '#config'
import { translate } from '#app/server/i18n.ts'
import type { Advice, PlannedRun, ProviderModel, Understanding } from '#app/server/providers/provider.ts'
import type { Providers } from '#app/server/providers/providers.ts'

/** Returns the model's reading of a prompt; null if the model takes it literally. */
export async function understandPrompt(providers: Providers, run: PlannedRun): Promise<Understanding | null> {
  // A prompt that the parser fails on must not fail a whole list.
  return providers.understand(run).catch(() => null)
}

/** Returns the advice to give before a run of a built-in model, first the model that can do what this one can't. Suggestions require a model that is available, and offered to the person. */
export async function advisePrompt(
  providers: Providers,
  run: PlannedRun,
  isOffered: (model: ProviderModel) => boolean = () => true,
): Promise<Advice | null> {
  // Pages ask for the price before a word is typed.
  if (run.prompt === '') return null
  const advice = await providers.advise(run).catch(() => null)
  if (!advice) return null
  const all = await providers.models()
  const models = all.filter((model) => !model.unavailable && isOffered(model))
  const suggestions = advice.suggestions.filter(({ model }) => model === null || models.some(({ id }) => id === model))
  const writer = advice.kind === 'needs_language_model' ? models.find(({ history }) => history) : undefined
  const artist =
    advice.kind === 'not_drawn'
      ? models.find(
          drawsLike(
            providers,
            all.find(({ id }) => id === run.model),
          ),
        )
      : undefined
  for (const able of [writer, artist])
    if (able) suggestions.unshift({ label: able.name, prompt: run.prompt, model: able.id, options: null })
  // Naming another medium is pointless if this server does not offer it; a noise that no model makes is named all the same.
  return advice.suggestions.length > 0 && advice.kind === 'other_medium' && suggestions.length === 0 ? null : { ...advice, suggestions }
}

/** Whether a connected or installed model makes the same kind of work from words alone, so that it draws what the built-in one can't. */
const drawsLike =
  (providers: Providers, builtIn: ProviderModel | undefined) =>
  (model: ProviderModel): boolean =>
    model.type === builtIn?.type && !model.task && !providers.isBuiltIn(model) && !model.inputs.some(({ required }) => required)

/** Converts a reading for the API, in the caller's language. */
export const toUnderstood = (locale: Locale, { used, shown, ignored, terms }: Understanding): Understood => ({
  used: used.map((text) => translate(locale, text)),
  shown: shown.map((text) => translate(locale, text)),
  ignored,
  terms,
})

export const toNote = (locale: Locale, { kind, words, instead }: Pick<Advice, 'kind' | 'words' | 'instead'>): Note => ({
  kind,
  words,
  instead: instead.length > 0 ? instead.map((text) => translate(locale, text)).join(' ') : null,
})

export const toAdvice = (locale: Locale, advice: Advice, freeRuns: ShownAdvice['free_runs']): ShownAdvice => ({
  ...toNote(locale, advice),
  possible: advice.possible,
  suggestions: advice.suggestions.map(({ label, ...suggestion }) => ({ ...suggestion, label: label && translate(locale, label) })),
  free_runs: freeRuns,
})
