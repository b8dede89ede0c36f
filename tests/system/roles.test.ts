import { afterAll, beforeAll, expect, test } from 'vitest'
import * as v from 'valibot'
import { signUp } from '../fixtures/api-client.ts'
import { type ServerProcess, startServer } from '../fixtures/server.ts'

/** The pages in one process, API and worker in another: the same code, with the network between. Needs the build. */
let api: ServerProcess
let web: ServerProcess
beforeAll(async () => {
  api = await startServer({ built: true, env: { ROLES: 'api,worker', TRUST_PROXY: 'true' } })
  web = await startServer({ built: true, env: { ROLES: 'web', API_BASE_URL: api.url, DATA_DIR: '/nowhere' } })
})
afterAll(async () => {
  await web[Symbol.asyncDispose]()
  await api[Symbol.asyncDispose]()
})

test('pages show what the remote API says', async () => {
  const page = await fetch(`${web.url}/`, { headers: { 'accept-language': 'en' } })
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('Sketch Picture')
})

test('the API is reached through the pages’ own address, files and streams included', async () => {
  const ann = await signUp(web.url)
  const { id } = await ann.submit({ model: 'sketch-image', prompt: 'a lake' })
  const { files } = await ann.until(id, ['succeeded'])
  const url = `${web.url}${files[0]?.url}`
  const part = await fetch(url, { headers: { range: 'bytes=0-3' } })
  expect([part.status, part.headers.get('content-type'), (await part.bytes()).length]).toEqual([206, 'image/webp', 4])
  const refused = await fetch(`${web.url}/api/v1/tokens`, { headers: { 'accept-language': 'ru' } })
  expect([refused.status, v.parse(v.object({ detail: v.string() }), await refused.json()).detail]).toEqual([
    401,
    'Войдите, чтобы продолжить.',
  ])
})

test('a signed-out visitor is led to the sign-in page', async () => {
  const page = await fetch(`${web.url}/dashboard/image?prompt=x`, { redirect: 'manual' })
  expect([page.status, page.headers.get('location')]).toEqual([307, '/signin?redirect=%2Fdashboard%2Fimage%3Fprompt%3Dx'])
})
