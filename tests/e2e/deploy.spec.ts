import { cp, mkdtemp, readdir, readFile, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { startServer } from '../fixtures/server.ts'
import { cardOf, expect, haveAccount, openHydrated, test } from './fixtures.ts'
import { startRuns } from './make-work.ts'
import { seen } from './seen.ts'

const checkout = fileURLToPath(new URL('../../', import.meta.url))
const sources = ['app', 'engine', 'src', 'app.config.ts', 'package.json', 'dist']
const textual = /\.(?:js|json|map|html|css)$/

/** A copy of the build under another id; two builds of the same sources differ in nothing else. */
async function renamedBuild(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'quartet-build-'))
  // The current build is a link.
  for (const name of sources) await cp(await realpath(join(checkout, name)), join(root, name), { recursive: true })
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

test('a newer build is offered to an open page, and the next page is loaded from it with the draft as it was', async ({ page }) => {
  await haveAccount(page)
  await page.route('**/builds/**', (route) => route.fulfill({ json: { id: 'newer', timestamp: 1 } }))
  await openHydrated(page, '/dashboard/video')
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  await page.getByRole('textbox').first().fill('A draft that nobody has run')
  await expect(page.getByText('A new version is available.')).toBeVisible()
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
  await page.getByRole('link', { name: 'Image', exact: true }).first().click()
  await expect(page).toHaveURL(/\/dashboard\/image/)
  await expect.poll(() => page.evaluate(() => 'sameDocument' in window)).toBe(false)
  await page.goto('/dashboard/video')
  await expect(page.getByRole('textbox').first()).toHaveValue('A draft that nobody has run')
})

test(
  'a new build is offered to an open page and loaded with the next one, and no draft and no running job is lost',
  { tag: '@full' },
  async ({ browser }) => {
    // Two servers start and a film is rendered twice.
    test.setTimeout(600_000)
    const root = await renamedBuild()
    const first = await startServer({ built: true, embedded: true })
    // The service worker of the old build must not serve its pages after the deploy.
    const context = await browser.newContext({ baseURL: first.url, locale: 'en-US', reducedMotion: 'reduce', serviceWorkers: 'allow' })
    try {
      const page = await context.newPage()
      await haveAccount(page)
      const metaRead = page.waitForResponse(/\/builds\/meta\/\w+\.json$/)
      await page.goto('/dashboard')
      expect((await metaRead).status()).toBe(200)
      await page.evaluate(() => navigator.serviceWorker.ready)
      await openHydrated(page, '/dashboard/video')
      expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
      await page.evaluate(() => Object.assign(window, { sameDocument: true }))
      // The smallest film, because it is rendered twice.
      const options = { duration: 2, resolution: '480p', aspect: '1:1', fps: '24', sound: 'none' }
      await startRuns(page, [{ model: 'sketch-video', prompt: 'Waves on the sea at dawn', options }])
      await expect(cardOf(page, 'Waves on the sea at dawn')).toHaveAttribute('data-status', /queued|running/)
      await page.getByRole('textbox').first().fill('A draft that nobody has run')

      await first.kill('SIGTERM')
      const second = await startServer({ built: true, root, port: first.port, dataDir: first.dataDir })
      try {
        expect(await (await page.request.get('/builds/latest.json')).json()).toMatchObject({ id: 'second' })
        await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
        await expect(page.getByText('A new version is available.')).toBeVisible()
        expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
        await page.getByRole('link', { name: 'Image', exact: true }).first().click()
        await expect(page).toHaveURL(/\/dashboard\/image/)
        await expect.poll(() => page.evaluate(() => 'sameDocument' in window)).toBe(false)
        await page.goto('/dashboard/video')
        await expect(page.getByText('A new version is available.')).toBeHidden()
        await expect(page.getByRole('textbox').first()).toHaveValue('A draft that nobody has run')
        await seen(cardOf(page, 'Waves on the sea at dawn').locator('video'), { at: [0.25, 0.25], timeout: 300_000 })
      } finally {
        await second[Symbol.asyncDispose]()
      }
    } finally {
      await context.close()
      await first[Symbol.asyncDispose]()
      await rm(root, { recursive: true, force: true })
    }
  },
)
