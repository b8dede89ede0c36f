import { generateKeyPairSync, sign } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { runtimeFolder } from '#app/server/providers/local/runtime.ts'
import { makeTinyModel } from '#tests/fakes/llama/tiny-model.ts'
import { writeLlamaRuntime } from '#tests/fakes/llama-runtime.ts'
import { startMirror } from '#tests/fakes/model-mirror.ts'
import { makeTinyCutter } from '#tests/fakes/tiny-diffusion.ts'
import { linkPictureRuntime } from '#tests/fixtures/picture-runtime.ts'
import { type ServerProcess, startServer } from '#tests/fixtures/server.ts'
import { expectNoBarriers, expectNoBarriersInDialog, overflowOf } from './check-accessibility.ts'
import { expect, haveAccount, labels, openHydrated, password, signIn, test as base, untilHydrated } from './fixtures.ts'
import { seen } from './seen.ts'

/** A fresh server, whose first account is its owner, and a mirror of models that stops in the middle of a file. */
const test = base.extend<object, { fresh: ServerProcess }>({
  fresh: [
    async ({ browserName: _browser }, use) => {
      await using mirror = await startMirror(new Uint8Array(2_000_000))
      mirror.faults.push({ cutAfter: 1_000_000 })
      const feed = await writeFeed()
      await using server = await startServer({
        built: true,
        // A server on PostgreSQL asks its owner for a second factor.
        embedded: true,
        env: { OLLAMA_URL: 'off', MODELS_MIRROR: mirror.url, LOCAL_MODELS_MEMORY_MB: '2000', ...feed.env },
      })
      await writeLlamaRuntime(runtimeFolder(server.dataDir))
      await use(server)
      await rm(feed.folder, { recursive: true })
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: async ({ fresh }, use) => use(fresh.url),
})

/** Writes a signed feed with one new model of a service, whose prices have tiers. */
async function writeFeed() {
  const folder = await mkdtemp(join(tmpdir(), 'feed-'))
  const pair = generateKeyPairSync('ed25519')
  const model = {
    provider: 'deepseek',
    model: 'deepseek-flash',
    type: 'text',
    name: 'DeepSeek Flash with a name of several words',
    cost: {
      per_1000_tokens_in: 0.001,
      per_1000_tokens_out: 0.002,
      per_1000_tokens_cached: 0.0001,
      long: [{ above: 100_000, per_1000_tokens_in: 0.005, per_1000_tokens_out: 0.01 }],
      hours: { times: [{ from: '01:00', to: '04:00' }], days: ['mon', 'tue'], factor: 2 },
    },
    source: 'https://api-docs.deepseek.com/quick_start/pricing',
    checked: '2026-11-29',
  }
  const models = { 'deepseek/deepseek-flash': model, 'deepseek/new': { ...model, model: 'deepseek-new', name: 'DeepSeek New' } }
  const content = JSON.stringify({ format: 1, version: 1_000, date: '2026-11-29', models })
  const path = join(folder, 'feed.json')
  await writeFile(path, content)
  await writeFile(`${path}.sig`, sign(null, Buffer.from(content), pair.privateKey).toString('base64'))
  const key = Buffer.from(pair.publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64')
  return { folder, env: { MODELS_FEED: path, MODELS_FEED_KEY: key } }
}

/** Signs in as the owner, with the account that the first test creates. */
async function haveOwner(page: Page): Promise<string> {
  const email = 'owner@example.com'
  const known = await page.request.post('/api/v1/auth/sign-in', { data: { email, password } })
  await (known.ok() ? signIn(page, email) : haveAccount(page, email))
  return email
}

test(
  'a model is installed with progress that survives a reload, canceled, and ones in place answer a test',
  { tag: '@full' },
  async ({ page, fresh }) => {
    test.slow()
    await haveOwner(page)
    await openHydrated(page, '/operator/local-models')
    await page.getByRole('button', { name: 'Install Qwen2.5 0.5B' }).click()
    await expect(page.getByText('1 MB of 491.4 MB')).toBeVisible()
    await page.getByRole('link', { name: 'Image', exact: true }).first().click()
    const notice = page.getByRole('region', { name: 'Installation of Qwen2.5 0.5B' })
    await expect(notice.getByRole('progressbar')).toBeVisible()
    await notice.getByRole('link', { name: 'Installing Qwen2.5 0.5B' }).click()
    await expect(notice).toBeHidden()
    await page.reload()
    await expect(page.getByText('1 MB of 491.4 MB')).toBeVisible()
    await expectNoBarriers(page, 'a running installation')
    await page.getByRole('button', { name: 'Cancel the installation of Qwen2.5 0.5B' }).click()
    await seen(page.getByRole('button', { name: 'Install Qwen2.5 0.5B' }))

    await writeFile(join(fresh.dataDir, 'models', 'Tiny.gguf'), makeTinyModel())
    await openHydrated(page, '/operator/local-models')
    await page.getByRole('button', { name: 'Test run: Tiny' }).click()
    const dialog = page.getByRole('dialog', { name: 'Test run: Tiny' })
    await dialog.getByRole('button', { name: 'Start the test' }).click()
    await expect(dialog.getByText('The model works.')).toBeVisible()
    await expect(dialog.getByText('0 Answer in one short sentence')).toBeVisible()
    await expectNoBarriersInDialog(page, 'a test run')
    await page.keyboard.press('Escape')

    // The price of a tool depends on the image that the test uploads.
    await linkPictureRuntime(fresh.dataDir)
    await writeFile(join(fresh.dataDir, 'models', 'isnet-general-use.onnx'), makeTinyCutter())
    await openHydrated(page, '/operator/local-models')
    await page.getByRole('button', { name: 'Test run: IS-Net' }).click()
    const tool = page.getByRole('dialog', { name: 'Test run: IS-Net' })
    await tool.getByRole('button', { name: 'Start the test' }).click()
    await expect(tool.getByText('The model works.')).toBeVisible()
    await seen(tool.getByRole('img'))
    await page.keyboard.press('Escape')
    // The next test expects a server with the built-in models only.
    for (const name of ['isnet-general-use.onnx', 'esrgan-slim']) await rm(join(fresh.dataDir, 'models', name))
    await page.getByRole('button', { name: 'Remove Tiny' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByRole('button', { name: 'Test run: Tiny' })).toBeHidden()
  },
)

test(
  'a newer catalog is checked for, shown with its prices before it applies, applied and reverted',
  { tag: '@full' },
  async ({ page }) => {
    await haveOwner(page)
    const within = '[aria-labelledby="catalogue"]'
    await page.setViewportSize({ width: 390, height: 844 })
    for (const [locale, title, button] of [
      ['ru', 'Каталог моделей', 'Проверить обновления'],
      ['en', 'Model catalog', 'Check for a newer version'],
    ] as const) {
      await openHydrated(page, `/${locale}/operator/connections`)
      const part = page.getByRole('region', { name: title })
      await part.getByRole('button', { name: button }).click()
      await expect(part.getByText('DeepSeek New', { exact: true })).toBeVisible()
      expect(await overflowOf(page), `the differences on a phone, ${locale}`).toBe(0)
      await expectNoBarriers(page, `the differences of a feed, ${locale}`, { within })
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    const part = page.getByRole('region', { name: 'Model catalog' })
    await expect(part.getByText(/if it reads more than 100,000/).first()).toBeVisible()
    await expectNoBarriers(page, 'the differences of a feed', { within })
    await part.getByRole('button', { name: 'Apply' }).click()
    await expect(part.getByText('Version 1000 of')).toContainText('from the feed')
    await part.getByRole('button', { name: /^Back to version/ }).click()
    await expect(part.getByText('part of this release')).toBeVisible()
  },
)

test('the owner is shown ways to real models, finds a person, grants tokens with a reason and blocks them; a member sees no such page', async ({
  page,
  browser,
  fresh,
}) => {
  test.slow()
  const owner = await haveOwner(page)
  const context = await browser.newContext({ baseURL: fresh.url })
  const member = await context.newPage()
  const email = await haveAccount(member)
  await member.goto('/operator')
  await expect(member).toHaveTitle('Page Not Found')

  await openHydrated(page, '/dashboard')
  const firstModels = page.getByRole('region', { name: 'Add real AI models' })
  await expect(firstModels.getByRole('link', { name: 'Choose a model' })).toHaveAttribute('href', '/operator/local-models')
  await expectNoBarriers(page, 'the dashboard of a fresh server')
  await expect(firstModels.getByRole('link', { name: 'Enter a key' })).toHaveAttribute('href', '/operator/connections')
  // The link of a server that was found.
  await page.goto('/operator/connections#lm_studio')
  const found = page.getByRole('dialog', { name: 'Add a server' })
  await expect(found.getByRole('textbox', { name: 'Address' })).toHaveValue('http://127.0.0.1:1234/v1')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/connections$/)

  await openHydrated(page, '/dashboard')
  await firstModels.getByRole('button', { name: 'Hide' }).click()
  await expect(firstModels).toBeHidden()
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('link', { name: 'Administration' }).click()
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await expectNoBarriers(page, 'the overview')

  await page.getByRole('link', { name: 'People', exact: true }).click()
  await page.getByRole('searchbox').fill(email.slice(0, 12))
  await expect(page).toHaveURL(/q=ann/)
  await expect(page.getByRole('link', { name: owner })).toBeHidden()
  await page.getByRole('link', { name: email }).click()
  await expect(page.getByRole('heading', { level: 1, name: email })).toBeVisible()

  await page.getByRole('button', { name: 'Grant or take tokens' }).click()
  const dialog = page.getByRole('dialog', { name: 'Grant or take tokens' })
  const grant = dialog.getByRole('button', { name: 'Grant tokens' })
  await dialog.getByRole('textbox', { name: 'Tokens' }).fill('40')
  await expect(grant).toBeDisabled()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('thanks for the report')
  await expectNoBarriersInDialog(page, 'the dialog of a grant')
  await grant.click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('definition').filter({ hasText: '140 tokens' })).toBeVisible()

  await page.getByRole('button', { name: 'Block', exact: true }).click()
  const block = page.getByRole('dialog', { name: 'Block this person?' })
  await block.getByRole('textbox', { name: 'Reason' }).fill('spam')
  await block.getByRole('button', { name: 'Block' }).click()
  await seen(page.getByRole('button', { name: 'Unblock' }))
  await expect(page.getByText('thanks for the report').last()).toBeVisible()
  await expectNoBarriers(page, 'a person’s page')

  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of [
    '',
    '/people',
    '/runs',
    '/reports',
    '/safety',
    '/groups',
    '/connections',
    '/local-models',
    '/announcements',
    '/recipes',
    '/audit',
  ]) {
    await page.goto(`/ru/operator${path}`)
    await expect(page.getByRole('heading', { level: 1 }), path).toBeAttached()
    expect(await overflowOf(page), `/operator${path} on a phone, in Russian`).toBe(0)
    if (!['/safety', '/groups'].includes(path)) continue
    await untilHydrated(page)
    await expectNoBarriers(page, `/operator${path} on a phone`)
  }

  await page.setViewportSize({ width: 1280, height: 900 })
  await openHydrated(page, '/en/operator/announcements')
  await page.getByRole('button', { name: 'New announcement' }).click()
  const announcement = page.getByRole('dialog', { name: 'New announcement' })
  await announcement.getByRole('textbox', { name: 'Text: English' }).fill('New models today')
  await announcement.getByRole('textbox', { name: 'Text: Русский' }).fill('Сегодня новые модели')
  await announcement.getByRole('combobox', { name: 'Who sees it' }).click()
  await page.getByRole('option', { name: 'Everyone, visitors too' }).click()
  await expect(announcement.getByRole('region', { name: 'Preview' })).toContainText('New models today')
  await expectNoBarriersInDialog(page, 'the dialog of an announcement')
  await announcement.getByRole('button', { name: 'Publish' }).click()
  await expect(announcement).toBeHidden()
  await page.getByRole('button', { name: 'Turn on maintenance mode' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click()
  const bars = page.getByRole('complementary', { name: 'Notices' })
  await expect(bars).toContainText('You can, for testing.')
  await expect(bars).toContainText('New models today')
  await expectNoBarriers(page, 'the announcements')

  const visitor = await (await browser.newContext({ baseURL: fresh.url })).newPage()
  await visitor.goto('/')
  const shown = visitor.getByRole('complementary', { name: 'Notices' })
  await expect(shown).toContainText('you can’t create anything new right now')
  await expect(shown.getByText('New models today')).toBeHidden()
  await shown.getByRole('button', { name: '1 more' }).press('Enter')
  await expect(shown.getByRole('button', { name: 'Show less' })).toHaveAttribute('aria-expanded', 'true')
  await shown.getByRole('listitem').filter({ hasText: 'New models today' }).getByRole('button', { name: 'Dismiss' }).click()
  await expect(shown.getByText('New models today')).toBeHidden()
  await expect(shown.getByRole('button', { name: /more|less/ })).toBeHidden()
  await visitor.reload()
  await expect(shown).toContainText('you can’t create anything new right now')
  await expect(shown.getByText('New models today')).toBeHidden()
  await haveAccount(visitor)
  await openHydrated(visitor, '/dashboard/image')
  await expect(visitor.getByText('Maintenance: you can’t create anything right now.')).toBeVisible()
  await expect(visitor.getByText('New models today')).toBeHidden()
  await expect(visitor.getByRole('button', { name: labels.en.generate })).toBeDisabled()
  await test.step('maintenance and the unconfirmed address leave the window to the page', async () => {
    await visitor.setViewportSize({ width: 1440, height: 900 })
    const edge = async (locator: Locator) => locator.evaluate((element) => element.getBoundingClientRect().bottom)
    const generate = visitor.getByRole('button', { name: labels.en.generate })
    await shown.getByRole('button', { name: '1 more' }).click()
    await seen(shown.getByRole('button', { name: 'Resend' }))
    expect(await edge(generate)).toBeLessThan(900)
    await shown.getByRole('button', { name: 'Show less' }).click()
    await expect(shown.getByRole('button', { name: 'Resend' })).toBeHidden()
    expect(await edge(generate)).toBeLessThan(900)
    await visitor.setViewportSize({ width: 390, height: 844 })
    expect(await edge(shown)).toBeLessThanOrEqual(44)
  })
  await visitor.context().close()

  const answer = await member.request.post('/api/v1/auth/sign-in', { data: { email, password } })
  expect(answer.status()).toBe(403)
  await context.close()
})
