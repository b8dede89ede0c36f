import * as v from 'valibot'
import { defineCall } from './call.ts'

const okSchema = v.object({ ok: v.literal(true) })

export const getHealthCall = defineCall({
  method: 'GET',
  path: '/v1/health',
  summary: 'Check that this process responds',
  tag: 'Operation',
  auth: 'public',
  status: 200,
  input: {},
  response: okSchema,
})

export const getReadinessCall = defineCall({
  method: 'GET',
  path: '/v1/ready',
  summary: 'Check that this process is ready: database, queue and file storage; a full disk refuses runs and uploads only',
  tag: 'Operation',
  auth: 'public',
  status: 200,
  input: {},
  response: okSchema,
  errors: ['not_ready'],
})
