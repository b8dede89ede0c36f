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
  summary: 'Check that the server is ready: the database responds',
  tag: 'Operation',
  auth: 'public',
  status: 200,
  input: {},
  response: okSchema,
})
