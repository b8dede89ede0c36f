import * as v from 'valibot'
import { expect, test } from 'vitest'
import { userSchema } from '../account/accounts.ts'
import { apiKeySchema } from '../account/api-keys.ts'
import { generationPageSchema, generationSchema, quoteAnswerSchema } from '../runs/generations.ts'
import { modelSchema } from '../runs/models.ts'
import { orderSchema } from '../money/orders.ts'
import { subscriptionSchema } from '../money/subscriptions.ts'
import { generation, idAt } from '#tests/factories/generation.ts'
import { callApi } from '#app/server/api-client/client.ts'
import { readAnswer } from './read-answer.ts'

/** A word of a later release. */
const later = 'of-a-later-release'
const at = '2026-11-01T10:00:00.000Z'
const user = {
  id: idAt(1),
  email: 'ann@example.com',
  name: null,
  role: 'operator',
  avatar_url: null,
  locale: 'ru',
  created_at: at,
  email_verified: true,
  free_tokens_barred: null,
  has_password: true,
  referral_code: 'abc',
  time_zone: null,
  currency: null,
  mail_when_done: true,
  available: 1,
  held: 0,
}
const key = {
  id: idAt(2),
  name: 'key',
  hint: 'abcd',
  created_at: at,
  expires_at: null,
  expired: false,
  last_used_at: null,
  month: { runs: 0, tokens: 0 },
}
const model = {
  id: 'sketch-image',
  name: 'Sketch',
  type: 'image',
  provider: 'sketch',
  description: '',
  price: { base: 4, per: null },
  options: { type: 'object', properties: { loop: { type: 'boolean', title: 'Loop', default: true } }, additionalProperties: false },
  inputs: [],
  history: false,
  prompt: { placeholder: '', max_length: 100, examples: [] },
  available: true,
  unavailable_reason: null,
  measured: null,
}
const quote = {
  price: 4,
  price_milli: 4_000,
  hold: 4,
  available: 10,
  missing: 0,
  over_limit: null,
  email_not_verified: false,
  understood: null,
  advice: null,
}
const order = {
  id: idAt(3),
  kind: 'pack',
  cause: 'purchase',
  item: 'small',
  period: null,
  tokens: 5,
  price: { amount: 5, currency: 'USD' },
}
const rest = {
  credit: order.price,
  provider: 'test',
  status: 'paid',
  failure: null,
  checkout_url: null,
  refunded: order.price,
  disputed: false,
  created_at: at,
  finished_at: at,
}
const option = (changes: object) => ({ ...model.options, properties: { loop: { ...model.options.properties.loop, ...changes } } })
const listed = v.array(modelSchema)
const error = { code: later, detail: 'The service is closed on Sundays.' }
const advice = { kind: later, words: [], instead: null, possible: true, suggestions: [], free_runs: null }

test.each<[string, v.GenericSchema, unknown, object]>([
  [
    'a run in an unknown state leaves the list',
    generationPageSchema,
    { items: [generation(1), { ...generation(2), status: later }], next_cursor: null },
    { items: [{ id: idAt(1) }] },
  ],
  ['an unknown effect of a cancel is none', generationSchema, { ...generation(1), cancel: later }, { cancel: null }],
  [
    'an unknown reason of a failure is a general one with its words',
    generationSchema,
    { ...generation(1), error },
    { error: { ...error, code: 'internal' } },
  ],
  ['a run with unknown advice has none', generationSchema, { ...generation(1), note: advice }, { note: null }],
  ['a price with unknown advice is a price', quoteAnswerSchema, { ...quote, advice }, { price: 4, advice: null }],
  ['an unknown role has no rights', userSchema, { ...user, role: later }, { role: 'member' }],
  ['an unknown language is the usual one', userSchema, { ...user, locale: later }, { locale: 'en' }],
  ['an unknown scope of a key is left out', apiKeySchema, { ...key, scopes: ['generate', later] }, { scopes: ['generate'] }],
  ['a model with an unknown task leaves the list', listed, [{ ...model, task: later }, model], [{ id: model.id }]],
  ['… and so do one with an unknown option', listed, [model, { ...model, options: option({ type: later }) }], [{ id: model.id }]],
  [
    '… and one with an unknown measure',
    listed,
    [{ ...model, price: { base: 0, per: { measure: later, every: 1 } } }, model],
    [{ id: model.id }],
  ],
  [
    'an unknown reason why an order was not paid is none',
    orderSchema,
    { ...order, ...rest, failure: later },
    { failure: null, status: 'paid' },
  ],
])('an answer of a newer release is read: %s', (_name, schema, body, expected) => {
  const answer = readAnswer(schema, body)
  expect(answer.success && answer.output).toMatchObject(expected)
})

test('two unknown values of a list leave the others in their order', () => {
  const items = [1, 2, 3, 4].map((n) => ({ ...generation(n), ...(n % 2 === 0 && { type: later, status: later }) }))
  const answer = readAnswer(generationPageSchema, { items, next_cursor: 'x' })
  expect(answer.success && answer.output.items.map(({ id }) => id)).toEqual([idAt(1), idAt(3)])
  expect(answer.success && answer.unknown).toEqual(['items.*.type', 'items.*.status'])
})

test.each<[string, v.GenericSchema, unknown]>([
  ['a single run in an unknown state', generationSchema, { ...generation(1), status: later }],
  ['an order in an unknown state', orderSchema, { ...order, ...rest, status: later }],
  ['a subscription in an unknown state, which must not look like none', subscriptionSchema, { subscription: { status: later } }],
  ['a value of another type', generationPageSchema, { items: [{ ...generation(1), status: 5 }], next_cursor: null }],
  [
    'an unknown value beside a missing field',
    generationPageSchema,
    { items: [{ ...generation(1), status: later, prompt: undefined }], next_cursor: null },
  ],
])('%s is refused', (_name, schema, body) => {
  expect(readAnswer(schema, body).success).toBe(false)
})

test('unknown values are reported once, without the values', async () => {
  const reports: string[] = []
  const options = {
    locale: 'en',
    clientAddress: undefined,
    userAgent: undefined,
    report: (_error: unknown, what: string) => String(reports.push(what)),
  } as const
  const transport = () => Promise.resolve(Response.json({ ...user, role: later }))
  for (let call = 0; call < 3; call += 1)
    expect(await callApi({ ...options, transport }, { method: 'GET', path: '/v1/me' }, userSchema)).toMatchObject({
      ok: true,
      data: { role: 'member' },
    })
  expect(reports).toEqual(['an answer of the API has unknown values at role'])
})
