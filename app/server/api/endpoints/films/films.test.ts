import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { FilmEvent } from '#app/contract/films/film-event.ts'
import { filmChangedSchema, filmChangesSchema, filmPageSchema, filmSchema, maxFilms } from '#app/contract/films/films.ts'
import { errorBody } from '#tests/fixtures/read-response.ts'
import { createSession } from '#tests/factories/sessions.ts'
import { createUser } from '#tests/factories/users.ts'
import { callApi } from '#tests/fixtures/call-api.ts'
import { isFull } from '#tests/fixtures/campaign.ts'
import { openTestRuntime, type TestRuntime } from '#tests/fixtures/runtime.ts'
import { scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { eraseAccounts } from '#app/server/core/identity/accounts/erase-accounts.ts'
import { emptyTrash, sweepTrash } from '#app/server/core/library/works/purge-generations.ts'
import { filmChanges, films } from '#app/server/db/schema/films.ts'
import { users } from '#app/server/db/schema/users.ts'
import { createApi } from '../../api.ts'

let runtime: TestRuntime
let api: ReturnType<typeof createApi>
beforeAll(async () => {
  runtime = await openTestRuntime({ provider: scriptedProvider() })
  api = createApi(runtime)
})
afterAll(() => runtime[Symbol.asyncDispose]())

async function person() {
  const user = await createUser(runtime, { tokens: 100 })
  const { token } = await createSession(runtime, runtime.keys, user)
  const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    callApi(api, method, `/v1/films${path}`, { token, body, headers })
  const read = async <S extends v.GenericSchema>(schema: S, ...request: Parameters<typeof call>): Promise<v.InferOutput<S>> =>
    v.parse(schema, await (await call(...request)).json())
  return {
    id: user.id,
    call,
    read,
    create: (body: unknown = {}) => read(filmSchema, 'POST', '', body),
    film: (id: string) => read(filmSchema, 'GET', `/${id}`),
    patch: (id: string, document: object) => read(filmChangedSchema, 'PATCH', `/${id}`, { document }),
    refusal: async (...request: Parameters<typeof call>) => errorBody(call(...request)),
  }
}

const script = { text: 'INT. LIGHTHOUSE - NIGHT\n\nA keeper climbs.\n\nKEEPER\nWho is there?\n\nA fox waits.', language: 'en' }
/** Ids of shots. */
const shotId = (at: number) => `shot${String.fromCodePoint(97 + Math.floor(at / 26), 97 + (at % 26))}`
const shot = { action: 'A fox waits.' }
const documentText = async (id: string) => {
  const [row] = await runtime.db
    .select({ text: sql<string>`${films.document}::text` })
    .from(films)
    .where(eq(films.id, id))
  return row?.text
}

describe('a film', () => {
  test('a film is created of a script, a document, or nothing, and listed newest first', async () => {
    const { create, read } = await person()
    const ofScript = await create({ script })
    expect(ofScript.document.order).toHaveLength(2)
    expect(ofScript.timeline.slots.map((slot) => slot.shot)).toEqual(ofScript.document.order)
    const [one = '', other = ''] = ofScript.document.order
    const pictures = [`still:${one}`, `still:${other}`, `clip:${one}`, `clip:${other}`]
    expect(ofScript.parts.map(({ part }) => part)).toEqual([...pictures, 'animatic', 'film'])
    const missing = { state: 'missing', causes: [], take: null, run: null, error: null, takes: 0, stand_ins: null }
    for (const part of ofScript.parts) expect(part).toMatchObject(missing)
    const ofDocument = await create({
      document: { v: 1, language: 'ru', title: 'Лиса', shots: { abcdef: shot }, takes: { animatic: randomUUID() } },
    })
    expect(ofDocument.document).toMatchObject({ title: 'Лиса', order: ['abcdef'], takes: {} })
    const empty = await create()
    expect(empty).toMatchObject({ revision: 1, undoable: false, document: { language: 'en', order: [], shape: '16:9' } })
    const { items } = await read(filmPageSchema, 'GET', '')
    expect(items.map(({ id, shots }) => [id, shots])).toEqual([
      [empty.id, 0],
      [ofDocument.id, 1],
      [ofScript.id, 2],
    ])
  })

  test('parallel requests with one idempotency key create one film, and another body with it is refused', async () => {
    const { call, refusal } = await person()
    const headers = { 'idempotency-key': randomUUID() }
    const made = await Promise.all(
      Array.from({ length: 6 }, async () => v.parse(filmSchema, await (await call('POST', '', {}, headers)).json()).id),
    )
    expect(new Set(made).size).toBe(1)
    expect(await refusal('POST', '', { script }, headers)).toMatchObject({ code: 'idempotency_conflict' })
  })

  test('a person has at most 100 films outside the trash, also by parallel requests', async () => {
    const { id: userId, call, create, refusal } = await person()
    const first = await create()
    const row = { userId, title: '', document: first.document }
    await runtime.db.insert(films).values(Array.from({ length: maxFilms - 2 }, () => ({ id: randomUUID(), ...row })))
    const statuses = await Promise.all(Array.from({ length: 4 }, async () => (await call('POST', '', {})).status))
    expect(statuses.toSorted()).toEqual([201, 409, 409, 409])
    expect((await call('DELETE', `/${first.id}`)).status).toBe(204)
    expect((await call('POST', '', {})).status).toBe(201)
    expect(await refusal('POST', `/${first.id}/restore`)).toMatchObject({ code: 'too_many_films' })
  })

  test('every call answers another person’s film as one that does not exist', async () => {
    const [ann, eve] = [await person(), await person()]
    const { id } = await eve.create({ script })
    const before = await documentText(id)
    for (const [method, path, body] of [
      ['GET', ''],
      ['PATCH', '', { document: { title: 'mine' } }],
      ['POST', '/undo'],
      ['POST', '/redo'],
      ['GET', '/changes'],
      ['DELETE', ''],
      ['POST', '/restore'],
    ] as const)
      for (const film of [id, randomUUID(), 'nothing']) {
        const response = await ann.call(method, `/${film}${path}`, body)
        expect([method, path, response.status]).toEqual([method, path, 404])
      }
    expect(await documentText(id)).toBe(before)
  })
})

describe('changes', () => {
  test('changes of different fields by two clients at once are all there', async () => {
    const each = isFull ? 100 : 10
    const { create, call, film } = await person()
    const ids = Array.from({ length: 10 }, (_, at) => `shota${String.fromCodePoint(97 + at)}`)
    const { id } = await create({ document: { v: 1, language: 'en', shots: Object.fromEntries(ids.map((one) => [one, shot])) } })
    const patches = (field: string) =>
      Array.from({ length: each }, (_, at) => ({
        shots: { [ids[at % 10] ?? '']: { [field]: field === 'seconds' ? 1 + at : `text ${at}` } },
      }))
    const statuses = new Set<number>()
    const client = async (field: string) => {
      for (const document of patches(field)) statuses.add((await call('PATCH', `/${id}`, { document })).status)
    }
    await Promise.all([client('action'), client('seconds')])
    expect([...statuses]).toEqual([200])
    const { document, revision } = await film(id)
    expect(revision).toBe(2 * each + 1)
    expect(ids.map((one) => [document.shots[one]?.action, document.shots[one]?.seconds])).toEqual(
      ids.map((_, at) => [`text ${each - 10 + at}`, each - 9 + at]),
    )
  })

  test('a change is answered with what it changed and what reverts it, and one of nothing makes no revision', async () => {
    const { create, patch, read } = await person()
    const { id, document } = await create({ script })
    const [first = '', second = ''] = document.order
    const changed = await patch(id, { order: [second, first], shots: { [first]: { place: null } } })
    expect(changed.patch).toEqual({ order: [second, first], shots: { [first]: { place: null } } })
    expect(changed.undo).toEqual({ order: [first, second], shots: { [first]: { place: 'LIGHTHOUSE' } } })
    expect(changed).toMatchObject({ revision: 2, undoable: true, redoable: false })
    expect(await patch(id, { order: [second, first] })).toMatchObject({ revision: 2, patch: {}, undo: {} })
    const { items } = await read(filmChangesSchema, 'GET', `/${id}/changes`)
    expect(items).toMatchObject([{ revision: 2, changed: '', undone: false, patch: changed.undo }])
  })

  test('the order and the people are repaired, and words of a removed role stay as the narrator’s', async () => {
    const { create, patch, film } = await person()
    const { id, document } = await create({ script })
    const [keeper = ''] = Object.keys(document.roles)
    await patch(id, { roles: { [keeper]: null }, order: ['nobody'], shots: { newone: { action: 'Waves.' } } })
    const after = (await film(id)).document
    expect(after.order.toSorted()).toEqual([...document.order, 'newone'].toSorted())
    expect(Object.values(after.shots).flatMap(({ words, people }) => [...words.map(({ who }) => who), ...people])).toEqual(['narrator'])
  })

  test('changes are undone and repeated byte by byte, and a new change ends what could be repeated', async () => {
    const count = isFull ? 50 : 12
    const { create, patch, call, read } = await person()
    const { id, document } = await create({ script })
    const [first = '', second = ''] = document.order
    const states = [await documentText(id)]
    for (let at = 0; at < count; at += 1) {
      const added = `shotb${String.fromCodePoint(97 + (at % 26))}`
      await patch(
        id,
        [
          { shots: { [first]: { action: `Step ${at}` } }, title: `Title ${at}` },
          { shots: { [added]: { action: 'New', words: [{ who: 'narrator', text: `Line ${at}` }] } } },
          { order: at % 2 ? [first, second] : [second, first], seconds: 5 + at },
          {
            shots: { [second]: { light: at % 8 === 3 ? null : 'night', seconds: 3 + at } },
            music: at % 8 === 3 ? null : { words: `${at}` },
          },
        ][at % 4] ?? {},
      )
      states.push(await documentText(id))
      expect(states.at(-1)).not.toBe(states.at(-2))
    }
    for (let at = count; at > 0; at -= 1) {
      await read(filmChangedSchema, 'POST', `/${id}/undo`)
      expect(await documentText(id)).toBe(states[at - 1])
    }
    expect((await call('POST', `/${id}/undo`)).status).toBe(409)
    for (let at = 1; at <= count; at += 1) {
      await read(filmChangedSchema, 'POST', `/${id}/redo`)
      expect(await documentText(id)).toBe(states[at])
    }
    expect((await call('POST', `/${id}/redo`)).status).toBe(409)
    await read(filmChangedSchema, 'POST', `/${id}/undo`)
    expect(await patch(id, { title: 'Another' })).toMatchObject({ undoable: true, redoable: false })
  })

  test('changes of one value within 30 seconds are undone at once, and the last 200 changes are kept', async () => {
    const { create, patch, read, film } = await person()
    const { id } = await create({ document: { v: 1, language: 'en', title: 'Before' } })
    for (const title of ['T', 'Ti', 'Title']) await patch(id, { title })
    expect(await read(filmChangedSchema, 'POST', `/${id}/undo`)).toMatchObject({ patch: { title: 'Before' }, undoable: false })
    await read(filmChangedSchema, 'POST', `/${id}/redo`)
    await runtime.db.update(filmChanges).set({ createdAt: new Date(Date.now() - 31_000) })
    await patch(id, { title: 'Later' })
    expect(await read(filmChangedSchema, 'POST', `/${id}/undo`)).toMatchObject({ patch: { title: 'Title' }, undoable: true })
    const { revision } = await film(id)
    await runtime.db
      .insert(filmChanges)
      .values(Array.from({ length: 250 }, (_, at) => ({ filmId: id, revision: at - 300, patch: {}, changed: '', single: false })))
    await patch(id, { title: 'Last', seconds: 20 })
    const { items } = await read(filmChangesSchema, 'GET', `/${id}/changes`)
    expect([items.length, items[0]?.revision]).toEqual([200, revision + 1])
  })

  test('other tabs learn of changes by the revision, and other people do not', async () => {
    const { id: userId, create, patch, call } = await person()
    const { id } = await create()
    const [seen, strange]: [FilmEvent[], FilmEvent[]] = [[], []]
    onTestFinished(runtime.hub.subscribeToFilms(userId, (film) => void seen.push(film)))
    onTestFinished(runtime.hub.subscribeToFilms(randomUUID(), (film) => void strange.push(film)))
    await patch(id, { title: 'One' })
    await patch(id, { title: 'One' })
    await call('POST', `/${id}/undo`)
    await call('DELETE', `/${id}`)
    await expect.poll(() => seen.map(({ revision }) => revision)).toEqual([2, 3, 3])
    expect([seen[0]?.id, strange]).toEqual([id, []])
  })

  test('a change that was made for an earlier revision is refused if it says so', async () => {
    const { create, call, patch, refusal } = await person()
    const { id } = await create()
    await patch(id, { title: 'One' })
    const change = { document: { title: 'Two' } }
    for (const seen of ['1', '"1"', 'W/"1"', 'x'])
      expect(await refusal('PATCH', `/${id}`, change, { 'if-match': seen })).toMatchObject({ code: 'film_changed' })
    expect(await refusal('POST', `/${id}/undo`, undefined, { 'if-match': '1' })).toMatchObject({ code: 'film_changed' })
    for (const seen of ['2', '*']) expect((await call('PATCH', `/${id}`, change, { 'if-match': seen })).status).toBe(200)
    const headers = { 'content-type': 'application/merge-patch+json' }
    expect((await call('PATCH', `/${id}`, { document: { title: 'Three' } }, headers)).status).toBe(200)
  })

  test.each([
    [{ shots: { abcdef: { action: 'a'.repeat(601) } } }, { 'document.shots.abcdef.action': 'too_long' }],
    [
      { shots: { abcdef: { camera: 'spin', seconds: 181 } } },
      { 'document.shots.abcdef.camera': 'not_an_option', 'document.shots.abcdef.seconds': 'too_large' },
    ],
    [{ shots: { abcdef: { words: [{ who: 'narrator', text: 'a'.repeat(401) }] } } }, { 'document.shots.abcdef.words.0.text': 'too_long' }],
    [{ shots: { ABC: {} } }, { 'document.shots.ABC': 'invalid' }],
    [{ shots: { abcdef: 'a shot' } }, { 'document.shots.abcdef': 'invalid' }],
    [
      {
        shots: Object.fromEntries(Array.from({ length: 31 }, (_, at) => [shotId(at), {}])),
      },
      { 'document.shots': 'too_long' },
    ],
    [{ roles: { keeper: { name: ' ' } } }, { 'document.roles.keeper.name': 'required' }],
    [{ seconds: 181 }, { 'document.seconds': 'too_large' }],
    [{ seconds: 'long' }, { 'document.seconds': 'invalid' }],
    [{ v: 2 }, { 'document.v': 'not_an_option' }],
    [{ language: null }, { 'document.language': 'required' }],
    [{ music: { level: 3 } }, { 'document.music.level': 'too_large' }],
    [{ takes: { animatic: randomUUID() } }, { 'document.takes.animatic': 'invalid' }],
    [{ shots: { a: { b: { c: { d: { e: { f: { g: { h: 1 } } } } } } } } }, { document: 'invalid' }],
  ])('change %# is refused by the path into the document', async (document, fields) => {
    const { create, refusal } = await person()
    const { id } = await create({ document: { v: 1, language: 'en', shots: { abcdef: shot } } })
    const before = await documentText(id)
    const refused = await refusal('PATCH', `/${id}`, { document })
    expect(refused.code).toBe('invalid_input')
    expect(Object.fromEntries(Object.entries(refused.fields ?? {}).map(([path, { code }]) => [path, code]))).toEqual(fields)
    expect(await documentText(id)).toBe(before)
  })

  test('a document of more than 100 kB is refused, and names of prototypes change nothing', async () => {
    const { create, call, refusal, film } = await person()
    const { id } = await create()
    const words = Array.from({ length: 4 }, () => ({ who: 'narrator', text: 'я'.repeat(400) }))
    const shots = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [shotId(at), { words, action: 'я'.repeat(600) }]))
    expect(await refusal('PATCH', `/${id}`, { document: { shots } })).toMatchObject({ fields: { document: { code: 'too_long' } } })
    const hostile: unknown = JSON.parse('{"document":{"__proto__":{"title":"x"},"shots":{"__proto__":{"action":"x"},"constructor":null}}}')
    expect((await call('PATCH', `/${id}`, hostile)).status).toBe(200)
    expect((await call('PATCH', `/${id}`, { document: JSON.parse('{"__proto__":{"title":"x"}}') })).status).toBe(200)
    const { document } = await film(id)
    expect([document.title, Object.keys(document.shots)]).toEqual(['', []])
  })

  test('characters that cannot be stored are dropped, and letters composed', async () => {
    const { create, patch, film } = await person()
    const { id } = await create()
    await patch(id, { title: 'a\0\ud800й' })
    expect((await film(id)).document.title).toBe('a\ufffdй')
  })
})

describe('the trash', () => {
  test('a film in the trash is listed there, cannot be changed, and is restored or deleted permanently', async () => {
    const { id: userId, create, call, read, film } = await person()
    const { id } = await create({ script })
    await call('DELETE', `/${id}`)
    expect((await read(filmPageSchema, 'GET', '')).items).toEqual([])
    expect((await read(filmPageSchema, 'GET', '?trash=true')).items).toMatchObject([{ id, deleted_at: expect.any(String) }])
    expect((await call('PATCH', `/${id}`, { document: { title: 'x' } })).status).toBe(404)
    expect((await call('DELETE', `/${id}`)).status).toBe(404)
    expect((await film(id)).deleted_at).not.toBeNull()
    expect(await read(filmSchema, 'POST', `/${id}/restore`)).toMatchObject({ id, deleted_at: null })
    expect((await call('POST', `/${id}/restore`)).status).toBe(404)
    await emptyTrash(runtime.db, { queue: runtime.queue, userId })
    expect((await call('GET', `/${id}`)).status).toBe(200)
    await call('DELETE', `/${id}`)
    await sweepTrash(runtime.db, { queue: runtime.queue })
    expect((await call('GET', `/${id}`)).status).toBe(200)
    await sweepTrash(runtime.db, { queue: runtime.queue, now: new Date(Date.now() + 31 * 24 * 3_600_000) })
    expect((await call('GET', `/${id}`)).status).toBe(404)
  })

  test('the erasure of an account deletes its films', async () => {
    const { id: userId, create, patch } = await person()
    const { id } = await create({ script })
    await patch(id, { title: 'x' })
    await runtime.db.update(users).set({ deleteAfter: new Date() }).where(eq(users.id, userId))
    await eraseAccounts(runtime.db, { queue: runtime.queue, now: new Date(Date.now() + 1_000) })
    expect(await runtime.db.$count(films, eq(films.userId, userId))).toBe(0)
    expect(await runtime.db.$count(filmChanges, eq(filmChanges.filmId, id))).toBe(0)
  })
})
