import { statisticsQuerySchema, statisticsSchema } from './statistics.ts'
import { defineCall } from '../base/call.ts'

export const getStatisticsCall = defineCall({
  method: 'GET',
  path: '/v1/statistics',
  summary: 'Get finished runs, tokens and wait times by kind and day, week or month; by model and API key; and a year by day',
  tag: 'Statistics',
  auth: 'key:read',
  status: 200,
  input: { query: statisticsQuerySchema },
  response: statisticsSchema,
})
