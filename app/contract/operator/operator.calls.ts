import {
  accountActSchema,
  assignRoleSchema,
  auditPageSchema,
  auditQuerySchema,
  changeTokensSchema,
  giveReasonSchema,
  modelSourcesSchema,
  operatorAccessSchema,
  operatorEntryPageSchema,
  operatorContentSchema,
  operatorOverviewSchema,
  operatorPersonDetailsSchema,
  operatorRunPageSchema,
  operatorRunSchema,
  overviewQuerySchema,
  peoplePageSchema,
  peopleQuerySchema,
  runsQuerySchema,
} from './operator.ts'
import * as v from 'valibot'
import { failedCallSchema } from '../base/call-failures.ts'
import { operatorQueueSchema } from './operator-queue.ts'
import { pageQueryEntries } from '../base/common.ts'
import { byId, defineCall } from '../base/call.ts'
import { runErrors } from '../runs/generations.calls.ts'

const tag = 'Operator'

export const getOperatorAccessCall = defineCall({
  method: 'GET',
  path: '/v1/operator',
  summary: 'Get the caller’s role and rights',
  tag,
  auth: 'operator:enter',
  status: 200,
  input: {},
  response: operatorAccessSchema,
})

export const getOperatorOverviewCall = defineCall({
  method: 'GET',
  path: '/v1/operator/overview',
  summary: 'Get people, runs, failures, revenue, tokens and the queue',
  tag,
  auth: 'operator:see_overview',
  status: 200,
  input: { query: overviewQuerySchema },
  response: operatorOverviewSchema,
})

export const getModelSourcesCall = defineCall({
  method: 'GET',
  path: '/v1/operator/model-sources',
  summary: 'Get models that can be installed, and model servers found on this machine',
  tag,
  auth: 'operator:see_overview',
  status: 200,
  input: {},
  response: modelSourcesSchema,
})

export const listPeopleCall = defineCall({
  method: 'GET',
  path: '/v1/operator/people',
  summary: 'Search people, newest first or sorted',
  tag,
  auth: 'operator:see_people',
  status: 200,
  input: { query: peopleQuerySchema },
  response: peoplePageSchema,
  errors: ['unknown_cursor'],
})

export const getPersonCall = defineCall({
  method: 'GET',
  path: '/v1/operator/people/{id}',
  summary: 'Get a person with balance, lots, orders and counts',
  tag,
  auth: 'operator:see_people',
  reach: 'anyone',
  status: 200,
  input: { params: byId },
  response: operatorPersonDetailsSchema,
})

export const listPersonEntriesCall = defineCall({
  method: 'GET',
  path: '/v1/operator/people/{id}/entries',
  summary: 'List a person’s token history, newest first, without prompts',
  tag,
  auth: 'operator:see_people',
  reach: 'anyone',
  status: 200,
  input: { params: byId, query: v.object(pageQueryEntries) },
  response: operatorEntryPageSchema,
  errors: ['unknown_cursor'],
})

export const changeTokensCall = defineCall({
  method: 'POST',
  path: '/v1/operator/people/{id}/tokens',
  summary: 'Grant tokens to a person or take them',
  tag,
  auth: 'operator:grant_tokens',
  reach: 'person',
  status: 200,
  input: { params: byId, body: changeTokensSchema },
  response: operatorPersonDetailsSchema,
  errors: ['over_grant_limit', 'over_daily_grant_limit', 'role_too_high', 'idempotency_conflict'],
  idempotency: 'A second request with the same key changes nothing and returns the person.',
})

export const blockPersonCall = defineCall({
  method: 'POST',
  path: '/v1/operator/people/{id}/block',
  summary: 'Block a person: sessions, keys, streams and runs end, and links stop working',
  tag,
  auth: 'operator:block_people',
  reach: 'person',
  status: 200,
  input: { params: byId, body: giveReasonSchema },
  response: operatorPersonDetailsSchema,
  errors: ['role_too_high', 'own_account'],
})

export const unblockPersonCall = defineCall({
  method: 'POST',
  path: '/v1/operator/people/{id}/unblock',
  summary: 'Let a blocked person sign in again',
  tag,
  auth: 'operator:block_people',
  reach: 'person',
  status: 200,
  input: { params: byId, body: giveReasonSchema },
  response: operatorPersonDetailsSchema,
  errors: ['role_too_high', 'own_account'],
})

export const endPersonSessionsCall = defineCall({
  method: 'POST',
  path: '/v1/operator/people/{id}/sign-out',
  summary: 'End all sessions of a person',
  tag,
  auth: 'operator:end_sessions',
  reach: 'person',
  status: 200,
  input: { params: byId, body: giveReasonSchema },
  response: operatorPersonDetailsSchema,
  errors: ['role_too_high', 'own_account'],
})

export const confirmEmailCall = defineCall({
  method: 'POST',
  path: '/v1/operator/people/{id}/confirm-email',
  summary: 'Confirm the email of a person who proved it in another way',
  tag,
  auth: 'operator:manage_accounts',
  reach: 'person',
  inPerson: true,
  status: 200,
  input: { params: byId, body: giveReasonSchema },
  response: operatorPersonDetailsSchema,
  errors: ['role_too_high', 'own_account'],
})

export const resetSecondStepCall = defineCall({
  method: 'POST',
  path: '/v1/operator/people/{id}/reset-second-step',
  summary: 'Turn off two-factor of a person who lost it. Their sessions end and they get an email.',
  tag,
  auth: 'operator:manage_accounts',
  reach: 'person',
  inPerson: true,
  status: 200,
  input: { params: byId, body: accountActSchema },
  response: operatorPersonDetailsSchema,
  errors: ['role_too_high', 'own_account', 'recent_sign_in_required'],
})

export const sendExportCall = defineCall({
  method: 'POST',
  path: '/v1/operator/people/{id}/export',
  summary: 'Email a person where to download all their data, at their request; the caller sees none of it',
  tag,
  auth: 'operator:manage_accounts',
  reach: 'person',
  inPerson: true,
  status: 200,
  input: { params: byId, body: giveReasonSchema },
  response: operatorPersonDetailsSchema,
  errors: ['role_too_high', 'own_account'],
})

export const deletePersonCall = defineCall({
  method: 'POST',
  path: '/v1/operator/people/{id}/deletion',
  summary: 'Schedule the deletion of an account at the person’s request; a sign-in within a week cancels it',
  tag,
  auth: 'operator:manage_accounts',
  reach: 'person',
  inPerson: true,
  status: 200,
  input: { params: byId, body: accountActSchema },
  response: operatorPersonDetailsSchema,
  errors: ['role_too_high', 'own_account', 'recent_sign_in_required'],
})

export const viewContentCall = defineCall({
  method: 'POST',
  path: '/v1/operator/runs/{id}/content',
  summary: 'Read the prompt and the results of a run; the view is in the audit log',
  tag,
  auth: 'operator:view_content',
  reach: 'run',
  inPerson: true,
  status: 200,
  input: { params: byId, body: giveReasonSchema },
  response: operatorContentSchema,
  errors: ['role_too_high', 'own_account'],
})

export const assignRoleCall = defineCall({
  method: 'PUT',
  path: '/v1/operator/people/{id}/role',
  summary: 'Change a person’s role',
  tag,
  auth: 'operator:assign_roles',
  reach: 'person',
  inPerson: true,
  status: 200,
  input: { params: byId, body: assignRoleSchema },
  response: operatorPersonDetailsSchema,
  errors: ['own_account'],
})

export const listRunsCall = defineCall({
  method: 'GET',
  path: '/v1/operator/runs',
  summary: 'List runs of all people, newest first or sorted, without prompts and results',
  tag,
  auth: 'operator:see_runs',
  status: 200,
  input: { query: runsQuerySchema },
  response: operatorRunPageSchema,
  errors: ['unknown_cursor'],
})

export const getQueueCall = defineCall({
  method: 'GET',
  path: '/v1/operator/queue',
  summary: 'Get who waits in the queue, with weights and turns, and what waits by kind and service',
  tag,
  auth: 'operator:see_runs',
  status: 200,
  input: {},
  response: operatorQueueSchema,
})

export const getFailedCallCall = defineCall({
  method: 'GET',
  path: '/v1/operator/runs/{id}/call',
  summary: 'Get the last failed call of a run: what the service said and what was sent, without the person’s texts, files and keys',
  tag,
  auth: 'operator:see_runs',
  reach: 'anyone',
  status: 200,
  input: { params: byId },
  response: failedCallSchema,
  errors: ['not_found'],
})

export const stopRunCall = defineCall({
  method: 'POST',
  path: '/v1/operator/runs/{id}/stop',
  summary: 'Stop a run; unused tokens return to its owner',
  tag,
  auth: 'operator:stop_runs',
  reach: 'run',
  status: 200,
  input: { params: byId, body: giveReasonSchema },
  response: operatorRunSchema,
  errors: ['not_cancelable', 'too_late_to_cancel', 'role_too_high'],
})

export const refundRunCall = defineCall({
  method: 'POST',
  path: '/v1/operator/runs/{id}/refund',
  summary: 'Return what a run cost to its owner, once; the result stays',
  tag,
  auth: 'operator:grant_tokens',
  reach: 'run',
  status: 200,
  input: { params: byId, body: giveReasonSchema },
  response: operatorRunSchema,
  errors: ['run_not_charged', 'over_grant_limit', 'over_daily_grant_limit', 'role_too_high'],
})

export const repeatRunCall = defineCall({
  method: 'POST',
  path: '/v1/operator/runs/{id}/repeat',
  summary: 'Run a finished run again for its owner, who pays at most its first price',
  tag,
  auth: 'operator:stop_runs',
  reach: 'run',
  status: 200,
  input: { params: byId, body: giveReasonSchema },
  response: operatorRunSchema,
  errors: ['not_retryable', 'role_too_high', 'own_account', ...runErrors],
  idempotency: 'A second request with the same key returns the run that the first one started.',
})

export const listActsCall = defineCall({
  method: 'GET',
  path: '/v1/operator/audit',
  summary: 'List the audit log, newest first',
  tag,
  auth: 'operator:see_audit',
  status: 200,
  input: { query: auditQuerySchema },
  response: auditPageSchema,
  errors: ['unknown_cursor'],
})
