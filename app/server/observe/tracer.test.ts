import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import * as v from 'valibot'
import { expect, test, vi } from 'vitest'
import { createApi } from '#app/server/api/api.ts'
import { createSession } from '#tests/factories/sessions.ts'
import { createUser } from '#tests/factories/users.ts'
import { scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { callApi } from '#tests/fixtures/call-api.ts'
import { openTestRuntime } from '#tests/fixtures/runtime.ts'
import { ProviderError } from '../providers/provider.ts'
import { remoteTransport } from '../api-client/transport.ts'
import { tracing } from '../tracing.ts'
import { startTracing, wantsTraces } from './open-observation.ts'

const spanSchema = v.object({
  traceId: v.string(),
  spanId: v.string(),
  parentSpanId: v.optional(v.string()),
  name: v.string(),
  status: v.object({ code: v.optional(v.number()) }),
})
const exportSchema = v.object({
  resourceSpans: v.array(v.object({ scopeSpans: v.array(v.object({ spans: v.array(spanSchema) })) })),
})

/** A collector of OpenTelemetry's protocol on loopback. */
async function startCollector() {
  const bodies: string[] = []
  async function collect(request: IncomingMessage, response: ServerResponse) {
    bodies.push(await text(request))
    response.setHeader('content-type', 'application/json').end('{}')
  }
  const server = createServer((request, response) => void collect(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    text: () => bodies.join('\n'),
    spans: () =>
      bodies.flatMap((body) =>
        v.parse(exportSchema, JSON.parse(body)).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
    [Symbol.asyncDispose]: async () => void server.close(),
  }
}

test('one trace leads from the page over the API and the queue to the provider, and carries nothing confidential', async () => {
  const provider = scriptedProvider(async () => {
    throw new ProviderError('refused', 'the key sk-secret does not like this prompt')
  })
  await using collector = await startCollector()
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', collector.url)
  const stop = await startTracing(process.env)
  const runtime = await openTestRuntime({ provider, work: true })
  try {
    const api = createApi(runtime)
    const user = await createUser(runtime, { tokens: 100 })
    const { token } = await createSession(runtime, runtime.keys, user)
    const body = { model: 'image-10', prompt: 'a confidential prompt', options: {} }
    await tracing.span('GET /dashboard', { kind: 'server' }, async () => {
      const { status } = await callApi(api, 'POST', '/v1/generations', { token, body })
      expect(status).toBe(202)
    })
    const list = async () => (await callApi(api, 'GET', '/v1/generations', { token })).json()
    await expect.poll(list).toMatchObject({ items: [{ status: 'failed' }] })
    await runtime[Symbol.asyncDispose]()
    await stop()

    const spans = collector.spans()
    const byName = (name: string) => {
      const span = spans.find((one) => one.name === name)
      expect(span, name).toBeDefined()
      return span
    }
    const chain = ['GET /dashboard', 'POST /api/v1/generations', 'job run-generation', 'run', 'provider scripted'].map(byName)
    expect(new Set(chain.map((span) => span?.traceId)).size).toBe(1)
    expect(chain.slice(1).map((span) => span?.parentSpanId)).toEqual(chain.slice(0, -1).map((span) => span?.spanId))
    expect(chain.at(-1)?.status.code).toBe(2)
    for (const secret of ['confidential', 'sk-secret', user.email, token]) expect(collector.text()).not.toContain(secret)
  } finally {
    vi.unstubAllEnvs()
  }
})

test('a call of an API in another process carries the span', async () => {
  let received: string | undefined
  const server = createServer((request, response) => {
    received = request.headersDistinct.traceparent?.[0]
    response.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  tracing.use({ span: (_name, _options, work) => work({ rename() {}, set() {}, fail() {} }), traceparent: () => '00-a-b-01' })
  try {
    const transport = remoteTransport(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
    await transport(new Request('http://api.internal/api/v1/models'), { clientAddress: undefined })
  } finally {
    tracing.use(undefined)
    server.close()
  }
  expect(received).toBe('00-a-b-01')
})

test.each([
  [{}, false],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }, true],
  [{ OTEL_TRACES_EXPORTER: 'otlp' }, true],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', OTEL_SDK_DISABLED: 'true' }, false],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', OTEL_TRACES_EXPORTER: 'none' }, false],
])('%o turns traces on: %s', (variables, expected) => {
  expect(wantsTraces(variables)).toBe(expected)
})
