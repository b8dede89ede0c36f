import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { comparisonPageSchema, comparisonSchema } from '#app/contract/runs/comparisons.ts'
import { errorBodySchema } from '#app/contract/base/errors.ts'
import { type ApiErrorCode, apiErrorStatus } from '#app/contract/base/error-codes.ts'
import {
  type CreateGeneration,
  generationPageSchema,
  generationSchema,
  quoteAnswerSchema,
  uploadSchema,
} from '#app/contract/runs/generations.ts'
import { archiveAnswerSchema, bulkAnswerSchema, bulkSchema, collectionSchema } from '#app/contract/library/library.ts'
import { modelDefinitionSchema } from '#app/contract/operator/model-definitions.ts'
import { importAnswerSchema } from '#app/contract/recipes/recipe-files.ts'
import { recipeSchema } from '#app/contract/recipes/recipes.ts'
import { keptDraftSchema } from '#app/contract/studio/studio.ts'
import { callListSchema, callPageSchema } from '#app/contract/studio/tool-calls.ts'
import { toolsSchema } from '#app/contract/studio/tools.ts'
import { voiceConsentVersion } from '#app/contract/runs/voices.ts'
import { webhooksSchema } from '#app/contract/account/webhooks.ts'
import { filmSchema } from '#app/contract/films/films.ts'
import { createSession } from '#tests/factories/sessions.ts'
import { createUser } from '#tests/factories/users.ts'
import { makesAFile, scriptedProvider, succeeds } from '#tests/fakes/scripted-provider.ts'
import { callApi } from '#tests/fixtures/call-api.ts'
import { makeSound } from '#tests/fixtures/make-media.ts'
import { openTestRuntime, type TestRuntime } from '#tests/fixtures/runtime.ts'
import { unlimitedAttempts } from '#tests/fixtures/unlimited-attempts.ts'
import { filmTakes } from '../../db/schema/films.ts'
import { generations } from '../../db/schema/generations.ts'
import { toolCalls } from '../../db/schema/tool-calls.ts'
import { users } from '../../db/schema/users.ts'
import { idFields, type IdField } from '../../../../scripts/snapshots/id-fields.ts'
import { assumedAbilities } from '../../providers/connected/text/abilities.ts'
import type { ProviderModel } from '../../providers/provider.ts'
import { createApi } from '../api.ts'
import { createOpenai } from '../openai.ts'

/** A PNG of one pixel. */
const png = Uint8Array.from(
  Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64'),
)
const scripted = scriptedProvider()
/** A text model whose price depends on the history sent to it. */
const chat = {
  history: true,
  maxOutputTokens: 1,
  price: { base: 0, per: { measure: 'model_tokens', every: 1, input: 1, output: 1 } },
} as const
/** A text model that takes the conversations of programs. */
const program = {
  id: 'program',
  can: assumedAbilities,
  inputs: [{ role: 'reference', types: ['text'], max: 4 }],
} satisfies Partial<ProviderModel>
const models = async () =>
  (await scripted.models()).flatMap((model) => {
    if (model.id === 'text-1')
      return [
        { ...model, ...chat },
        { ...model, ...chat, ...program },
      ]
    return model.id === 'remix' ? [model, { ...model, id: 'twin' }] : model
  })

let runtime: TestRuntime
let api: ReturnType<typeof createApi>
let openai: ReturnType<typeof createOpenai>
beforeAll(async () => {
  // Runs are made one at a time, and each job wakes every worker.
  const opened = await openTestRuntime({ provider: { ...scripted, models }, work: true, env: { WORKER_CONCURRENCY: '1' } })
  runtime = { ...opened, attempts: unlimitedAttempts() }
  api = createApi(runtime)
  openai = createOpenai(runtime)
  const file = makesAFile(runtime.scratchDir)
  scripted.script = async (request, context) => {
    if (request.model === 'text-1' || request.model === 'program') return succeeds(request, context)
    const made = await file(request, context)
    if (request.prompt === 'a drawing') for (const { path } of made.files) await writeFile(path, png)
    return made
  }
})
afterAll(() => runtime[Symbol.asyncDispose]())

type Person = Awaited<ReturnType<typeof newPerson>>

async function newPerson() {
  const user = await createUser(runtime, { tokens: 1_000_000 })
  const { token } = await createSession(runtime, runtime.keys, user)
  const call = (method: string, path: string, body?: unknown) => callApi(api, method, path, { token, body })
  const read = async <S extends v.GenericSchema>(schema: S, ...request: Parameters<typeof call>): Promise<v.InferOutput<S>> =>
    v.parse(schema, await (await call(...request)).json())
  const list = async (query: string) => (await read(generationPageSchema, 'GET', `/v1/generations?${query}`)).items
  return {
    id: user.id,
    token,
    call,
    read,
    list,
    async run(input: Partial<CreateGeneration> = {}): Promise<string> {
      const { id } = await read(generationSchema, 'POST', '/v1/generations', { model: 'text-1', prompt: 'a lake', ...input })
      await expect.poll(async () => (await read(generationSchema, 'GET', `/v1/generations/${id}`)).status).toBe('succeeded')
      return id
    },
    bulk: (action: string, ids: readonly string[], collection_id?: string) =>
      call('POST', '/v1/library/bulk', { action, ids, ...(collection_id && { collection_id }) }),
    /** All data of the person that the probes could change. */
    async belongings() {
      const bodies = ['generations', 'generations?trash=true', 'collections', 'threads', 'drafts/text'].map(async (path) =>
        (await call('GET', `/v1/${path}`)).text(),
      )
      // Links contain the time of signing.
      return (await Promise.all(bodies)).map((body) => body.replaceAll(/\?expires=[^"]+/g, ''))
    },
  }
}

/** A resource, and the thread or run that a call must name with it. */
type Thing = { id: string; thread?: string; turn?: string }
type Make = (person: Person) => Promise<Thing>

const nothing = (): Thing => ({ id: randomUUID(), thread: randomUUID(), turn: randomUUID() })

const uploadOf = async ({ token }: Person, file: BlobPart) => {
  const body = new FormData()
  body.set('file', new Blob([file]))
  const request = new Request('http://localhost/api/v1/uploads', { method: 'POST', headers: { authorization: `Bearer ${token}` }, body })
  const response = await api.fetch(request, { clientAddress: '127.0.0.1' })
  return v.parse(uploadSchema, await response.json())
}
const upload: Make = (person) => uploadOf(person, 'a text')
const picture: Make = (person) => uploadOf(person, png)
const recording: Make = (person) => uploadOf(person, Uint8Array.from(makeSound()))
const text: Make = async ({ run }) => ({ id: await run() })
/** A result whose file is a whole image. */
const drawn: Make = async ({ run }) => ({ id: await run({ model: 'image-10', prompt: 'a drawing' }) })
const image: Make = async ({ run }) => ({ id: await run({ model: 'image-10' }) })
const film: Make = async ({ read, run }) => {
  const { id: filmId, document } = await read(filmSchema, 'POST', '/v1/films', {})
  const generationId = await run()
  await runtime.db.insert(filmTakes).values({ generationId, filmId, part: 'animatic', recipe: { kind: 'animatic', document } })
  return { id: filmId }
}
const turn: Make = async ({ run }) => {
  const thread = randomUUID()
  return { id: await run({ thread_id: thread }), thread }
}
const thread: Make = async (person) => {
  const { id, thread: own = '' } = await turn(person)
  return { id: own, turn: id }
}
const collection: Make = async ({ read, run, bulk }) => {
  const { id } = await read(collectionSchema, 'POST', '/v1/collections', { name: randomUUID() })
  await bulk('add', [await run()], id)
  return { id }
}

type Seen = { status: number; code?: string; seen?: unknown }
type Probe = { make: Make; call(person: Person, thing: Thing): Promise<Seen> }

/** The status and the error, or the part of the answer that depends on the id. */
async function see(response: Response, read: (body: unknown) => unknown = () => undefined): Promise<Seen> {
  const body: unknown = await response.json()
  if (response.status >= 400) return { status: response.status, code: v.parse(errorBodySchema, body).code }
  return { status: response.status, seen: read(body) }
}

const run = async ({ call }: Person, input: object) => see(await call('POST', '/v1/generations', { prompt: 'a lake', ...input }))
const quote = async ({ call }: Person, input: object) =>
  see(await call('POST', '/v1/generations/quote', { prompt: 'a lake', ...input }), (body) => v.parse(quoteAnswerSchema, body).price)
const countOf = async ({ call }: Person, query: string) =>
  see(await call('GET', `/v1/generations?${query}`), (body) => v.parse(generationPageSchema, body).items.length)
const changedBy = async ({ bulk }: Person, ...change: Parameters<Person['bulk']>) =>
  see(await bulk(...change), (body) => v.parse(bulkAnswerSchema, body).changed)

/** Compares the model with a copy of it. */
const compare =
  (path: string) =>
  async ({ call }: Person, { model, inputs }: { model: string; inputs: object[] }) =>
    see(await call('POST', `/v1/comparisons${path}`, { prompt: 'a lake', models: [model, 'twin'], inputs }))
const remix = (input: object) => ({ model: 'remix', inputs: [input] })
const inputProbes = (send: (person: Person, given: ReturnType<typeof remix>) => Promise<Seen>): Record<string, Probe[]> => ({
  'inputs[].upload_id': [{ make: upload, call: (person, { id }) => send(person, remix({ upload_id: id, role: 'source' })) }],
  'inputs[].generation_id': [
    { make: text, call: (person, { id }) => send(person, remix({ generation_id: id, role: 'source' })) },
    { make: image, call: (person, { id }) => send(person, remix({ generation_id: id, role: 'reference' })) },
  ],
})

/** Tests a draft of the model, which only an operator can do. */
async function testDraft({ id, call, read }: Person, { model, inputs }: { model: string; inputs: object[] }): Promise<Seen> {
  await runtime.db.update(users).set({ role: 'operator' }).where(eq(users.id, id))
  const path = '/v1/operator/model-definitions'
  const { revision } = await read(modelDefinitionSchema, 'GET', `${path}?model=${model}`)
  const draft = await read(modelDefinitionSchema, 'PUT', `${path}/draft`, { model, revision, document: {} })
  return see(await call('POST', `${path}/draft/test`, { model, revision: draft.revision, prompt: 'a lake', inputs }))
}

/** Asks what a file would change, which only an operator can do. Its recipe has another name. */
async function importRecipe({ id: userId, call }: Person, { id }: { id: string }): Promise<Seen> {
  await runtime.db.update(users).set({ role: 'operator' }).where(eq(users.id, userId))
  const file = { format: 'quartet-recipes', version: 1, recipes: [{ ...lake(), id }] }
  const answer = await call('POST', '/v1/operator/recipes/import', { file })
  return see(answer, (body) => v.parse(importAnswerSchema, body).items.map(({ state }) => state))
}

/** A probe for each bulk action: a work that the action applies to. */
const trashed: Make = async (person) => {
  const thing = await text(person)
  await person.bulk('trash', [thing.id])
  return thing
}
const favorite: Make = async (person) => {
  const thing = await text(person)
  await person.bulk('favorite', [thing.id])
  return thing
}
const bulkTargets: Record<string, Make> = {
  favorite: text,
  unfavorite: favorite,
  trash: text,
  restore: trashed,
  purge: trashed,
  add: text,
  remove: text,
}
const bulkProbes = Object.entries(bulkTargets).map(([action, make]): Probe => ({
  make,
  async call(person, { id }) {
    if (action !== 'add' && action !== 'remove') return changedBy(person, action, [id])
    const own = await collection(person)
    if (action === 'remove') await person.bulk('add', [id], own.id)
    return changedBy(person, action, [id], own.id)
  },
}))

const draftProbe = (make: Make, name: string): Probe[] => [
  {
    make,
    async call({ call, read }, { id }) {
      const draft = { prompt: '', model: null, options: {}, inputs: [{ [name]: id, role: 'source' }] }
      const { status } = await call('POST', '/v1/drafts/text', { draft })
      const kept = await read(keptDraftSchema, 'GET', '/v1/drafts/text')
      return { status, seen: JSON.stringify(kept.draft).replace(id, 'id') }
    },
  },
]

/** A result of a comparison that has ended. */
const compared: Make = async ({ call, read }) => {
  const { id } = await read(comparisonSchema, 'POST', '/v1/comparisons', { prompt: 'a lake', models: ['image-10', 'remix'] })
  const path = `/v1/comparisons/${id}`
  const runs = async () => v.parse(comparisonSchema, await (await call('GET', path)).json()).runs
  await expect.poll(async () => (await runs()).every(({ status }) => status === 'succeeded')).toBe(true)
  return { id: (await runs())[0]?.id ?? '', thread: id }
}
const voteProbe: Probe = {
  make: compared,
  async call(person, { id }) {
    const { items } = await person.read(comparisonPageSchema, 'GET', '/v1/comparisons')
    const own = items.find(({ runs }) => runs.some((one) => one.id === id))?.id ?? (await compared(person)).thread
    return see(await person.call('PUT', `/v1/comparisons/${own}/vote`, { generation_id: id }))
  },
}

const lake = () => ({ type: 'image', name: randomUUID(), text: 'a lake', model: 'remix' })
const savedProbes = (save: (person: Person, recipe: object) => Promise<Response>): Record<string, Probe[]> => {
  const send = async (person: Person, more: object) => see(await save(person, { ...lake(), ...more }))
  return {
    'inputs[].upload_id': [{ make: picture, call: (person, { id }) => send(person, { inputs: [{ upload_id: id, role: 'reference' }] }) }],
    'inputs[].generation_id': [
      { make: drawn, call: (person, { id }) => send(person, { inputs: [{ generation_id: id, role: 'reference' }] }) },
    ],
    sample_id: [{ make: image, call: (person, { id }) => send(person, { sample_id: id }) }],
  }
}
const filledProbes = (path: string): Record<string, Probe[]> => {
  const fill = async (person: Person, photo: object, role: string) => {
    const places = [{ type: 'file', name: 'Photo', role }]
    const { id } = await person.read(recipeSchema, 'POST', '/v1/prompts', { ...lake(), places })
    return see(await person.call('POST', `/v1/recipes/${id}/${path}`, { values: { Photo: photo } }))
  }
  const place = async (person: Person, at: object) => {
    const { id } = await person.read(recipeSchema, 'POST', '/v1/prompts', { ...lake(), type: 'text', model: 'text-1' })
    return see(await person.call('POST', `/v1/recipes/${id}/${path}`, at), (body) =>
      path === 'quote' ? v.parse(quoteAnswerSchema, body).price : 'made',
    )
  }
  return {
    parent_id: [{ make: turn, call: (person, { id, thread: thread_id }) => place(person, { parent_id: id, thread_id }) }],
    thread_id: [
      {
        make: thread,
        call: (person, { id, turn: parent_id }) => place(person, path === 'quote' ? { parent_id, thread_id: id } : { thread_id: id }),
      },
    ],
    'values.*.upload_id': [{ make: upload, call: (person, { id }) => fill(person, { upload_id: id }, 'source') }],
    'values.*.generation_id': [{ make: image, call: (person, { id }) => fill(person, { generation_id: id }, 'reference') }],
  }
}

const voiceProbe: Probe = {
  make: recording,
  call: async (person, { id }) => {
    const consent = { version: voiceConsentVersion, locale: 'en' }
    return see(await person.call('POST', '/v1/voices', { service: 'scripted', name: 'Ann', upload_id: id, consent }))
  },
}

const respond = async ({ token }: Person, body: object) =>
  openai.fetch(
    new Request('http://localhost/openai/v1/responses', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'program', ...body }),
    }),
    { clientAddress: '127.0.0.1' },
  )
/** The protocol names the parameter of an invalid input, with statuses of its own. */
const seeResponse = async (person: Person, body: object): Promise<Seen> => {
  const response = await respond(person, body)
  if (response.status === apiErrorStatus.not_found) return { status: response.status, code: 'not_found' }
  const { error } = v.parse(v.object({ error: v.nullable(v.object({ param: v.optional(v.nullable(v.string())) })) }), await response.json())
  return error?.param ? { status: apiErrorStatus.invalid_input, code: 'invalid_input' } : { status: response.status }
}
const response: Make = async (person) => {
  const { id } = v.parse(v.object({ id: v.string() }), await (await respond(person, { input: 'a lake' })).json())
  return { id: id.replace('resp_', '') }
}
const fileProbe = (itemsOf: (part: object) => object[]): Probe[] => [
  {
    make: upload,
    call: (person, { id }) => seeResponse(person, { input: itemsOf({ type: 'input_file', file_id: id }) }),
  },
]
const webhookProbe: Probe = {
  make: async ({ run }) => ({
    id: await run({ webhook: { url: 'https://hooks.example/', secret: `whsec_${Buffer.alloc(32).toString('base64')}` } }),
  }),
  call: async (person, { id }) =>
    see(await person.call('GET', `/v1/webhooks?generation=${id}`), (body) => v.parse(webhooksSchema, body).items.length),
}

const drawing = { type: 'image' as const, model: 'image-10', prompt: 'a lake', options: {}, inputs: [] }

async function makeCall({ run }: Pick<Person, 'run'>, more: Partial<typeof toolCalls.$inferInsert> = {}) {
  const stepId = await run()
  const [step] = await runtime.db.select({ userId: generations.userId }).from(generations).where(eq(generations.id, stepId))
  const call = {
    id: uuidv7(),
    stepId,
    position: 0,
    callId: 'call_0',
    tool: 'find',
    digest: '',
    state: 'done' as const,
    endedAt: new Date(),
    ...more,
  }
  await runtime.db.insert(toolCalls).values({ ...call, userId: step?.userId ?? '' })
  return { id: stepId, turn: call.id }
}

const callProbe: Probe = {
  make: (person) => makeCall(person),
  call: async (person, { id }) =>
    see(await person.call('GET', `/v1/calls?step=${id}`), (body) => v.parse(callPageSchema, body).items.length),
}

/** By call and place; an id in the input without a probe fails the first test. */
const probes: Record<string, Record<string, Probe[]>> = {
  'POST /api/v1/generations': {
    ...inputProbes(run),
    parent_id: [
      { make: text, call: (person, { id }) => run(person, { model: 'text-1', parent_id: id }) },
      { make: turn, call: (person, { id, thread: thread_id }) => run(person, { model: 'text-1', parent_id: id, thread_id }) },
    ],
    thread_id: [{ make: thread, call: (person, { id }) => run(person, { model: 'text-1', thread_id: id }) }],
  },
  'POST /api/v1/generations/quote': {
    ...inputProbes(quote),
    parent_id: [{ make: turn, call: (person, { id, thread: thread_id }) => quote(person, { model: 'text-1', parent_id: id, thread_id }) }],
    thread_id: [{ make: thread, call: (person, { id, turn: parent_id }) => quote(person, { model: 'text-1', parent_id, thread_id: id }) }],
  },
  'GET /api/v1/generations': {
    thread: [{ make: thread, call: (person, { id }) => countOf(person, `thread=${id}`) }],
    collection: [{ make: collection, call: (person, { id }) => countOf(person, `collection=${id}`) }],
    film: [{ make: film, call: (person, { id }) => countOf(person, `film=${id}`) }],
  },
  'GET /api/v1/tools': {
    thread: [
      {
        make: thread,
        call: async (person, { id }) => see(await person.call('GET', `/v1/tools?thread=${id}`), (body) => v.is(toolsSchema, body)),
      },
    ],
  },
  'PUT /api/v1/tools/allowance': {
    thread: [
      {
        make: thread,
        call: async (person, { id }) =>
          see(await person.call('PUT', '/v1/tools/allowance', { thread: id, tokens: 5 }), (body) => v.is(toolsSchema, body)),
      },
    ],
  },
  'PUT /api/v1/tools/rules': {
    thread: [
      {
        make: thread,
        call: async (person, { id }) =>
          see(await person.call('PUT', '/v1/tools/rules', { thread: id, makes: 'picture', rule: 'never' }), (body) =>
            v.is(toolsSchema, body),
          ),
      },
    ],
  },
  'GET /api/v1/calls': {
    step: [callProbe],
    thread: [
      {
        async make(person) {
          const { id, turn: stepId = '' } = await thread(person)
          await makeCall(person, { stepId })
          return { id }
        },
        call: async (person, { id }) =>
          see(await person.call('GET', `/v1/calls?thread=${id}`), (body) => v.parse(callPageSchema, body).items.length),
      },
    ],
  },
  'POST /api/v1/calls/allow': {
    'ids[]': [
      {
        make: (person) => makeCall(person, { state: 'asks', makes: 'picture', run: drawing, askedMilli: 4_000, endedAt: null }),
        call: async (person, { turn: id }) =>
          see(await person.call('POST', '/v1/calls/allow', { ids: [id], max_price: 10 }), (body) => v.is(callListSchema, body)),
      },
    ],
  },
  'POST /api/v1/comparisons/quote': inputProbes(compare('/quote')),
  'POST /api/v1/comparisons': inputProbes(compare('')),
  'POST /api/v1/operator/model-definitions/draft/test': inputProbes(testDraft),
  'POST /api/v1/prompts': savedProbes((person, recipe) => person.call('POST', '/v1/prompts', recipe)),
  'PATCH /api/v1/prompts/{id}': savedProbes(async (person, recipe) => {
    const { id } = await person.read(recipeSchema, 'POST', '/v1/prompts', { ...recipe, inputs: [], sample_id: null })
    return person.call('PATCH', `/v1/prompts/${id}`, recipe)
  }),
  'POST /api/v1/operator/recipes/import': {
    'file.recipes[].id': [{ make: ({ read }) => read(recipeSchema, 'POST', '/v1/prompts', lake()), call: importRecipe }],
  },
  'POST /api/v1/recipes/{recipe}/quote': filledProbes('quote'),
  'POST /api/v1/recipes/{recipe}/runs': filledProbes('runs'),
  'POST /api/v1/voices': { upload_id: [voiceProbe] },
  'PUT /api/v1/comparisons/{id}/vote': { generation_id: [voteProbe] },
  'POST /openai/v1/responses': {
    previous_response_id: [
      { make: response, call: (person, { id }) => seeResponse(person, { input: 'And?', previous_response_id: `resp_${id}` }) },
    ],
    'input[].id': [
      {
        make: response,
        call: (person, { id }) =>
          seeResponse(person, {
            input: [
              { role: 'user', content: 'a lake' },
              { type: 'item_reference', id: `msg_${id}_0` },
              { role: 'user', content: 'And?' },
            ],
          }),
      },
    ],
    'input[].content[].file_id': fileProbe((part) => [{ role: 'user', content: [part] }]),
    'input[].output[].file_id': fileProbe((part) => [
      { role: 'user', content: 'a lake' },
      { type: 'function_call', call_id: 'a', name: 'read', arguments: '{}' },
      { type: 'function_call_output', call_id: 'a', output: [part] },
    ]),
  },
  'GET /api/v1/webhooks': { generation: [webhookProbe] },
  'POST /api/v1/library/bulk': {
    'ids[]': bulkProbes,
    collection_id: [
      { make: collection, call: async (person, { id }) => changedBy(person, 'add', [await person.run()], id) },
      {
        make: collection,
        call: async (person, { id }) =>
          changedBy(person, 'remove', (await person.list(`collection=${id}`)).map((work) => work.id).concat(randomUUID()), id),
      },
    ],
  },
  'POST /api/v1/library/archive': {
    'ids[]': [
      {
        make: async (person) => ({ id: await person.run({ prompt: 'a secret lake' }) }),
        async call({ call, read }, { id }) {
          const { url } = await read(archiveAnswerSchema, 'POST', '/v1/library/archive', { ids: [id] })
          const archive = await call('GET', url.replace('/api', ''))
          return { status: archive.status, seen: (await archive.text()).includes('a secret lake') }
        },
      },
    ],
  },
  'POST /api/v1/drafts/{kind}': {
    'draft.inputs[].upload_id': draftProbe(upload, 'upload_id'),
    'draft.inputs[].generation_id': draftProbe(text, 'generation_id'),
  },
}

const probed = idFields().filter(({ foreign }) => foreign !== 'no resource')

test('every id in the input of a call has a probe', () => {
  const named = Object.entries(probes).flatMap(([call, places]) => Object.keys(places).map((place) => `${call} ${place}`))
  expect(named.toSorted()).toEqual(probed.map(({ call, place }) => `${call} ${place}`).toSorted())
  const actions = bulkSchema.options.flatMap(({ entries }) => entries.action.options)
  expect(Object.keys(bulkTargets).toSorted()).toEqual(actions.toSorted())
})

/** The error that docs/authorization.md states; undefined stands for a success. */
const errorOf = ({ foreign }: IdField): ApiErrorCode | undefined => {
  if (foreign === 'new or own') return 'not_found'
  return foreign === 'not_found' || foreign === 'invalid_input' ? foreign : undefined
}

test.each(probed)('$call answers another person’s $place like an id that names nothing, and accepts an own one', async (field) => {
  const [ann, eve] = [await newPerson(), await newPerson()]
  for (const { make, call } of probes[field.call]?.[field.place] ?? []) {
    const theirs = await make(eve)
    const before = await eve.belongings()
    const foreign = await call(ann, theirs)
    const unknown = await call(ann, nothing())
    const own = await call(ann, await make(ann))

    expect(await eve.belongings()).toEqual(before)
    expect(own.status).toBeLessThan(400)
    if (field.foreign === 'stored') expect(foreign).toEqual(own)
    else expect(foreign).not.toEqual(own)
    if (field.foreign === 'new or own') expect(unknown).toEqual(own)
    else expect(foreign).toEqual(unknown)
    const code = errorOf(field)
    if (code) expect(foreign).toEqual({ status: apiErrorStatus[code], code })
    else expect(foreign.status).toBeLessThan(400)
  }
})
