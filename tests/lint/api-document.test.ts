import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectralCore from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { contractTexts } from '../../scripts/snapshots/contract-texts.ts'
import { inlineRefs } from '../../scripts/release/inline-refs.ts'
import { readPresent } from '../../scripts/snapshots/snapshots.ts'
import { endpoints } from '#app/server/api/api.ts'
import { sentEvents } from '#app/contract/account/webhooks.ts'
import { apiErrorStatus } from '#app/contract/base/error-codes.ts'
import { errorsOf, serverErrors } from '#app/server/api/document/implied-errors.ts'
import { fieldTexts } from '#app/server/api/document/field-texts.ts'
import { tagTexts } from '#app/server/api/document/tag-texts.ts'
import { anthropicEndpoints } from '#app/server/api/endpoints/protocols/anthropic.ts'
import { openaiEndpoints } from '#app/server/api/endpoints/protocols/openai.ts'
import { describeApi, describeForPrograms } from '#app/server/api/openapi.ts'

const calls = endpoints.map(({ call }) => call)
const text = JSON.stringify(describeApi(calls))
const forPrograms = JSON.stringify(describeForPrograms(calls))
const document: unknown = JSON.parse(text)
const documents = [
  { name: 'the native document', text },
  { name: 'the native document for programs', text: forPrograms },
  { name: 'the document of OpenAI’s protocol', text: JSON.stringify(describeApi(openaiEndpoints.map(({ call }) => call))) },
  { name: 'the document of Anthropic’s protocol', text: JSON.stringify(describeApi(anthropicEndpoints.map(({ call }) => call))) },
]

/** A browser is only ever redirected by these, which the rule does not know. */
const onlyRedirects = /~1auth~1oauth~1/

describe.each(documents)('$name', ({ text: linted }) => {
  test('the document has no error and no warning by Redocly’s recommended rules', async () => {
    const config = await createConfig({ extends: ['recommended'] })
    const problems = await lintFromString({ source: linted, absoluteRef: 'openapi.json', config })
    const found = problems.map(({ ruleId, message, location: [place] }) => `${ruleId}: ${message} ${place?.pointer}`)
    expect(found.filter((one) => !(one.startsWith('operation-2xx-response') && onlyRedirects.test(one)))).toEqual([])
  })

  test('the document has no error and no warning by Spectral’s recommended rules', async () => {
    const spectral = new spectralCore.Spectral()
    spectral.setRuleset({ extends: [[{ ...rulesets.oas, extends: [] }, 'recommended']] })
    const problems = await spectral.run(linted)
    expect(problems.map(({ code, message, path }) => `${code}: ${message} ${path.join('/')}`)).toEqual([])
  })
})

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the places of all parts of the document that `fits`. */
function placesOf(value: unknown, fits: (part: Record<string, unknown>, place: string) => boolean, place = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => placesOf(item, fits, `${place}/${index}`))
  if (!isObject(value)) return []
  const here = fits(value, place) ? [place] : []
  return [...here, ...Object.entries(value).flatMap(([key, part]) => placesOf(part, fits, `${place}/${key}`))]
}

/** References to schemas with a description of their own. */
const described = new Set(
  placesOf(document, (part, place) => /^\/components\/schemas\/[^/]+$/.test(place) && Boolean(part['description'])).map(
    (place) => `#${place}`,
  ),
)

test('every property and every parameter is described', () => {
  const undescribed = placesOf(
    document,
    (part, place) =>
      /\/properties\/[^/]+$|\/parameters\/\d+$|^\/components\/parameters\/[^/]+$/.test(place) &&
      !/\/example|\/properties\/properties\//.test(place) &&
      !part['description'] &&
      !described.has(String(part['$ref'])) &&
      !String(part['$ref']).startsWith('#/components/parameters/'),
  )
  expect(undescribed).toEqual([])
})

test('schemas are shared: no object of size is written twice', () => {
  const seen = new Map<string, string[]>()
  placesOf(document, (part, place) => {
    if (part['type'] === 'object' && !place.includes('/example')) {
      const written = JSON.stringify(part)
      if (written.length >= 1_500) seen.set(written, [...(seen.get(written) ?? []), place])
    }
    return false
  })
  expect([...seen.values()].filter((places) => places.length > 1)).toEqual([])
})

test('the document for programs has the calls of keys and those that need none, and is small enough to be read whole', () => {
  const ways = v.array(v.record(v.string(), v.unknown()))
  const operation = v.looseObject({ security: v.optional(ways) })
  const shape = v.looseObject({ security: ways, paths: v.record(v.string(), v.record(v.string(), operation)) })
  const { paths, security: usual } = v.parse(shape, JSON.parse(forPrograms))
  const all = Object.values(paths).flatMap((methods) => Object.values(methods).map(({ security = usual }) => security))
  expect(all.filter((one) => one.length > 0 && !one.some((way) => 'apiKey' in way))).toEqual([])
  const ofKeys = calls.filter(({ auth }) => auth.startsWith('key:'))
  expect(ofKeys.filter(({ method, path }) => !paths[path]?.[method.toLowerCase()])).toEqual([])
  expect(Object.keys(paths).filter((path) => path.startsWith('/v1/operator'))).toEqual([])
  // Of a call, with its share of the schemas.
  expect(forPrograms.length / all.length).toBeLessThan(2_250)
})

test('every status with which a call may fail is documented, those of the way it is made together', () => {
  const responses = v.record(v.string(), v.looseObject({ description: v.string() }))
  const shape = v.looseObject({ paths: v.record(v.string(), v.record(v.string(), v.looseObject({ responses }))) })
  const { paths } = v.parse(shape, inlineRefs(document))
  const missing = calls.flatMap((call) =>
    [...errorsOf(call), ...serverErrors].flatMap((code) => {
      const status = apiErrorStatus[code]
      const described = paths[call.path]?.[call.method.toLowerCase()]?.responses ?? {}
      const { description = '' } = described[status] ?? described[status < 500 ? '4XX' : '5XX'] ?? {}
      const named = status in described ? `\`${code}\`` : new RegExp(`${status} [^;0-9]*\`${code}\``)
      return description.match(named) ? [] : [`${call.method} ${call.path}: ${status} ${code}`]
    }),
  )
  expect(missing).toEqual([])
})

test('public calls need nothing, and every other one says what it needs', () => {
  const operation = v.looseObject({ security: v.array(v.record(v.string(), v.unknown())) })
  const { paths } = v.parse(v.looseObject({ paths: v.record(v.string(), v.record(v.string(), operation)) }), document)
  for (const { method, path, auth } of calls)
    expect([path, paths[path]?.[method.toLowerCase()]?.security.length === 0]).toEqual([path, auth === 'public'])
})

test('every stream says what its events are, and every webhook what it sends', () => {
  const content = v.record(v.string(), v.looseObject({ schema: v.looseObject({}) }))
  const responses = v.record(v.string(), v.looseObject({ content: v.optional(content) }))
  const body = v.looseObject({ content: v.record(v.string(), v.looseObject({ schema: v.looseObject({ properties: v.looseObject({}) }) })) })
  const shape = v.looseObject({
    paths: v.record(v.string(), v.record(v.string(), v.looseObject({ responses }))),
    webhooks: v.record(v.string(), v.looseObject({ post: v.looseObject({ requestBody: body }) })),
  })
  const { paths, webhooks } = v.parse(shape, document)
  const streams = calls.flatMap(({ path, method, produces, status }) => {
    const sent = paths[path]?.[method.toLowerCase()]?.responses[status]?.content?.['text/event-stream']?.schema
    return produces === 'text/event-stream' ? [{ path, sent }] : []
  })
  expect(streams.length).toBeGreaterThan(1)
  for (const { path, sent } of streams)
    expect([path, JSON.stringify(sent)]).toEqual([path, expect.stringContaining('#/components/schemas/Sent')])
  expect(Object.keys(webhooks)).toEqual([...sentEvents])
  for (const { post } of Object.values(webhooks))
    expect(Object.keys(post.requestBody.content['application/json']?.schema.properties ?? {})).toEqual(['type', 'timestamp', 'data'])
})

test('every example of a body is accepted', () => {
  const body = v.looseObject({ content: v.looseObject({ 'application/json': v.optional(v.looseObject({ example: v.unknown() })) }) })
  const operation = v.looseObject({ requestBody: v.optional(body) })
  const { paths } = v.parse(v.looseObject({ paths: v.record(v.string(), v.record(v.string(), operation)) }), document)
  const refused = calls.flatMap(({ method, path, input }) => {
    const example = paths[path]?.[method.toLowerCase()]?.requestBody?.content['application/json']?.example
    const result = input.body && v.safeParse(input.body, example)
    return result && !result.success ? [`${method} ${path}: ${JSON.stringify(example)} ${result.issues.map(({ message }) => message)}`] : []
  })
  expect(refused).toEqual([])
})

test('names and comments are those of the contract', () => {
  expect(contractTexts.generate(''), 'run `npm run snapshots`').toBe(readPresent(contractTexts))
})

test('every text about a name or a group is used', () => {
  const all = documents.map((one) => one.text).join('')
  expect(Object.keys(tagTexts).filter((name) => !all.includes(JSON.stringify(name)))).toEqual([])
  expect(Object.keys(fieldTexts).filter((name) => !all.includes(JSON.stringify(name)))).toEqual([])
})
