import { findingsSchema, systemSchema, testMailSchema } from './system.ts'
import { byId, defineCall, noContent } from '../base/call.ts'

const tag = 'Operator'
const auth = 'operator:manage_server'

export const getSystemCall = defineCall({
  method: 'GET',
  path: '/v1/operator/system',
  summary: 'Jobs, failed emails, storage, backups, the latest audit and the names of variables that are set',
  tag,
  auth,
  status: 200,
  input: {},
  response: systemSchema,
})

export const getFindingsCall = defineCall({
  method: 'GET',
  path: '/v1/operator/system/findings',
  summary: 'Check what is on, off or misconfigured, with requests that cost nothing',
  tag,
  auth,
  status: 200,
  input: {},
  response: findingsSchema,
})

export const retryJobCall = defineCall({
  method: 'POST',
  path: '/v1/operator/system/jobs/{id}/retry',
  summary: 'Run a failed job again',
  tag,
  auth,
  reach: 'nobody',
  status: 204,
  input: { params: byId },
  response: noContent,
})

export const retryMailCall = defineCall({
  method: 'POST',
  path: '/v1/operator/system/mails/{id}/retry',
  summary: 'Send a failed email again',
  tag,
  auth,
  reach: 'nobody',
  status: 204,
  input: { params: byId },
  response: noContent,
  errors: ['mail_failed'],
})

export const sendTestMailCall = defineCall({
  method: 'POST',
  path: '/v1/operator/system/test-mail',
  summary: 'Send a test email to your own address',
  tag,
  auth,
  status: 200,
  input: {},
  response: testMailSchema,
  errors: ['too_many_attempts'],
})

export const startAuditCall = defineCall({
  method: 'POST',
  path: '/v1/operator/system/audit',
  summary: 'Start the audit of ledger, runs and files now',
  tag,
  auth,
  status: 202,
  input: {},
  response: noContent,
})
