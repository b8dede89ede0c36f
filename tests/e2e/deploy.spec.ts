import { cp, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { startServer } from '../fixtures/server.ts'
import { cardOf, expect, newEmail, password, test, words } from './fixtures.ts'

const checkout = fileURLToPath(new URL('../../', import.meta.url))
const sources = ['app', 'src', 'app.config.ts', 'package.json', 'dist']
const textual = /\.(?:js|json|map|html|css)$/

/** The build that is served, under another name: all that differs between two builds of the same sources. */
async function renamedBuild(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'quartet-build-'))
  for (const name of sources) await cp(join(checkout, name), join(root, name), { recursive: true })
  await symlink(join(checkout, 'node_modules'), join(root, 'node_modules'))
  const { id } = v.parse(v.object({ id: v.string() }), JSON.parse(await readFile(join(root, 'dist/client/builds/latest.json'), 'utf8')))
  for (const entry of await readdir(join(root, 'dist'), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !textual.test(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    const text = await readFile(path, 'utf8')
    if (text.includes(id)) {
      await writeFile(path, text.replaceAll(id, 'second'))
      for (const packed of ['br', 'gz']) await rm(`${path}.${packed}`, { force: true })
    }
    if (entry.name.includes(id)) await rename(path, join(entry.parentPath, entry.name.replace(id, 'second')))
  }
  return root
}

test('a new build under an open page: offered quietly, loaded with the next page, no draft and no running job lost', async ({
  browser,
}) => {
  test.setTimeout(120_000)
  const root = await renamedBuild()
  const first = await startServer({ built: true })
  // With the service worker of the old build, which must hold nothing of it back.
  const context = await browser.newContext({ baseURL: first.url, locale: 'en-US', serviceWorkers: 'allow' })
  try {
    const page = await context.newPage()
    const metaRead = page.waitForResponse(/\/builds\/meta\/\w+\.json$/)
    await page.goto('/signin?mode=sign-up')
    expect((await metaRead).status()).toBe(200)
    await page.getByLabel(words.en.email).fill(newEmail())
    await page.getByLabel(words.en.password).first().fill(password)
    await page.getByRole('checkbox', { name: words.en.terms }).check()
    await page.getByRole('button', { name: words.en.create }).click()
    await page.waitForURL('**/dashboard')
    await page.goto('/dashboard/video')
    await page.getByRole('textbox').first().fill('Waves on the sea at dawn')
    await page.getByRole('button', { name: words.en.generate }).click()
    await expect(cardOf(page, 'Waves on the sea at dawn')).toBeVisible()
    await page.getByRole('textbox').first().fill('A draft that nobody has run')
    await page.evaluate(() => Object.assign(window, { sameDocument: true }))
    await page.evaluate(() => navigator.serviceWorker.ready)
    expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)

    await first.kill('SIGTERM')
    const second = await startServer({ built: true, root, port: first.port, dataDir: first.dataDir })
    try {
      expect(await (await page.request.get('/builds/latest.json')).json()).toMatchObject({ id: 'second' })
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      await expect(page.getByText('A new version is ready.')).toBeVisible()
      expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
      await page.getByRole('link', { name: 'Image', exact: true }).first().click()
      await expect(page).toHaveURL(/\/dashboard\/image/)
      await expect.poll(() => page.evaluate(() => 'sameDocument' in window)).toBe(false)
      await page.goto('/dashboard/video')
      await expect(page.getByText('A new version is ready.')).toBeHidden()
      await expect(page.getByRole('textbox').first()).toHaveValue('A draft that nobody has run')
      await expect(cardOf(page, 'Waves on the sea at dawn').locator('video')).toBeVisible({ timeout: 120_000 })
    } finally {
      await second[Symbol.asyncDispose]()
    }
  } finally {
    await context.close()
    await first[Symbol.asyncDispose]()
    await rm(root, { recursive: true, force: true })
  }
})
