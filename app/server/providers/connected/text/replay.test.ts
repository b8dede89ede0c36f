import { expect, test } from 'vitest'
import { collectReplay, readReplay } from './replay.ts'

const signed = { google: { thoughtSignature: 'sig' } }

function collected(metadata: typeof signed | undefined, options: Parameters<typeof collectReplay>[0] = {}) {
  const replay = collectReplay(options)
  const own = metadata && { providerMetadata: metadata }
  replay.take({ type: 'reasoning-start', id: 'r' })
  replay.take({ type: 'reasoning-delta', id: 'r', text: 'I look' })
  replay.take({ type: 'reasoning-end', id: 'r', ...own })
  replay.take({ type: 'text-start', id: 't' })
  replay.take({ type: 'text-delta', id: 't', text: 'Wait' })
  replay.take({ type: 'text-end', id: 't' })
  replay.take({ type: 'tool-call', toolCallId: 'c', toolName: 'f', input: { a: 1 }, dynamic: true, ...own })
  return replay.parts()
}

test('an answer goes back in its service’s own parts, with signatures and without a text stored twice', () => {
  const stored: unknown = JSON.parse(JSON.stringify(collected(signed)))
  expect(JSON.stringify(stored)).not.toContain('Wait')
  if (!Array.isArray(stored)) throw new Error('nothing was collected')
  const answer = { text: 'Wait', calls: [{ id: 'c', name: 'f', input: '{"a": 1}' }] }
  expect(readReplay(stored, answer)?.content).toEqual([
    { type: 'reasoning', text: 'I look', providerOptions: signed },
    { type: 'text', text: 'Wait' },
    { type: 'tool-call', toolCallId: 'c', toolName: 'f', input: { a: 1 }, providerOptions: signed },
  ])
  expect(readReplay(stored, { ...answer, calls: [] })).toBeUndefined()
  expect(readReplay([{ type: 'other' }], answer)).toBeUndefined()
})

test('an answer without signatures has nothing to go back', () => {
  expect(collected(undefined)).toBeUndefined()
})

test('a service that wants the reasoning before a call back gets it without a signature', () => {
  expect(collected(undefined, { thoughts: true })).toMatchObject([
    { type: 'reasoning', text: 'I look' },
    { type: 'text' },
    { type: 'tool-call' },
  ])
})

test('OpenRouter’s pieces of a block are one block of the message, in place of the reasoning’s text', () => {
  const replay = collectReplay()
  const raw = (...reasoning_details: object[]) => replay.take({ type: 'raw', rawValue: { choices: [{ delta: { reasoning_details } }] } })
  replay.take({ type: 'reasoning-start', id: 'r' })
  replay.take({ type: 'reasoning-delta', id: 'r', text: 'I look' })
  raw({ type: 'reasoning.text', index: 0, text: 'I ', signature: null })
  raw({ type: 'reasoning.text', index: 0, text: 'look', signature: 'sig' }, { type: 'reasoning.encrypted', index: 1, data: 'x' })
  replay.take({ type: 'tool-call', toolCallId: 'c', toolName: 'f', input: {}, dynamic: true })
  const answer = { text: '', calls: [{ id: 'c', name: 'f', input: '{}' }] }
  expect(readReplay(replay.parts() ?? [], answer)).toEqual({
    content: [{ type: 'tool-call', toolCallId: 'c', toolName: 'f', input: {} }],
    own: {
      openaiCompatible: {
        reasoning_details: [
          { type: 'reasoning.text', index: 0, text: 'I look', signature: 'sig' },
          { type: 'reasoning.encrypted', index: 1, data: 'x' },
        ],
      },
    },
  })
})
