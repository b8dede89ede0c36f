import { afterAll, beforeAll, expect, test } from 'vitest'
import { generationSchema } from '#app/contract/runs/generations.ts'
import { statisticsSchema } from '#app/contract/library/statistics.ts'
import { exportAnswerSchema, limitsSchema } from '#app/contract/money/tokens.ts'
import { openTestApi, type TestApi } from '#tests/fixtures/test-api.ts'
import { errorBody, read } from '#tests/fixtures/read-response.ts'

let server: TestApi
beforeAll(async () => {
  server = await openTestApi()
})
afterAll(() => server[Symbol.asyncDispose]())

function send(method: string, path: string, headers: Record<string, string>, body?: unknown) {
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
  return server.api.fetch(new Request(`http://localhost/api${path}`, init), { clientAddress: '127.0.0.1' })
}
async function person(tokens = 100, language = 'en') {
  const { token } = await server.signIn({ tokens })
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'accept-language': language }
  return (method: string, path: string, body?: unknown) => send(method, path, headers, body)
}
const picture = { model: 'image-10', prompt: 'a lake' }

test('a run over a person’s own limit is refused with the limit, the rest and advice in their language', async () => {
  const ann = await person(100, 'ru')
  await read(limitsSchema, ann('PUT', '/v1/tokens/limits', { per_run: 9, per_day: null }))
  const overRun = await ann('POST', '/v1/generations', picture)
  expect(overRun.status).toBe(403)
  expect(await errorBody(overRun)).toEqual({
    code: 'over_run_limit',
    limit: 9,
    left: 9,
    request_id: expect.any(String),
    detail:
      'Это стоит 10 токенов, а ваш лимит на один результат — 9. Выберите что-нибудь поменьше или поднимите лимит на странице «Токены».',
  })

  expect(await read(limitsSchema, ann('PUT', '/v1/tokens/limits', { per_run: null, per_day: 1200 }))).toMatchObject({
    per_run: null,
    per_day: 1200,
  })
  const { id } = await read(generationSchema, ann('POST', '/v1/generations', picture))
  await ann('PUT', '/v1/tokens/limits', { per_run: null, per_day: 15 })
  expect(await errorBody(ann('POST', '/v1/generations', picture))).toMatchObject({
    code: 'over_daily_limit',
    limit: 15,
    left: 5,
    detail: expect.stringContaining('из вашего дневного лимита 15 осталось 5 токенов'),
  })
  await ann('POST', `/v1/generations/${id}/cancel`)
  await ann('PUT', '/v1/tokens/limits', { per_run: 2, per_day: null })
  expect(await errorBody(ann('POST', `/v1/generations/${id}/retry`))).toMatchObject({ code: 'over_run_limit' })
})

test.each([
  [{ per_run: 0, per_day: null }, 'per_run', 'too_small'],
  [{ per_run: null, per_day: -5 }, 'per_day', 'too_small'],
  [{ per_run: 1.5, per_day: null }, 'per_run', 'invalid'],
  [{ per_run: '5', per_day: null }, 'per_run', 'invalid'],
  [{ per_run: null, per_day: 1e12 }, 'per_day', 'too_large'],
])('a limit of %o is refused', async (limits, field, code) => {
  const ann = await person()
  const { fields } = await errorBody(ann('PUT', '/v1/tokens/limits', limits))
  expect(fields?.[field]?.code).toBe(code)
})

test('a person’s days are those of their time zone, which must be a real one', async () => {
  const ann = await person()
  expect(await read(statisticsSchema, ann('GET', '/v1/statistics?bucket=week&days=7'))).toMatchObject({ time_zone: null, bucket: 'week' })
  for (const wrong of ['Mars/Olympus', '+03:00', '', 'x'.repeat(80)])
    expect((await errorBody(ann('PATCH', '/v1/me', { time_zone: wrong }))).code, wrong).toBe('invalid_input')
  expect((await ann('PATCH', '/v1/me', { time_zone: 'Asia/Kathmandu' })).status).toBe(200)
  const { day_ends_at, time_zone } = await read(limitsSchema, ann('GET', '/v1/tokens/limits'))
  expect([time_zone, day_ends_at.slice(14, 19)]).toEqual(['Asia/Kathmandu', '15:00'])
  expect(await read(statisticsSchema, ann('GET', '/v1/statistics'))).toMatchObject({ time_zone: 'Asia/Kathmandu' })
})

test('the ledger is downloaded as a file by a link that needs no session, and only by a link that was issued', async () => {
  const ann = await person()
  await ann('POST', '/v1/generations', picture)
  const { url } = await read(exportAnswerSchema, ann('POST', '/v1/tokens/entries/export?kind__in=hold'))
  const answer = await send('GET', url.replace('/api', ''), {})
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringMatching(/^attachment; filename="quartet-tokens-\d{4}-\d\d-\d\d\.csv"/),
    'cache-control': 'private, no-store',
  })
  expect((await answer.text()).trimEnd().split('\r\n')).toHaveLength(2)
  expect((await send('GET', `${url.replace('/api', '')}x`, {})).status).toBe(404)
  expect((await send('POST', '/v1/tokens/entries/export', {})).status).toBe(401)
})

test.each(['kind__in=theft', 'from=yesterday', `q=${'x'.repeat(201)}`])('a filter of %s is refused', async (query) => {
  const ann = await person()
  expect(await errorBody(ann('GET', `/v1/tokens/entries?${query}`))).toMatchObject({ code: 'invalid_input' })
})
