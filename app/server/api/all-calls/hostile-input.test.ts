import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { pino } from 'pino'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorBodySchema } from '#app/contract/base/errors.ts'
import { anthropicErrorSchema } from '#app/contract/protocols/messages.ts'
import { openaiErrorSchema } from '#app/contract/protocols/openai.ts'
import { isFull } from '#tests/fixtures/campaign.ts'
import {
  everyKindProvider,
  openOperations,
  ownServices,
  type Parts,
  type Person,
  Raw,
  type Subject,
} from '#tests/fixtures/api-operations.ts'
import { answersOf } from '#tests/fixtures/documented-answers.ts'
import { documentPaths, type Operation, operationsOf, placesOf, replaceAt } from '#tests/fixtures/openapi-samples.ts'
import { openTestRuntime } from '#tests/fixtures/runtime.ts'
import { unlimitedAttempts } from '#tests/fixtures/unlimited-attempts.ts'
import { describeError } from '../../logger.ts'

const { provider, scripted } = everyKindProvider()
let runtime: Awaited<ReturnType<typeof openTestRuntime>>
let operations: ReturnType<typeof openOperations>
const faults: string[] = []

beforeAll(async () => {
  const logger = pino({ level: 'error', serializers: { err: describeError } }, { write: (line: string) => void faults.push(line) })
  const opened = await openTestRuntime({
    provider,
    work: true,
    logger,
    mailer: { send: async () => undefined },
    // The demo uses the engine's own model; its test contains hostile prompts.
    env: { ...ownServices, SESSION_LIMITS: 'off', DEMO: 'off' },
  })
  runtime = { ...opened, attempts: unlimitedAttempts() }
  operations = openOperations(runtime, scripted)
})
afterAll(() => runtime[Symbol.asyncDispose]())

type Site = { part: keyof Parts; place: readonly string[]; sample: Parts }

/** Every string of every sample, once. */
function sitesOf({ samples }: Subject): Site[] {
  const sites = samples.flatMap((sample) =>
    (['params', 'query', 'headers', 'body'] as const).flatMap((part) =>
      placesOf(sample[part], 'string').map((place) => ({ part, place, sample })),
    ),
  )
  const nameOf = ({ part, place }: Site) => [part, ...place].join('.')
  return [...new Map(sites.toReversed().map((site) => [nameOf(site), site])).values()]
}

const texts = ['a\0b', '\0', '\ud83d', 'x\udca9y', '\uffff\u200b', '', '__proto__', 'x'.repeat(60_000)]
const times = ['0001-01-01', '9999-12-31', '2026-02-31', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59-23:59', '275760-09-13T00:00:00Z']
const escapes = ['%00', 'a%00b', '%', '%zz', '%ff', '%ed%a0%80'].map((text) => new Raw(text))
const numbers = [-1, 0.5, 2 ** 53, 1e308]
const keys = ['a\0', '\udfff', '__proto__', 'constructor']
const bodies = ['{', 'null', '[]', '7', '"\\ud83d"', '{"\\u0000":1,"__proto__":{"a":1}}', '['.repeat(20_000)].map((text) => new Raw(text))
const anyText = fc
  .array(fc.constantFrom('a', 'я', '\0', '\ud83d', '\udca9', '\u0001', '\u202e', '😀', '%', "'", '\\', '{', ','), {
    minLength: 1,
    maxLength: 12,
  })
  .map((pieces) => pieces.join(''))

const put = ({ sample, part, place }: Site, value: unknown): Parts => ({ ...sample, [part]: replaceAt(sample[part], place, value) })

/** The hostile calls of an operation, each with a description of how it differs from a valid call. */
function attacksOn(subject: Subject, seed: number): { what: string; parts: Parts }[] {
  const shown = (value: unknown) => (value instanceof Raw ? value.text : JSON.stringify(value)).slice(0, 60)
  const [plain] = subject.samples
  const ofTexts = sitesOf(subject).flatMap((site, index) => {
    const held = JSON.stringify(placeIn(site.sample[site.part], site.place))
    const inAddress = site.part === 'params' || site.part === 'query'
    const random = fc.sample(anyText, { seed: seed * 1_000 + index, numRuns: 2 })
    const all = [...texts, ...random, ...(/^"\d{4}-/.test(held) ? times : []), ...(inAddress ? escapes : [])]
    // A part of the values for each field, the others for the next fields; a full run sends all of them.
    const values = all.filter((_, at) => isFull || at % 12 === (seed + index) % 12)
    return values.map((value) => ({ what: `${[site.part, ...site.place].join('.')} = ${shown(value)}`, parts: put(site, value) }))
  })
  if (plain.body === undefined) return ofTexts
  // Of these too, a usual run sends a part to each operation, and each to some operation.
  const some = <T>(values: readonly T[], shift = 0) => values.filter((_, at) => isFull || at % 4 === (seed + shift) % 4)
  const inBody = (place: readonly string[], value: unknown) => put({ sample: plain, part: 'body', place }, value)
  return [
    ...ofTexts,
    ...placesOf(plain.body, 'number').flatMap((place, index) =>
      some(numbers, index).map((value) => ({ what: `${place.join('.')} = ${value}`, parts: inBody(place, value) })),
    ),
    ...placesOf(plain.body, 'object').flatMap((place, index) =>
      some(keys, index).map((key) => ({
        what: `${place.join('.')} has ${shown(key)}`,
        parts: inBody(place, Object.fromEntries([...Object.entries(Object(placeIn(plain.body, place))), [key, 'x']])),
      })),
    ),
    ...some(bodies).map((body) => ({ what: `the body is ${shown(body)}`, parts: { ...plain, body } })),
  ]
}

const placeIn = (value: unknown, place: readonly string[]) => place.reduce<unknown>((part, name) => Reflect.get(Object(part), name), value)

/** The call with another idempotency key, because hostile calls have used that of the sample. */
const withNewKey = ({ headers, ...others }: Parts): Parts => ({
  ...others,
  headers: { ...headers, ...('Idempotency-Key' in headers && { 'Idempotency-Key': randomUUID() }) },
})

const errorIn = (base: string, text: string): string | null => {
  const answer: unknown = JSON.parse(text)
  if (base === '/anthropic') return v.parse(anthropicErrorSchema, answer).error.type
  return base === '/openai' ? v.parse(openaiErrorSchema, answer).error.code : v.parse(errorBodySchema, answer).code
}

/** Operations that change or end the sessions of the caller. */
const endsAccess = /sign-out|deletion|sessions|password|email\/|two-factor|api-keys/

/** Operations that refuse even a valid call here, because it needs something that a test cannot have. */
const refusals = {
  'GET /api/v1/auth/challenge': 'not_found',
  'POST /api/v1/auth/refresh': 'invalid_refresh_token',
  'POST /api/v1/auth/password/reset': 'invalid_reset_token',
  'POST /api/v1/auth/email/send': 'email_already_verified',
  'POST /api/v1/auth/email/verify': 'invalid_verification_token',
  'POST /api/v1/auth/email/change': 'invalid_verification_token',
  'POST /api/v1/auth/email/keep': 'invalid_verification_token',
  'POST /api/v1/auth/handover': 'invalid_access_token',
  'POST /api/v1/auth/sign-in/second-step': 'sign_in_again',
  // A program that asks somebody for access is known by its own address.
  'POST /api/v1/authorization': 'not_found',
  'POST /api/v1/demo': 'not_found',
  // Nobody's program shows the code of a test.
  'GET /api/v1/device-login': 'not_found',
  'POST /api/v1/device-login': 'not_found',
  'POST /api/v1/me/two-factor/confirm': 'two_factor_not_begun',
  'POST /api/v1/me/two-factor/recovery-codes': 'two_factor_not_begun',
  'POST /api/v1/auth/passkey': 'passkey_refused',
  'POST /api/v1/me/passkeys': 'passkey_refused',
  'POST /api/v1/me/identities': 'invalid_verification_token',
  'DELETE /api/v1/me/identities/{provider}': 'not_found',
  'DELETE /api/v1/subscription/method': 'no_saved_method',
  'POST /api/v1/generations/{id}/cancel': 'not_cancelable',
  'POST /api/v1/subscription/quote': 'not_subscribed',
  'POST /api/v1/subscription/change': 'not_subscribed',
  'POST /api/v1/subscription/cancel': 'not_subscribed',
  'POST /api/v1/subscription/resume': 'not_subscribed',
  'POST /api/v1/subscription/pay': 'not_subscribed',
  'POST /api/v1/subscription/portal': 'not_subscribed',
  'POST /api/v1/operator/runs/{id}/stop': 'not_cancelable',
  'POST /api/v1/payments/{provider}/webhook': 'forged_notification',
  'GET /api/v1/voices/{provider}/{voice}/sample': 'not_found',
  'POST /api/v1/tokens/codes': 'invalid_input',
  // Variations are not made, and the test has no moderation.
  'POST /openai/v1/moderations': 'invalid_value',
  // The address of a browser's push service is checked.
  'PUT /api/v1/me/push': 'invalid_input',
  'PUT /api/v1/operator/connections/{id}': 'invalid_input',
  'POST /api/v1/operator/connections/{id}/keys': 'invalid_input',
  'PUT /api/v1/operator/tools': 'settings_changed',
  // Its sample names no conversation.
  'PUT /api/v1/tools/rules': 'invalid_input',
  'PUT /api/v1/operator/model-definitions/draft': 'definition_changed',
  'POST /api/v1/operator/model-definitions/draft/discard': 'definition_changed',
  'POST /api/v1/operator/model-definitions/draft/test': 'definition_changed',
  'POST /api/v1/operator/model-definitions/import': 'invalid_input',
  'POST /api/v1/operator/model-definitions/draft/publish': 'definition_changed',
  'POST /api/v1/operator/model-definitions/restore': 'definition_changed',
  'POST /api/v1/operator/model-definitions/remove': 'definition_changed',
  'POST /api/v1/operator/catalogue/apply': 'definition_changed',
  'POST /api/v1/operator/catalogue/back': 'definition_changed',
  'PUT /api/v1/operator/shop': 'shop_changed',
  'POST /api/v1/operator/orders/{id}/refunds': 'not_refundable',
  'POST /api/v1/operator/shop/versions/{number}/restore': 'shop_changed',
}

test('no value of any field makes any operation fail with a 5xx', async ({ annotate }) => {
  const { ask, newOwner, newPerson, send } = operations
  const documents = await Promise.all(Object.entries(documentPaths).map(async ([base, path]) => ({ base, document: await send(path, {}) })))
  const all = documents.flatMap(({ base, document }) => operationsOf(JSON.parse(document.text)).map((operation) => ({ base, operation })))
  let sites = 0
  let attacks = 0
  const refused: Record<string, string | null> = {}
  const undocumented = new Set<string>()
  const misfits = answersOf(documents[0]?.document.text ?? '')
  // Creating people takes longer than the calls: one operator makes all calls of operators, and a member serves until a call has changed something.
  const operator = await newOwner()
  let member: Person | undefined
  const prepare = async (base: string, operation: Operation) =>
    operations.prepare(base, operation, (member ??= await newPerson()), operator)
  for (const [index, { base, operation }] of all.entries()) {
    const name = `${operation.method} ${base}${operation.path}`
    let subject = await prepare(base, operation)
    sites += sitesOf(subject).length
    for (const { what, parts } of attacksOn(subject, index)) {
      const { status, text } = await ask(subject, parts)
      attacks += 1
      const report = `${name}, ${what}: ${text.slice(0, 300)} ${faults.at(-1)?.slice(0, 1_500) ?? ''}`
      expect(status, report).toBeLessThan(500)
      if (base === '/api') for (const misfit of misfits(operation, { status, text })) undocumented.add(`${name}: ${misfit}`)
      if (status >= 400 && status !== 416) expect(errorIn(base, text), report).toBeTruthy()
      if (status >= 400 || operation.method === 'GET') continue
      member = undefined
      if (endsAccess.test(operation.path)) subject = await prepare(base, operation)
    }
    // The positive control is a valid call of the same operation, by another person if a hostile call has changed something.
    if (!member) subject = await prepare(base, operation)
    const { status, text } = await ask(subject, withNewKey(subject.samples[0]))
    if (status < 400 && operation.method !== 'GET') member = undefined
    if (status >= 400) refused[name] = errorIn(base, text)
    if (base === '/api') for (const misfit of misfits(operation, { status, text })) undocumented.add(`${name}: ${misfit}`)
  }
  expect([...undocumented]).toEqual([])
  expect(refused).toEqual(refusals)
  expect(faults).toEqual([])
  await annotate(`${all.length} operations, ${sites} fields, ${attacks} requests`)
  expect(all.length).toBeGreaterThan(110)
  expect(attacks).toBeGreaterThan(800)
})
