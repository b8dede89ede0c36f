import type { CheckedDefinition, DefinitionProblem, ModelDocument } from '#app/contract/operator/model-definitions.ts'
import type { Locale } from '#config'
import { translate } from '#app/server/i18n.ts'
import { checkModels, nearestName } from '#app/server/providers/models-file/check-models.ts'
import { type FileProblem, problemTexts } from '#app/server/providers/models-file/problem-texts.ts'
import { type Definition, withDefinitions } from '#app/server/providers/models-file/with-definitions.ts'
import type { ProviderModel } from '#app/server/providers/provider.ts'
import { givesPrice } from '../connections/apply-setting.ts'
import { isBelowCost } from '../connections/cost.ts'
import { type Connections, modelWith } from '../connections/open-connections.ts'
import { describeModel } from '../../making/models/describe-model.ts'
import { readDefault } from './definitions.ts'

type Checked = { problems: FileProblem[]; model: ProviderModel | null }

/** Checks a document as `MODELS_FILE` is checked, and whether it fits what is connected here. */
async function check(
  connections: Connections,
  { model: id, document }: Pick<Definition, 'model'> & { document: ModelDocument },
): Promise<Checked> {
  await connections.refresh()
  const checked = checkModels({ models: { [id]: document } })
  const names = await findNameProblems(connections, id, document)
  // A wrong name is the simplest to correct and is found whatever else is wrong, so it comes first.
  if ('problems' in checked) return { problems: [...names, ...checked.problems], model: null }
  const entry = checked.file.models[id]
  if (!entry) return { problems: [{ path: ['models'], code: 'missing' }], model: null }
  if (names.length > 0) return { problems: names, model: null }
  const problems: FileProblem[] = []
  const at = (...path: string[]) => ['models', id, ...path]
  const settings = withDefinitions(connections.defaults, [{ model: id, version: 'preview', document }])
  const model = await modelWith({ builtIn: connections.builtIn, connected: connections.connected() }, id, settings)
  if (!model && !entry.hidden) problems.push({ path: at('type'), code: 'not_made', known: [] })
  if (model && !model.unavailable && !givesPrice(model)) problems.push({ path: at('price'), code: 'price_uncountable' })
  return { problems, model: model ?? null }
}

/** Returns the problems of the service and the other models that a document names. Names that are not texts are left to the schema. */
async function findNameProblems(connections: Connections, id: string, entry: ModelDocument): Promise<FileProblem[]> {
  const usual = await readDefault(connections, id)
  const at = (...path: string[]) => ['models', id, ...path]
  const problems: FileProblem[] = []
  if (usual?.scope === 'basics') {
    if (entry.provider !== undefined) problems.push({ path: at('provider'), code: 'fixed' })
  } else if (entry.provider === undefined) {
    if (!usual) problems.push({ path: at(), code: 'needs_provider' })
  } else if (typeof entry.provider === 'string') {
    const known = connections.connected().flatMap((one) => (one.definitionOf ? [one.id] : []))
    if (!known.includes(entry.provider)) problems.push({ path: at('provider'), code: 'not_connected', known, wrong: entry.provider })
  }
  const others = await otherIds(connections, id)
  for (const key of ['fallback', 'successor'] as const) {
    const named = entry[key]
    if (typeof named === 'string' && !others.includes(named))
      problems.push({ path: at(key), code: 'other_model', known: others, wrong: named })
  }
  return problems
}

async function otherIds(connections: Connections, id: string): Promise<string[]> {
  const lists = await Promise.allSettled(connections.providers().map((provider) => provider.models()))
  return lists
    .flatMap((list) => (list.status === 'fulfilled' ? list.value : []))
    .flatMap((model) => (model.retired || model.id === id ? [] : [model.id]))
}

/** Whether a document can be published. */
export const isValid = async (...given: Parameters<typeof check>): Promise<boolean> => (await check(...given)).problems.length === 0

export type CheckDefinitionOptions = {
  connections: Connections
  model: string
  document: ModelDocument
  locale: Locale
  tokenValue: number | null
}

/** Checks a document and describes the model as people would see it. Saves nothing. */
export async function checkDefinition({ connections, locale, tokenValue, ...given }: CheckDefinitionOptions): Promise<CheckedDefinition> {
  const { problems, model } = await check(connections, given)
  const cost = model?.cost ?? null
  return {
    problems: problems.map((problem) => toProblem(problem, locale)),
    preview: model && problems.length === 0 ? describeModel(model, locale, null) : null,
    cost,
    below_cost: model !== null && cost !== null && tokenValue !== null && problems.length === 0 && isBelowCost(model, cost, tokenValue),
  }
}

function toProblem(problem: FileProblem, locale: Locale): DefinitionProblem {
  // Every path begins with `models` and the id.
  const { path, code, values = {} } = problem
  return { path: path.slice(2), code, values, message: translate(locale, problemTexts[code], values), suggestion: nearestName(problem) }
}
