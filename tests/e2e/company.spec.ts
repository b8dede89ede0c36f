import { client, openOidcIssuer } from '#tests/fakes/oidc-issuer.ts'
import { openOpenaiServer } from '#tests/fakes/providers/openai-server.ts'
import { startServer } from '#tests/fixtures/server.ts'
import { expectNoBarriers } from './check-accessibility.ts'
import { expect, haveAccount, openHydrated, password } from './fixtures.ts'
import { withDesk } from './with-own-server.ts'

/** A fresh server with a language model of its own, whose people sign in at an issuer. */
const test = withDesk(async () => {
  const models = await openOpenaiServer({ pieces: () => ['A grey ', 'heron in ', 'the mist'] })
  const issuer = await openOidcIssuer()
  const server = await startServer({
    built: true,
    // A server on PostgreSQL asks its owner for a second factor.
    embedded: true,
    env: {
      OPENAI_COMPATIBLE: `desk=${models.url}`,
      OLLAMA_URL: 'off',
      OIDC: 'company',
      OIDC_COMPANY_ISSUER: issuer.base,
      OIDC_COMPANY_CLIENT_ID: client.id,
      OIDC_COMPANY_CLIENT_SECRET: client.secret,
      OIDC_COMPANY_LABEL: 'Acme',
    },
  })
  return {
    // The issuer returns people to the public address.
    url: server.url.replace('127.0.0.1', 'localhost'),
    issuer,
    async close() {
      await server[Symbol.asyncDispose]()
      await issuer.close()
      await models[Symbol.asyncDispose]()
    },
  }
})

const documentOf = (price: number) =>
  JSON.stringify({
    models: {
      'desk/heron': { provider: 'desk', model: 'heron-1', type: 'text', name: 'Heron', price: { per_run: price } },
    },
  })

test('a model is defined, previewed, tested and published, and a colleague who signs in at the company’s issuer runs it', async ({
  page,
  browser,
  desk,
}) => {
  await haveAccount(page, 'owner@example.com')
  await openHydrated(page, '/operator/model')
  await page.getByRole('textbox', { name: 'ID' }).fill('desk/heron')
  await page.getByRole('button', { name: 'Continue' }).click()
  const json = page.getByRole('textbox', { name: 'As in MODELS_FILE' })
  await json.fill(documentOf(-3))
  await expect(page.getByRole('list', { name: 'Mistakes' })).toHaveText('price → per_run: must not be negative.')
  await json.fill(documentOf(3))
  const preview = page.locator('section', { has: page.getByRole('heading', { name: 'Preview' }) })
  await expect(preview).toContainText('Heron')
  await page.getByRole('button', { name: 'Save draft' }).click()
  const trial = page.locator('section', { has: page.getByRole('heading', { name: 'Test the draft' }) })
  await trial.getByRole('textbox', { name: 'Prompt' }).fill('a bird')
  await trial.getByRole('button', { name: 'Run the draft' }).click()
  await expect(trial).toContainText('A grey heron in the mist')
  await expectNoBarriers(page, 'a tested draft')
  await page.getByRole('button', { name: 'Publish' }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish Heron?' })
  await dialog.getByLabel('Your password or a code from your app').fill(password)
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('new server')
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('desk/heron · Version 1, set here')).toBeVisible()

  desk.issuer.seat({ sub: 'ann-1', email: 'ann@company.example', email_verified: true, name: 'Ann' })
  const context = await browser.newContext({ baseURL: desk.url })
  const colleague = await context.newPage()
  await openHydrated(colleague, '/signin')
  await colleague.getByRole('link', { name: 'Continue with Acme' }).click()
  await colleague.waitForURL('**/dashboard**')
  await openHydrated(colleague, '/dashboard/text?model=desk/heron')
  const message = colleague.getByRole('textbox', { name: 'Your message' })
  await message.fill('a bird')
  await message.press('Enter')
  const turn = colleague.getByRole('article', { name: 'a bird' })
  await expect(turn).toHaveAttribute('data-status', 'succeeded')
  await expect(turn).toContainText('A grey heron in the mist')
  await context.close()
})
