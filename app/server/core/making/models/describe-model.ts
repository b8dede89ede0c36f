import type { Model, OptionSchema } from '#app/contract/runs/models.ts'
import { isByPrompt, runUnits } from '#app/contract/runs/run-units.ts'
import type { Locale } from '#config'
import { type ServerText, translate } from '#app/server/i18n.ts'
import { canUseTools, type ModelOption, type ProviderModel } from '#app/server/providers/provider.ts'

export type Measured = Omit<NonNullable<Model['measured']>, 'usual_run_ms'> | null

/** Describes a model in the caller's language. */
export function describeModel(model: ProviderModel, locale: Locale, measured: Measured): Model {
  const say = (text: ServerText, values?: Record<string, unknown>) => translate(locale, text, values)
  const options = Object.fromEntries(Object.entries(model.options).map(([name, option]) => [name, describeOption(option, say, locale)]))
  return {
    id: model.id,
    name: say(model.name),
    type: model.type,
    ...(model.task && { task: model.task }),
    provider: model.provider,
    description: say(model.description),
    price: model.price,
    options: { type: 'object', properties: options, additionalProperties: false },
    inputs: [...model.inputs],
    history: model.history ?? false,
    ...(canUseTools(model) && { tools: true }),
    prompt: {
      placeholder: say(model.prompt.placeholder),
      max_length: model.prompt.maxLength,
      examples: model.prompt.examples.map((example) => say(example)),
    },
    available: model.unavailable === null,
    ...(model.retired && { retired: true }),
    unavailable_reason: model.unavailable && say(model.unavailable.text, model.unavailable.values),
    measured: measured && { ...measured, usual_run_ms: usualRun(model, measured.run_ms_per_unit) },
  }
}

function usualRun({ type, options }: ProviderModel, pace: number | null): number | null {
  const usual = Object.fromEntries(
    Object.entries(options).flatMap(([name, { default: value }]) => (value === undefined ? [] : [[name, value]])),
  )
  return pace === null || isByPrompt({ type, options: usual })
    ? null
    : Math.round(pace * runUnits({ type, options: usual, promptCharacters: 0 }))
}

function describeOption(option: ModelOption, say: (text: ServerText) => string, locale: Locale): OptionSchema {
  const { 'x-labels': labels, description, ...rest } = option
  const said = Object.fromEntries(
    Object.entries(labels ?? {}).map(([value, label]) => [value, typeof label === 'string' ? label : say(label)]),
  )
  const pictures =
    'x-pictures' in option &&
    option['x-pictures'] &&
    Object.entries(option['x-pictures']).map(([value, url]) => [value, url.replace('{locale}', locale)])
  return {
    ...rest,
    title: say(option.title),
    ...(description && { description: say(description) }),
    ...(labels && { 'x-labels': said }),
    ...(pictures && { 'x-pictures': Object.fromEntries(pictures) }),
  }
}
