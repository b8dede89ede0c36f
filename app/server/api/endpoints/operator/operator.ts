import {
  assignRoleCall,
  blockPersonCall,
  confirmEmailCall,
  deletePersonCall,
  sendExportCall,
  resetSecondStepCall,
  viewContentCall,
  changeTokensCall,
  endPersonSessionsCall,
  getModelSourcesCall,
  getFailedCallCall,
  getOperatorAccessCall,
  getOperatorOverviewCall,
  getPersonCall,
  listActsCall,
  listPeopleCall,
  listPersonEntriesCall,
  getQueueCall,
  listRunsCall,
  refundRunCall,
  repeatRunCall,
  stopRunCall,
  unblockPersonCall,
} from '#app/contract/operator/operator.calls.ts'
import { connectedEnv } from '#app/server/core/operation/connections/connected-env.ts'
import { nameOf } from '#app/server/core/operation/connections/describe-connection.ts'
import { readFailedCall } from '#app/server/core/making/generations/failed-calls.ts'
import { confirmEmail, deletePerson, resetSecondStep, sendExport, viewContent } from '#app/server/core/operation/operators/account-acts.ts'
import { assignRole } from '#app/server/core/operation/operators/assign-role.ts'
import { blockPerson, unblockPerson } from '#app/server/core/operation/operators/block-person.ts'
import { changeTokens } from '#app/server/core/operation/operators/change-tokens.ts'
import { endPersonSessions } from '#app/server/core/operation/operators/end-person-sessions.ts'
import { findModelSources } from '#app/server/core/operation/operators/find-model-sources.ts'
import { lowestTokenValue } from '#app/server/core/operation/connections/cost.ts'
import { getQueue } from '#app/server/core/operation/operators/get-queue.ts'
import { getOverview } from '#app/server/core/operation/operators/get-overview.ts'
import { listActs } from '#app/server/core/operation/operators/list-acts.ts'
import { getPerson, listPeople, listPersonEntries } from '#app/server/core/operation/operators/people.ts'
import { accessOf } from '#app/server/core/operation/operators/require-right.ts'
import { listRuns, refundRun, repeatRun, stopRun } from '#app/server/core/operation/operators/runs.ts'
import { isTwoFactorRequired } from '#app/server/core/operation/operators/two-factor-required.ts'
import { siteUrl } from '#app/server/site-url.ts'
import { endpoint } from '../../endpoint.ts'
import { inBackground } from '../../requests/in-background.ts'
import { proveOperator } from '../../requests/prove-operator.ts'

export const operatorEndpoints = [
  endpoint(getOperatorAccessCall, {
    handle: async ({ runtime, caller }) => accessOf(caller, { twoFactorRequired: isTwoFactorRequired(runtime.env) }),
  }),
  endpoint(getOperatorOverviewCall, {
    heavy: () => true,
    handle: async ({ runtime: { db, providers, shop }, locale, input }) =>
      getOverview(db, { providers, locale, tokenValue: lowestTokenValue((await shop.current()).settings), query: input.query }),
  }),
  endpoint(getModelSourcesCall, {
    handle: async ({ runtime: { env, connections } }) =>
      findModelSources(env, connectedEnv(env, (await connections.settings()).connections.values())),
  }),
  endpoint(listPeopleCall, {
    heavy: ({ query }) => Boolean(query.q),
    handle: ({ runtime, input }) => listPeople(runtime.db, input.query),
  }),
  endpoint(getPersonCall, {
    handle: ({ runtime, caller, input }) => getPerson(runtime.db, { actor: caller, personId: input.params.id }),
  }),
  endpoint(listPersonEntriesCall, {
    handle: ({ runtime, caller, input }) => listPersonEntries(runtime.db, { actor: caller, personId: input.params.id, query: input.query }),
  }),
  endpoint(changeTokensCall, {
    async handle({ runtime: { db }, caller, input: { params, body }, idempotencyKey, clientAddress }) {
      await changeTokens(db, { ...body, actor: caller, personId: params.id, address: clientAddress, idempotencyKey })
      return getPerson(db, { actor: caller, personId: params.id })
    },
  }),
  endpoint(blockPersonCall, {
    async handle({ runtime: { db, providers }, caller, input: { params, body }, clientAddress }) {
      await blockPerson(db, providers, { ...body, actor: caller, personId: params.id, address: clientAddress })
      return getPerson(db, { actor: caller, personId: params.id })
    },
  }),
  endpoint(unblockPersonCall, {
    async handle({ runtime: { db }, caller, input: { params, body }, clientAddress }) {
      await unblockPerson(db, { ...body, actor: caller, personId: params.id, address: clientAddress })
      return getPerson(db, { actor: caller, personId: params.id })
    },
  }),
  endpoint(endPersonSessionsCall, {
    async handle({ runtime: { db }, caller, input: { params, body }, clientAddress }) {
      await endPersonSessions(db, { ...body, actor: caller, personId: params.id, address: clientAddress })
      return getPerson(db, { actor: caller, personId: params.id })
    },
  }),
  endpoint(confirmEmailCall, {
    async handle({ runtime: { db }, caller, input: { params, body }, clientAddress }) {
      await confirmEmail(db, { ...body, actor: caller, personId: params.id, address: clientAddress })
      return getPerson(db, { actor: caller, personId: params.id })
    },
  }),
  endpoint(resetSecondStepCall, {
    async handle({ runtime, caller, input: { params, body }, clientAddress }) {
      const { db, mailer, env } = runtime
      await proveOperator(runtime, caller, body)
      const act = { actor: caller, personId: params.id, reason: body.reason, address: clientAddress, siteUrl: siteUrl(env) }
      const { delivery } = await resetSecondStep(db, mailer, act)
      inBackground(runtime, delivery)
      return getPerson(db, { actor: caller, personId: params.id })
    },
  }),
  endpoint(sendExportCall, {
    async handle({ runtime, caller, input: { params, body }, clientAddress }) {
      const { db, mailer, env } = runtime
      const act = { actor: caller, personId: params.id, reason: body.reason, address: clientAddress, siteUrl: siteUrl(env) }
      const { delivery } = await sendExport(db, mailer, act)
      inBackground(runtime, delivery)
      return getPerson(db, { actor: caller, personId: params.id })
    },
  }),
  endpoint(deletePersonCall, {
    async handle({ runtime, caller, input: { params, body }, clientAddress }) {
      const { db, mailer, env } = runtime
      await proveOperator(runtime, caller, body)
      const act = { actor: caller, personId: params.id, reason: body.reason, address: clientAddress, siteUrl: siteUrl(env) }
      const { delivery } = await deletePerson(db, mailer, act)
      inBackground(runtime, delivery)
      return getPerson(db, { actor: caller, personId: params.id })
    },
  }),
  endpoint(viewContentCall, {
    handle: ({ runtime: { db, keys }, caller, input: { params, body }, clientAddress }) =>
      viewContent(db, { keys, actor: caller, id: params.id, reason: body.reason, address: clientAddress }),
  }),
  endpoint(assignRoleCall, {
    async handle({ runtime: { db }, caller, input: { params, body }, clientAddress }) {
      await assignRole(db, { ...body, actor: caller, personId: params.id, address: clientAddress })
      return getPerson(db, { actor: caller, personId: params.id })
    },
  }),
  endpoint(listRunsCall, {
    handle: ({ runtime: { db, providers }, caller, locale, input }) =>
      listRuns(db, { providers, locale, actor: caller, query: input.query }),
  }),
  endpoint(getQueueCall, { handle: ({ runtime: { db, providers } }) => getQueue(db, { providers, nameOf }) }),
  endpoint(getFailedCallCall, { handle: ({ runtime: { db }, input: { params } }) => readFailedCall(db, params.id) }),
  endpoint(stopRunCall, {
    handle: ({ runtime: { db, providers }, locale, caller, input: { params, body }, clientAddress }) =>
      stopRun(db, { ...body, providers, locale, actor: caller, id: params.id, address: clientAddress }),
  }),
  endpoint(refundRunCall, {
    handle: ({ runtime: { db, providers }, locale, caller, input: { params, body }, clientAddress }) =>
      refundRun(db, { ...body, providers, locale, actor: caller, id: params.id, address: clientAddress }),
  }),
  endpoint(repeatRunCall, {
    handle: ({ runtime: { db, providers, queue }, locale, caller, input: { params, body }, clientAddress, idempotencyKey }) =>
      repeatRun(db, { ...body, providers, queue, locale, actor: caller, id: params.id, address: clientAddress, idempotencyKey }),
  }),
  endpoint(listActsCall, {
    heavy: ({ query }) => Boolean(query.q),
    handle: ({ runtime, input }) => listActs(runtime.db, input.query),
  }),
]
