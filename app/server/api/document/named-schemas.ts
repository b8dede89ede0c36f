import * as v from 'valibot'
import * as accounts from '#app/contract/account/accounts.ts'
import * as apiKeys from '#app/contract/account/api-keys.ts'
import * as consent from '#app/contract/account/consent.ts'
import * as emailChange from '#app/contract/account/email-change.ts'
import * as email from '#app/contract/account/email.ts'
import * as identities from '#app/contract/account/identities.ts'
import * as passkeys from '#app/contract/account/passkeys.ts'
import * as push from '#app/contract/account/push.ts'
import * as signInServices from '#app/contract/account/sign-in-services.ts'
import * as signUpChallenge from '#app/contract/account/sign-up-challenge.ts'
import * as webhookAddress from '#app/contract/account/webhook-address.ts'
import * as webhooks from '#app/contract/account/webhooks.ts'
import * as callFailures from '#app/contract/base/call-failures.ts'
import * as common from '#app/contract/base/common.ts'
import * as errors from '#app/contract/base/errors.ts'
import * as streamEndings from '#app/contract/base/stream-endings.ts'
import * as library from '#app/contract/library/library.ts'
import * as shares from '#app/contract/library/shares.ts'
import * as statistics from '#app/contract/library/statistics.ts'
import * as codes from '#app/contract/money/codes.ts'
import * as orders from '#app/contract/money/orders.ts'
import * as shopSettings from '#app/contract/money/shop-settings.ts'
import * as shop from '#app/contract/money/shop.ts'
import * as subscriptions from '#app/contract/money/subscriptions.ts'
import * as tokens from '#app/contract/money/tokens.ts'
import * as alerts from '#app/contract/operator/alerts.ts'
import * as announcements from '#app/contract/operator/announcements.ts'
import * as bulkActs from '#app/contract/operator/bulk-acts.ts'
import * as operatorCatalogue from '#app/contract/operator/catalogue.ts'
import * as connections from '#app/contract/operator/connections.ts'
import * as groups from '#app/contract/operator/groups.ts'
import * as localModels from '#app/contract/operator/local-models.ts'
import * as modelDefinitions from '#app/contract/operator/model-definitions.ts'
import * as operatorQueue from '#app/contract/operator/operator-queue.ts'
import * as operator from '#app/contract/operator/operator.ts'
import * as overview from '#app/contract/operator/overview.ts'
import * as personCredentials from '#app/contract/operator/person-credentials.ts'
import * as personVoices from '#app/contract/operator/person-voices.ts'
import * as reports from '#app/contract/operator/reports.ts'
import * as safety from '#app/contract/operator/safety.ts'
import * as toolSettings from '#app/contract/operator/tool-settings.ts'
import * as spenders from '#app/contract/operator/spenders.ts'
import * as system from '#app/contract/operator/system.ts'
import * as asked from '#app/contract/runs/asked.ts'
import * as filmDocument from '#app/contract/films/film-document.ts'
import * as filmEvent from '#app/contract/films/film-event.ts'
import * as films from '#app/contract/films/films.ts'
import * as chords from '#app/contract/runs/chords.ts'
import * as comparisons from '#app/contract/runs/comparisons.ts'
import * as demo from '#app/contract/runs/demo.ts'
import * as generations from '#app/contract/runs/generations.ts'
import * as models from '#app/contract/runs/models.ts'
import * as recipeOfRun from '#app/contract/recipes/recipe-of-run.ts'
import * as publishedRecipes from '#app/contract/recipes/published-recipes.ts'
import * as recipes from '#app/contract/recipes/recipes.ts'
import * as runRequests from '#app/contract/runs/run-requests.ts'
import * as runRequestsEvent from '#app/contract/runs/run-requests-event.ts'
import * as studio from '#app/contract/studio/studio.ts'
import * as toolCalls from '#app/contract/studio/tool-calls.ts'
import * as tools from '#app/contract/studio/tools.ts'
import * as transcripts from '#app/contract/runs/transcripts.ts'
import * as voices from '#app/contract/runs/voices.ts'

const modules: readonly object[] = [
  accounts,
  apiKeys,
  consent,
  emailChange,
  email,
  identities,
  passkeys,
  push,
  signInServices,
  signUpChallenge,
  webhookAddress,
  webhooks,
  callFailures,
  common,
  errors,
  streamEndings,
  library,
  shares,
  statistics,
  codes,
  orders,
  shopSettings,
  shop,
  subscriptions,
  tokens,
  alerts,
  announcements,
  bulkActs,
  connections,
  groups,
  localModels,
  operatorCatalogue,
  modelDefinitions,
  operatorQueue,
  operator,
  overview,
  personCredentials,
  personVoices,
  reports,
  safety,
  toolSettings,
  spenders,
  system,
  filmDocument,
  filmEvent,
  films,
  asked,
  chords,
  comparisons,
  demo,
  generations,
  models,
  recipeOfRun,
  publishedRecipes,
  recipes,
  runRequests,
  runRequestsEvent,
  studio,
  toolCalls,
  tools,
  transcripts,
  voices,
]

const isSchema = (value: unknown): value is v.GenericSchema =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema' && '~standard' in value

/** Schemas that are worth a name of their own; texts and numbers are described where they are used. */
const shared = new Set(['object', 'loose_object', 'strict_object', 'variant', 'union', 'picklist', 'record'])

/** The schemas of the contract by their names in the document: `generationSchema` is `Generation`. */
export const namedSchemas: ReadonlyMap<string, v.GenericSchema> = new Map(
  modules.flatMap((module) =>
    Object.entries(module).flatMap(([name, value]: [string, unknown]) =>
      name.endsWith('Schema') && isSchema(value) && shared.has(value.type)
        ? [[`${name.charAt(0).toUpperCase()}${name.slice(1, -'Schema'.length)}`, value] as const]
        : [],
    ),
  ),
)
