import { type Context, Hono } from 'hono'
import { compress } from 'hono/compress'
import { oncePer } from '#app/contract/base/once-per.ts'
import { config } from '#config'
import { storageProblemOf } from '../core/making/files/storage-problem.ts'
import { Problem } from '../core/problem.ts'
import { isUnreachable } from '../db/is-unreachable.ts'
import type { Runtime } from '../runtime.ts'
import type { Call } from '#app/contract/base/call.ts'
import type { Endpoint } from './endpoint.ts'
import type { ApiBindings } from './requests/request.ts'
import { announcementEndpoints } from './endpoints/operator/announcements.ts'
import { deviceLoginEndpoints } from './endpoints/account/device-logins.ts'
import { authorizationEndpoints } from './endpoints/account/authorizations.ts'
import { apiKeyEndpoints } from './endpoints/account/api-keys.ts'
import { authEndpoints } from './endpoints/account/auth.ts'
import { avatarEndpoints } from './endpoints/account/avatar.ts'
import { demoEndpoints } from './endpoints/runs/demo.ts'
import { draftEndpoints } from './endpoints/studio/drafts.ts'
import { studioEndpoints } from './endpoints/studio/studios.ts'
import { collectionEndpoints } from './endpoints/library/collections.ts'
import { fileEndpoints } from './endpoints/runs/files.ts'
import { chordEndpoints } from './endpoints/runs/chords.ts'
import { filmEndpoints } from './endpoints/films/films.ts'
import { comparisonEndpoints } from './endpoints/runs/comparisons.ts'
import { generationEndpoints } from './endpoints/runs/generations.ts'
import { healthEndpoints } from './endpoints/operator/health.ts'
import { identityEndpoints } from './endpoints/account/identities.ts'
import { libraryEndpoints } from './endpoints/library/library.ts'
import { meEndpoints } from './endpoints/account/me.ts'
import { modelEndpoints } from './endpoints/runs/models.ts'
import { webhookEndpoints } from './endpoints/account/webhooks.ts'
import { voiceEndpoints } from './endpoints/runs/voices.ts'
import { oauthEndpoints } from './endpoints/account/oauth.ts'
import { orderEndpoints } from './endpoints/money/orders.ts'
import { paymentEndpoints } from './endpoints/money/payments.ts'
import { codeEndpoints } from './endpoints/money/codes.ts'
import { bulkActEndpoints } from './endpoints/operator/bulk-acts.ts'
import { personCredentialsEndpoints } from './endpoints/operator/person-credentials.ts'
import { personVoicesEndpoints } from './endpoints/operator/person-voices.ts'
import { groupEndpoints } from './endpoints/operator/groups.ts'
import { connectionEndpoints } from './endpoints/operator/connections.ts'
import { catalogueEndpoints } from './endpoints/operator/catalogue.ts'
import { modelDefinitionEndpoints } from './endpoints/operator/model-definitions.ts'
import { localModelEndpoints } from './endpoints/operator/local-models.ts'
import { operatorEndpoints } from './endpoints/operator/operator.ts'
import { statisticsEndpoints } from './endpoints/library/statistics.ts'
import { passkeyEndpoints } from './endpoints/account/passkeys.ts'
import { pushEndpoints } from './endpoints/account/push.ts'
import { inboxEndpoints } from './endpoints/operator/inbox.ts'
import { reportEndpoints } from './endpoints/operator/reports.ts'
import { safetyEndpoints } from './endpoints/operator/safety.ts'
import { runRequestEndpoints } from './endpoints/runs/run-requests.ts'
import { shareEndpoints } from './endpoints/library/shares.ts'
import { promptEndpoints } from './endpoints/recipes/prompts.ts'
import { recipeEndpoints } from './endpoints/recipes/recipes.ts'
import { subscriptionEndpoints } from './endpoints/money/subscriptions.ts'
import { systemEndpoints } from './endpoints/operator/system.ts'
import { shopEndpoints } from './endpoints/money/shop.ts'
import { threadEndpoints } from './endpoints/studio/threads.ts'
import { toolSettingsEndpoints } from './endpoints/operator/tool-settings.ts'
import { toolEndpoints } from './endpoints/studio/tools.ts'
import { tokenEndpoints } from './endpoints/money/tokens.ts'
import { twoFactorEndpoints } from './endpoints/account/two-factor.ts'
import { uploadEndpoints } from './endpoints/runs/uploads.ts'
import { everyAnswer } from './answers/every-answer.ts'
import { describeApi, describeForPrograms } from './openapi.ts'
import { limitBody, localeOf, unavailableSeconds } from './requests/request.ts'
import { problemAnswer } from './answers/problem-answer.ts'
import { watchCalls } from './requests/watch-calls.ts'

/** The endpoints in the order of the document. */
export const endpoints: readonly Endpoint[] = [
  ...authEndpoints,
  ...twoFactorEndpoints,
  ...passkeyEndpoints,
  ...oauthEndpoints,
  ...meEndpoints,
  ...identityEndpoints,
  ...pushEndpoints,
  ...avatarEndpoints,
  ...apiKeyEndpoints,
  ...authorizationEndpoints,
  ...deviceLoginEndpoints,
  ...modelEndpoints,
  ...voiceEndpoints,
  ...webhookEndpoints,
  ...generationEndpoints,
  ...runRequestEndpoints,
  ...chordEndpoints,
  ...filmEndpoints,
  ...comparisonEndpoints,
  ...demoEndpoints,
  ...libraryEndpoints,
  ...collectionEndpoints,
  ...threadEndpoints,
  ...toolEndpoints,
  ...uploadEndpoints,
  ...draftEndpoints,
  ...studioEndpoints,
  ...promptEndpoints,
  ...recipeEndpoints,
  ...fileEndpoints,
  ...shareEndpoints,
  ...inboxEndpoints,
  ...reportEndpoints,
  ...safetyEndpoints,
  ...toolSettingsEndpoints,
  ...tokenEndpoints,
  ...orderEndpoints,
  ...subscriptionEndpoints,
  ...paymentEndpoints,
  ...statisticsEndpoints,
  ...operatorEndpoints,
  ...connectionEndpoints,
  ...catalogueEndpoints,
  ...modelDefinitionEndpoints,
  ...localModelEndpoints,
  ...codeEndpoints,
  ...groupEndpoints,
  ...announcementEndpoints,
  ...bulkActEndpoints,
  ...personCredentialsEndpoints,
  ...personVoicesEndpoints,
  ...systemEndpoints,
  ...shopEndpoints,
  ...healthEndpoints,
]

const maxBodyBytes = 1024 * 1024

/** Made for the first reader and kept: it takes longer than everything else that opens the API. */
const documentOf = oncePer((describe: (calls: readonly Call[]) => object) => JSON.stringify(describe(endpoints.map(({ call }) => call))))

/** The HTTP API as a `fetch`, used by the server, the pages of this process, and tests. */
export function createApi(runtime: Runtime) {
  const api = new Hono<ApiBindings>().basePath(config.api.basePath)
  const calls = endpoints.map(({ call }) => call)

  const limited = limitBody(maxBodyBytes)
  // Calls that stream their body, which have their own limits.
  const streamed = new Set(calls.filter(({ form }) => form).map(({ path }) => `${config.api.basePath}${path}`))
  api.use(everyAnswer(runtime))
  api.use(watchCalls)
  // Bodies of calls within the process come from pages, or from requests of a limited size.
  api.use((context, next) => (context.env?.local || streamed.has(context.req.path) ? next() : limited(context, next)))
  api.use(async (context, next) => {
    await next()
    context.res.headers.set('x-content-type-options', 'nosniff')
    if (!context.res.headers.has('cache-control')) context.res.headers.set('cache-control', 'private, no-store')
  })
  // A tenth of the bytes is sent.
  const document = (describe: (calls: readonly Call[]) => object) => (context: Context) =>
    context.body(documentOf(describe), 200, { 'content-type': 'application/json' })
  api.get('/v1/openapi.json', compress(), document(describeForPrograms))
  api.get('/v1/openapi-all.json', compress(), document(describeApi))
  for (const { call, answer } of endpoints) api.on(call.method, routeOf(call.path), (context) => answer(runtime, context))
  for (const [path, own] of Map.groupBy(calls, ({ path }) => path)) {
    const allow = own.map(({ method }) => method).join(', ')
    api.all(routeOf(path), (context) => {
      const answer = problemAnswer(new Problem('method_not_allowed'), localeOf(context))
      answer.headers.set('allow', allow)
      return answer
    })
  }
  api.notFound((context) => problemAnswer(new Problem('not_found'), localeOf(context)))
  api.onError((error, context) => {
    if (error instanceof Problem) return problemAnswer(error, localeOf(context))
    const { requestId } = context.var
    const problem = storageProblemOf(error)
    if (problem) {
      if (!runtime.disk.report(error))
        runtime.logger.warn({ err: error, requestId, path: context.req.path }, 'a file could not be read or stored')
      return problemAnswer(problem, localeOf(context))
    }
    if (isUnreachable(error)) {
      runtime.logger.warn({ err: error, requestId }, 'the database cannot be reached')
      return problemAnswer(new Problem('unavailable', { retryAfter: unavailableSeconds }), localeOf(context))
    }
    runtime.logger.error({ err: error, requestId, method: context.req.method, path: context.req.path }, 'API call failed')
    return problemAnswer(new Problem('internal'), localeOf(context), requestId)
  })
  return api
}

/** Converts OpenAPI's braces to Hono's colon. */
const routeOf = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1')
