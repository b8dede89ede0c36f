import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { expectNoBarriers } from './check-accessibility.ts'
import { expect, haveAccount, labels, password, test } from './fixtures.ts'

const callback = 'http://localhost:8976/callback'
const verifier = 'a-verifier-that-only-the-program-of-this-test-knows'

test('an app sends its person here, who signs in, allows it with a budget, and disconnects it in the settings', async ({ page }) => {
  const email = await haveAccount(page)
  await page.context().clearCookies()
  const registered = await page.request.post('/oauth/register', { data: { client_name: 'An agent', redirect_uris: [callback] } })
  const { client_id: clientId } = v.parse(v.looseObject({ client_id: v.string() }), await registered.json())
  const asked = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: callback,
    state: '1e3',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  await page.route(`${callback}?**`, (route) => route.fulfill({ body: 'The app', contentType: 'text/plain' }))

  await page.goto(`/oauth/authorize?${asked.toString()}`)
  await page.getByLabel(labels.en.email).fill(email)
  await page.getByLabel(labels.en.password).first().fill(password)
  await page.getByRole('button', { name: labels.en.signIn, exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Connect An agent?' })).toBeVisible()
  await expectNoBarriers(page, 'the consent', { bothThemes: true })
  await page.getByText('Small', { exact: true }).click()
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.waitForURL(`${callback}?**`)
  const answer = new URL(page.url()).searchParams
  expect([answer.get('state'), answer.get('iss')]).toEqual(['1e3', expect.stringMatching(/^http/)])
  const tokens = await page.request.post('/oauth/token', {
    form: {
      grant_type: 'authorization_code',
      client_id: clientId,
      redirect_uri: callback,
      code: answer.get('code') ?? '',
      code_verifier: verifier,
    },
  })
  const { access_token: token } = v.parse(v.looseObject({ access_token: v.string() }), await tokens.json())
  const call = () =>
    page.request.post('/mcp', {
      headers: { authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' },
      data: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_balance', arguments: {} } },
    })
  expect((await call()).status()).toBe(200)

  await page.goto('/profile/settings#apps')
  await expect(page.getByText('Today: 0 of 50')).toBeVisible()
  await page.getByRole('button', { name: 'Disconnect app: An agent' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect(page.getByText('App disconnected')).toBeVisible()
  expect((await call()).status()).toBe(401)
})
