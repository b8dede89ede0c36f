import { eventData, sentEvents, type SentEvent } from '#app/contract/account/webhooks.ts'
import type { Schemas } from './schemas.ts'

const texts: Record<SentEvent, string> = {
  'generation.succeeded': 'A run has ended with a result, which `GET /v1/generations/{id}` returns.',
  'generation.failed': 'A run has failed; `error` has the code.',
  'generation.canceled': 'A run was canceled.',
  'chord.ended': 'No part of a chord is unfinished. A part that is made again ends its chord again.',
  'comparison.ended': 'No run of a comparison is unfinished.',
  'tokens.low': 'Fewer tokens than the limit of the endpoint are available; sent once until tokens are added.',
  'order.paid': 'An order was paid and its tokens were added.',
  'approval.asked': 'An API key has asked for something beyond its budget, which its owner can allow or refuse.',
  'webhook.test': 'Sent by the test button or call.',
}

const headers = {
  'webhook-id': 'The id of the call, the same at each try: a call may arrive more than once.',
  'webhook-timestamp': 'The time of the try, in seconds since 1970.',
  'webhook-signature':
    '`v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64, by the secret of the endpoint; several, separated by spaces, while a secret is replaced.',
}

/** The answers of an endpoint, which are the same for all events. */
const answers = {
  204: { name: 'Received', description: 'Received; any 2xx is.' },
  '4XX': { name: 'NotReceived', description: 'Not received; the call is tried again.' },
}
export const webhookResponses: ReadonlyMap<string, object> = new Map(
  Object.values(answers).map(({ name, description }) => [name, { description }]),
)

const nameOf = (event: SentEvent): string => event.replaceAll(/(?:^|\.)([a-z])/g, (_, first: string) => first.toUpperCase())

/** Describes the calls to endpoints of people, as `webhooks` of OpenAPI 3.1. */
export function describeWebhooks(schemas: Schemas) {
  return Object.fromEntries(
    sentEvents.map((event) => {
      const data = { ...schemas.convert(eventData[event], 'output', `${nameOf(event)}Data`), description: 'What happened.' }
      const properties = {
        type: { const: event, description: 'The event.' },
        timestamp: { type: 'string', format: 'date-time', description: 'When it happened.' },
        data,
      }
      const post = {
        operationId: `on${nameOf(event)}`,
        summary: texts[event].split(/[.;,]/, 1)[0] ?? event,
        description: texts[event],
        tags: ['Webhooks'],
        security: [],
        parameters: Object.entries(headers).map(([name, description]) => ({
          name,
          in: 'header',
          required: true,
          description,
          schema: { type: 'string' },
        })),
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { type: 'object', properties, required: Object.keys(properties) } } },
        },
        responses: Object.fromEntries(
          Object.entries(answers).map(([status, { name }]) => [status, { $ref: `#/components/responses/${name}` }]),
        ),
      }
      return [event, { post }]
    }),
  )
}
