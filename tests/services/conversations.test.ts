import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Asked, ToolCall } from '#app/contract/studio/turns.ts'
import { conversationOf, type ConversationRun } from '#app/server/core/making/generations/conversation.ts'
import type { CallPiece, Turn } from '#app/server/providers/kinds.ts'
import { type ToolServiceName, toolServiceNames } from '#tests/fakes/providers/tool-services.ts'
import { exchangeOf } from '#tests/fakes/providers/read-exchange.ts'
import { makePicture } from '#tests/fixtures/make-media.ts'
// The world is on a database.
import '#tests/fixtures/runtime.ts'
import { openServices } from './world.ts'

/**
 * A conversation with steps of tools and with works that people made by a slash, cut at each place, at every service: each request is one that
 * the service accepts, and no cut is between a call and its result.
 */

let world: Awaited<ReturnType<typeof openServices>>
let dir: string
let picture: string
beforeAll(async () => {
  world = await openServices()
  dir = await mkdtemp(join(tmpdir(), 'conversations-'))
  picture = join(dir, 'fox.png')
  await writeFile(picture, await makePicture())
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  await rm(dir, { recursive: true })
})

const tools = ['find', 'read'].map((name) => ({ name, parameters: { type: 'object', properties: { words: { type: 'string' } } } }))
const asked: Asked = { tools, studio: true }
const run = (prompt: string, given: Partial<ConversationRun>): ConversationRun => ({
  id: prompt,
  type: 'text',
  prompt,
  text: null,
  inputs: [],
  said: null,
  asked: null,
  calls: null,
  replay: null,
  answered: true,
  made: [],
  ...given,
})
/** A call as the service itself makes it, with the words that it wants back. */
type Called = { calls: ToolCall[]; replay: unknown[] | undefined }
const results = ({ calls }: Called) =>
  calls.map(({ id, name }) => ({ role: 'tool' as const, text: `w1: found by ${id}`, answers: { id, name } }))

/** Texts, works, steps that end well, fail, are stopped and follow each other. */
function conversationWith(model: string, one: Called, both: Called): ConversationRun[] {
  const calling = ({ calls, replay }: Called) => ({ asked, calls, replay: replay ? { sdk: 1, model, parts: replay } : null })
  return [
    run('Hello', { text: 'Good day.' }),
    run('a fox', { type: 'image', made: [0] }),
    run('What is it?', calling(both)),
    run('', { ...calling(one), said: results(both) }),
    run('', { asked, said: results(one), text: 'A fox.' }),
    run('waves', { type: 'video' }),
    run('Stopped?', calling(one)),
    run('Failed?', calling(one)),
    run('', { asked, said: results(one), answered: false }),
    run('Good evening', { type: 'audio' }),
    run('a lake', { type: 'image', answered: false }),
    run('Goodbye', { text: 'Goodbye.' }),
  ]
}

/** Each beginning and each end of the conversation, also in the middle of a message. A step may follow the end. */
const cutsOf = (runs: readonly ConversationRun[]) =>
  runs.flatMap((last, at) => [
    { name: `after ${at}`, part: runs.slice(0, at + 1), isStep: last.calls !== null },
    { name: `from ${at}`, part: runs.slice(at), isStep: false },
  ])

async function openModel(name: ToolServiceName) {
  const model = await world.open(name)
  if (model.kind !== 'text') throw new Error('not a text model')
  return (turns: Turn[], withTools: boolean, onCall: (piece: CallPiece) => void = () => undefined) =>
    model.stream({
      model: 'says',
      options: {},
      signal: new AbortController().signal,
      idempotencyKey: 'g',
      system: null,
      maxOutputTokens: 900,
      turns,
      ...(withTools && { asked }),
      onCall,
      onText: () => undefined,
    })
}

/** Lets a service call tools. */
async function callAt(ask: Awaited<ReturnType<typeof openModel>>, text: string): Promise<Called> {
  const calls: ToolCall[] = []
  const { replay } = await ask([{ role: 'user', text, files: [] }], true, ({ id, name, delta }) => {
    const known = calls.find((one) => one.id === id)
    if (known) known.input += delta
    else calls.push({ id, name, input: delta })
  })
  return { calls, replay }
}

test.each(toolServiceNames)('%s takes a conversation with steps and works, cut anywhere', async (name) => {
  const ask = await openModel(name)
  const runs = conversationWith(name, await callAt(ask, 'Ask'), await callAt(ask, 'Ask both'))
  let most = 0
  for (const { name: place, part, isStep } of cutsOf(runs))
    for (const withTools of [true, false]) {
      const open = isStep && withTools ? { calls: part.at(-1)?.calls ?? [], replay: undefined } : undefined
      const past = conversationOf(part, { withTools, isStep: open !== undefined, model: name, sdk: 1 })
      const added = open ? results(open) : [{ role: 'user' as const, text: 'And now?' }]
      const turns = [...past, ...added].map(({ inputs = [], ...turn }: (typeof past)[number]): Turn => ({
        ...turn,
        files: inputs.map(() => ({ role: 'reference', mediaType: 'image/png', path: picture })),
      }))
      const where = `${place}, ${withTools ? 'with' : 'without'} tools`
      await ask(turns, withTools)
      const exchange = exchangeOf(JSON.parse(world.seen(name).at(-1)?.body ?? ''))
      expect(exchange.problems, where).toEqual([])
      expect(exchange.calls > 0, where).toBe(withTools && turns.some((turn) => turn.calls))
      most = Math.max(most, exchange.calls)
    }
  expect(most).toBeGreaterThanOrEqual(5)
})
