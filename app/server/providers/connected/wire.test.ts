import { expect, test } from 'vitest'
import type { KindModel } from '../kinds.ts'
import { type Wire, wireRequest, withWire } from './wire.ts'

/** Returns the body of the request that a model sends for these options. */
async function bodyFor(wire: Wire, options: Record<string, string>): Promise<unknown> {
  let sent: RequestInit['body']
  const model: KindModel = {
    kind: 'speech',
    speak() {
      sent = wireRequest(new URL('http://service.test/speak'), { method: 'POST', body: '{"input":{}}' }).init?.body
      return Promise.reject(new Error('not in this test'))
    },
  }
  const wired = withWire(model, wire)
  if (wired.kind !== 'speech') throw new Error('another kind of model')
  await wired
    .speak({ model: 'm', text: '', idempotencyKey: 'one', options, inputs: [], signal: new AbortController().signal })
    .catch(() => undefined)
  return JSON.parse(String(sent))
}

test.each(['__proto__.polluted', 'input.__proto__.polluted', 'constructor.prototype.polluted'])(
  'a stored definition with the field %s changes no other object',
  async (name) => {
    const body = await bodyFor({ options: { look: { name, values: {} } }, inputs: {} }, { look: 'yes' })
    expect(body).toEqual({ input: {} })
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
  },
)

test('a value that is named like a method of every object is sent as it is', async () => {
  const body = await bodyFor({ options: { look: { name: 'input.look', values: {} } }, inputs: {} }, { look: 'toString' })
  expect(body).toEqual({ input: { look: 'toString' } })
})
