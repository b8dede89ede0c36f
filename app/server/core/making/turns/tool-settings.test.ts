import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { parse } from 'valibot'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ToolSettings, toolSettingsSchema } from '#app/contract/operator/tool-settings.ts'
import { operatorTools } from '#app/contract/studio/tool-names.ts'
import { toolsSchema } from '#app/contract/studio/tools.ts'
import { groups } from '#app/server/db/schema/groups.ts'
import { operatorActs } from '#app/server/db/schema/operator-acts.ts'
import { toolSettings } from '#app/server/db/schema/tool-settings.ts'
import { users } from '#app/server/db/schema/users.ts'
import { makesAFile } from '#tests/fakes/scripted-provider.ts'
import { openAssistant } from '#tests/fixtures/assistant.ts'
import { runTool } from '../tools/run-tool.ts'
import { usualToolSettings } from '../../rules/groups/tool-settings.ts'

let desk: Awaited<ReturnType<typeof openAssistant>>
let owner: Person
type Person = Awaited<ReturnType<typeof desk.person>>
beforeAll(async () => {
  desk = await openAssistant()
  owner = await desk.person()
  await desk.runtime.db.update(users).set({ role: 'owner' }).where(eq(users.id, owner.id))
})
afterAll(() => desk[Symbol.asyncDispose]())
beforeEach(() => {
  desk.state.heard = []
  desk.studio.script = makesAFile(desk.runtime.scratchDir)
})
afterEach(() => desk.runtime.db.delete(toolSettings))

const usual = { most_steps: 12, allowance: 10, most_allowance: 1_000_000 }
async function settings(): Promise<ToolSettings> {
  const { status, body } = await owner.call('GET', '/v1/operator/tools')
  expect(status).toBe(200)
  return parse(toolSettingsSchema, body)
}
async function set(changes: object) {
  const { revision } = await settings()
  return owner.call('PUT', '/v1/operator/tools', { ...usual, tools: operatorTools, revision, ...changes })
}
const without = (...off: string[]) => set({ tools: operatorTools.filter((name) => !off.includes(name)) })
const offered = async (ann: Person) => {
  const { items, commands } = parse(toolsSchema, (await ann.call('GET', '/v1/tools')).body)
  return { names: items.map(({ name }) => name), commands }
}
const lastOffered = () => desk.state.heard.at(-1)?.asked?.tools?.map(({ name }) => name)
const picture = (): [string, string] => ['create', '{"kind":"picture","prompt":"a lake"}']

test('everything is on until an operator decides; a change is recorded, and one of an older page is refused', async () => {
  const first = await settings()
  expect(first).toMatchObject({ revision: 0, ...usual })
  expect(first.items.map(({ name, on, not_for }) => [name, on, not_for])).toEqual(operatorTools.map((name) => [name, true, []]))
  expect(await without('create', 'commands')).toMatchObject({ status: 200, body: { revision: 1 } })
  expect(await owner.call('PUT', '/v1/operator/tools', { ...usual, tools: [], revision: 0 })).toMatchObject({
    status: 409,
    body: { code: 'settings_changed' },
  })
  expect((await settings()).items.flatMap(({ name, on }) => (on ? [] : [name]))).toEqual(['create', 'commands'])
  const acts = await desk.runtime.db.select().from(operatorActs).where(eq(operatorActs.action, 'tools_changed'))
  expect(acts).toMatchObject([
    { actorId: owner.id, before: { tools: operatorTools.join(', ') }, after: { tools: 'find, read, change, use_recipe', allowance: 10 } },
  ])
})

test.each([
  [{ tools: ['sudo'] }, 'tools.0', 'not_an_option'],
  [{ most_steps: 0 }, 'most_steps', 'too_small'],
  [{ most_steps: 101 }, 'most_steps', 'too_large'],
  [{ allowance: -1 }, 'allowance', 'too_small'],
  [{ allowance: 11, most_allowance: 10 }, 'allowance', 'too_large'],
  [{ most_allowance: 1_000_001 }, 'most_allowance', 'too_large'],
])('%j is refused at its field', async (changes, field, code) => {
  expect(await set(changes)).toMatchObject({ status: 422, body: { fields: { [field]: { code } } } })
  expect((await settings()).revision).toBe(0)
})

test('members and support may neither see nor change the settings', async () => {
  const ann = await desk.person()
  for (const role of ['member', 'support'] as const) {
    await desk.runtime.db.update(users).set({ role }).where(eq(users.id, ann.id))
    expect((await ann.call('GET', '/v1/operator/tools')).status).toBe(404)
    expect((await ann.call('PUT', '/v1/operator/tools', { ...usual, tools: [], revision: 0 })).status).toBe(404)
  }
  expect((await settings()).revision).toBe(0)
})

test('a tool that is off is neither listed nor offered to a model, also in conversations that chose it', async () => {
  const ann = await desk.person()
  await without('find', 'create', 'commands')
  expect(await offered(ann)).toEqual({ names: ['read', 'change', 'use_recipe'], commands: false })
  const thread_id = uuidv7()
  desk.state.script = () => 'Hi.'
  await ann.say('Hi', { thread_id, tools: ['find', 'read', 'create'] })
  const [answer] = await ann.ended(thread_id)
  expect(lastOffered()).toEqual(['read'])
  await without('read', 'find', 'create')
  await ann.say('Hi again', { thread_id, parent_id: answer?.id, tools: ['find', 'read'] })
  await ann.ended(thread_id)
  expect(desk.state.heard.at(-1)?.asked).toBeUndefined()
})

test('a group has the tools that are on and that are its own; names of another release are none', async () => {
  const ann = await desk.person()
  const groupId = uuidv7()
  await desk.runtime.db.insert(groups).values({ id: groupId, name: `Readers ${groupId}`, tools: ['read', 'find', 'telepathy'] })
  await desk.runtime.db.update(users).set({ groupId }).where(eq(users.id, ann.id))
  expect(await offered(ann)).toEqual({ names: ['find', 'read'], commands: false })
  await without('find')
  expect(await offered(ann)).toEqual({ names: ['read'], commands: false })
  const { items } = await settings()
  expect(items.find(({ name }) => name === 'create')?.not_for).toEqual([`Readers ${groupId}`])
  expect(items.find(({ name }) => name === 'read')?.not_for).toEqual([])
  await desk.runtime.db
    .insert(toolSettings)
    .values({ ...usualToolSettings, tools: ['telepathy'] })
    .onConflictDoUpdate({
      target: toolSettings.only,
      set: { tools: ['telepathy'] },
    })
  expect(await offered(ann)).toEqual({ names: [], commands: false })
})

test('a tool that is turned off in the middle of an answer starts nothing, and the next step is not offered it', async () => {
  const ann = await desk.person()
  const thread_id = uuidv7()
  desk.state.script = (step) => (step === 0 ? [picture()] : 'Sorry.')
  const { id: stepId } = await ann.say('Draw', { thread_id })
  const [call] = await ann.asked(1)
  await without('create', 'find')
  expect(await ann.allow([call?.id ?? ''], 10)).toMatchObject({ status: 422, body: { fields: { ids: { code: 'tool_off' } } } })
  expect(await ann.made()).toEqual([])
  const place = { storage: desk.runtime.storage, userId: ann.id, stepId, shown: new Map<string, string>() }
  const find = { name: 'find', input: '{"words":""}' }
  expect(await runTool(desk.runtime.db, place, find)).toEqual({ text: 'There is no such tool.', failed: true })
  expect((await ann.call('POST', `/v1/calls/${call?.id}/refuse`, {})).status).toBe(200)
  await ann.ended(thread_id)
  expect(lastOffered()).toEqual(['change', 'read'])
  await without()
  expect(await runTool(desk.runtime.db, place, find)).toMatchObject({ text: expect.stringContaining('orks') })
})

test.each(['create', 'commands'])('without %s, a command in a conversation is refused, and the studio makes the picture', async (off) => {
  const ann = await desk.person()
  await without(off)
  const run = { model: 'image-10', prompt: 'a fox', options: {}, inputs: [] }
  const command = { ...run, thread_id: uuidv7() }
  for (const path of ['/v1/generations', '/v1/generations/quote'])
    expect(await ann.call('POST', path, command)).toMatchObject({ status: 422, body: { fields: { thread_id: { code: 'tool_off' } } } })
  expect((await ann.call('POST', '/v1/generations', run)).status).toBe(202)
  await without()
  expect((await ann.call('POST', '/v1/generations', command)).status).toBe(202)
})

test('an answer stops after as many steps as the operator allows', async () => {
  const ann = await desk.person()
  await set({ most_steps: 3, allowance: 1_000 })
  const thread_id = uuidv7()
  desk.state.script = (step) => [['find', `{"words":"${step}"}`]]
  await ann.say('Search', { thread_id })
  const runs = await ann.ended(thread_id)
  expect([runs.length, runs.at(-1)?.halted]).toEqual([3, 'limit'])
})

test('nobody spends more without a press than the operator allows, whatever was set before', async () => {
  const ann = await desk.person()
  expect((await ann.call('PUT', '/v1/tools/allowance', { tokens: 500 })).status).toBe(200)
  await set({ allowance: 2, most_allowance: 5 })
  const limit = async () => parse(toolsSchema, (await ann.call('GET', '/v1/tools')).body).allowance.limit_milli
  expect(await limit()).toBe(5_000)
  expect(await ann.call('PUT', '/v1/tools/allowance', { tokens: 6 })).toMatchObject({
    status: 422,
    body: { fields: { tokens: { code: 'too_large' } } },
  })
  expect((await ann.call('PUT', '/v1/tools/allowance', { tokens: null })).status).toBe(200)
  expect(await limit()).toBe(2_000)
  await set({ allowance: 0, most_allowance: 0 })
  const thread_id = uuidv7()
  desk.state.script = (step) => [['find', `{"words":"${step}"}`]]
  await ann.say('Search', { thread_id })
  const runs = await ann.ended(thread_id)
  expect(runs.map(({ unattended, halted }) => [unattended, halted])).toEqual([[false, 'budget']])
})
