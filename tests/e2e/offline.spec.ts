import { readdirSync } from 'node:fs'
import type { Page } from '@playwright/test'
import * as v from 'valibot'
import { deviceSessionsSchema } from '#app/contract/account/accounts.ts'
import { signIn, signUp } from '#tests/fixtures/api-client.ts'
import { startServer } from '#tests/fixtures/server.ts'
import { expectNoBarriers, expectNoBarriersInDialog } from './check-accessibility.ts'
import { browserLocale, cardOf, expect, goOffline, labels, openHydrated } from './fixtures.ts'
import { seen } from './seen.ts'
import { startSession, test, tokensOf } from './signed-in.ts'

/** Removes the browser's messages about failures that the test causes. */
const isExpected = (problems: string[]) => void problems.splice(0)

const prompt = (page: Page) => page.getByRole('textbox').first()

test.describe('the service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  /** Waits until the service worker controls the page and knows its language. */
  async function settled(page: Page) {
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.waitForFunction(async () => navigator.serviceWorker.controller !== null && (await caches.has('quartet-settings-1')))
  }

  for (const [locale, heading, again] of [
    ['en', 'You’re offline', 'Try again'],
    ['ru', 'Нет связи с сервером', 'Повторить'],
  ] as const) {
    test.describe(locale, { tag: locale === 'en' ? [] : '@full' }, () => {
      test.use({ locale: browserLocale[locale] })

      test('the service worker shows the offline page in the language of the user, and the requested one when the connection is back', async ({
        context,
        page,
        problems,
      }) => {
        await openHydrated(page, '/legal')
        await settled(page)
        await context.setOffline(true)
        await page.goto('/legal/terms')
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
        await seen(page.getByRole('button', { name: again }))
        await expect(page.locator('html')).toHaveAttribute('lang', locale)
        await expect(page).toHaveURL('/legal/terms')
        await expectNoBarriers(page, 'the page without a connection', { bothThemes: false })
        await context.setOffline(false)
        await expect(page.locator('#content').getByRole('heading', { level: 1 })).not.toHaveText(heading)
        isExpected(problems)
      })
    })
  }

  test('the service worker follows a change of language', { tag: '@full' }, async ({ context, page, problems }) => {
    await openHydrated(page, '/legal')
    await settled(page)
    await page.getByRole('radio', { name: 'Русский' }).first().check()
    await expect(page.locator('html')).toHaveAttribute('lang', 'ru')
    await page.waitForFunction(async () => {
      const cache = await caches.open('quartet-settings-1')
      return (await (await cache.match('/locale'))?.text()) === 'ru'
    })
    await context.setOffline(true)
    await page.goto('/legal/privacy')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Нет связи с сервером')
    isExpected(problems)
  })

  test('the service worker caches built files and the offline page, and no personal data', async ({ signedIn: _signedIn, page }) => {
    await openHydrated(page, '/dashboard')
    await settled(page)
    await page.reload()
    await page.goto('/profile/settings')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const kept = await page.evaluate(async () => {
      const names = await caches.keys()
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
      return requests.flat().map(({ url }) => new URL(url).pathname)
    })
    expect(kept.some((path) => path.startsWith('/assets/'))).toBe(true)
    expect(kept.filter((path) => !/^\/assets\/|^\/offline\/(?:en|ru)$|^\/locale$/.test(path))).toEqual([])
  })

  test(
    'a part of the page that is requested without a connection arrives when it is back',
    { tag: '@full' },
    async ({ context, page, problems }) => {
      await openHydrated(page, '/legal')
      await settled(page)
      const part = readdirSync('dist/client/assets').find((name) => /^palette-.*\.js$/.test(name))
      await context.setOffline(true)
      const failed = context.waitForEvent('requestfailed', (request) => request.url().endsWith(`/${part}`))
      const outcome = page.evaluate((path) => import(path).then(() => 'loaded'), `/assets/${part}`)
      await failed
      await context.setOffline(false)
      expect(await outcome).toBe('loaded')
      isExpected(problems)
    },
  )

  test('offline, the composer says so, keeps the prompt, and sends it when the connection is back', async ({
    signedIn,
    page,
    problems,
  }) => {
    await openHydrated(page, '/dashboard/image')
    // With it, a part of the page that is on its way when the connection is lost arrives later.
    await settled(page)
    await prompt(page).fill('A lighthouse above the sea')
    await goOffline(page)
    const bar = page.getByRole('status').filter({ hasText: 'You’re offline · what you type is saved' })
    await expect(bar).toBeVisible()
    await prompt(page).press('ControlOrMeta+Enter')
    await expect(prompt(page)).toHaveValue('A lighthouse above the sea')
    await expect(page.getByText('The service isn’t responding. Check your connection and try again.').first()).toBeVisible()
    await signedIn.setOffline(false)
    await expect(bar).toBeHidden()
    await prompt(page).press('ControlOrMeta+Enter')
    await expect(cardOf(page, 'A lighthouse above the sea')).toBeVisible()
    isExpected(problems)
  })

  test('a sign-out redirects in all tabs while offline, and holds when the network is back', async ({
    context,
    page,
    ann,
    problems,
    baseURL: site = '',
  }) => {
    const tokens = await startSession(context, ann, { site })
    const other = await context.newPage()
    await openHydrated(other, '/profile/statistics')
    await openHydrated(page, '/profile/settings')
    await page.evaluate(() => navigator.serviceWorker.ready)
    await goOffline(page)
    await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click()
    await expect(page).toHaveURL('/')
    // The home page is not part of the app, so without a network the service worker's page replaces it.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re offline')
    await expect(other.getByRole('heading', { name: 'Statistics' })).toBeHidden()
    await context.setOffline(false)
    await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible()
    await page.goto('/profile/settings')
    await expect(page).toHaveURL(/\/signin/)
    expect(await tokensOf(context)).toEqual([])
    const answer = await fetch(`${site}/api/v1/auth/session`, { headers: { authorization: `Bearer ${tokens.token}` } })
    expect(answer.status).toBe(401)
    isExpected(problems)
  })
})

test('the app can be installed, with icons, a start page and a shortcut to each kind in the language of the page', async ({
  request,
  page,
}) => {
  await page.goto('/legal')
  expect(await page.locator('link[rel="manifest"]').getAttribute('href')).toBe('/site.webmanifest?lang=en')
  const manifest = await (await request.get('/site.webmanifest?lang=ru')).json()
  expect(manifest).toMatchObject({ id: '/dashboard', start_url: '/dashboard', display: 'standalone', lang: 'ru' })
  expect(manifest.shortcuts.map(({ name }: { name: string }) => name)).toEqual([
    'Новое видео',
    'Новое изображение',
    'Новое аудио',
    'Новый текст',
  ])
  const icons: { src: string; purpose?: string }[] = [
    ...manifest.icons,
    ...manifest.shortcuts.flatMap(({ icons: own }: { icons: { src: string }[] }) => own),
  ]
  expect(new Set(manifest.icons.map(({ purpose }: { purpose: string }) => purpose))).toEqual(new Set(['any', 'maskable']))
  for (const { src } of icons) expect((await request.get(src)).headers()['content-type'], src).toBe('image/png')
})

for (const [locale, away, prompted] of [
  ['en', 'The service isn’t responding', 'A lighthouse above the sea'],
  ['ru', 'Сервис не отвечает', 'Маяк над морем'],
] as const) {
  test(
    `while the API is away, nothing typed is lost, and pages come back by themselves (${locale})`,
    {
      tag: '@full',
    },
    async ({ browser }) => {
      // Two servers start, and one of them twice.
      test.setTimeout(300_000)
      await using stack = new AsyncDisposableStack()
      const api = stack.use(await startServer({ built: true, env: { ROLES: 'api,worker' } }))
      const web = stack.use(await startServer({ built: true, env: { ROLES: 'web', API_BASE_URL: api.url } }))
      const ann = await signUp(api.url)
      const context = await browser.newContext({ baseURL: web.url, locale: browserLocale[locale], reducedMotion: 'reduce' })
      stack.defer(() => context.close())
      await startSession(context, ann, { site: web.url, api: api.url })
      const studio = await context.newPage()
      await openHydrated(studio, '/dashboard/image')

      // No price is known yet, and it cannot be read.
      await api.kill('SIGKILL')
      await prompt(studio).fill(prompted)
      await prompt(studio).press('ControlOrMeta+Enter')
      await expect(studio.getByText(away).first()).toBeVisible()
      await expect(prompt(studio)).toHaveValue(prompted)
      const other = await context.newPage()
      const documents: string[] = []
      other.on('request', (request) => request.isNavigationRequest() && documents.push(request.url()))
      const response = await other.goto('/profile/statistics')
      expect(response?.status()).toBe(500)
      expect(await response?.headerValue('retry-after')).toBe('5')
      await expect(other.getByRole('heading', { level: 1 })).toHaveText(away)
      await expectNoBarriers(other, 'the page while the service is away', { bothThemes: false })

      stack.use(await api.restart())
      await expect(other.getByRole('heading', { level: 1 })).not.toHaveText(away)
      expect(documents).toHaveLength(1)
      await other.close()
      await studio.bringToFront()
      // The stream of events is open again: a run of another device appears.
      await (await signIn(api.url, ann)).submit({ model: 'sketch-image', prompt: 'Two boats', options: { size: '512' } })
      await expect(cardOf(studio, 'Two boats')).toBeVisible({ timeout: 90_000 })
      await expect(prompt(studio)).toHaveValue(prompted)
      // Nothing is spent before a price is shown.
      await expect(studio.getByRole('form').getByRole('button', { name: /· \d/ })).toBeEnabled()
      await prompt(studio).press('ControlOrMeta+Enter')
      await expect(cardOf(studio, prompted)).toBeVisible()
    },
  )
}

test.describe('a session that ends under an open page', () => {
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Your session has ended' })
  const enter = (page: Page, { email, password }: { email: string; password: string }) =>
    (async () => {
      await dialog(page).getByLabel('Email').fill(email)
      await dialog(page).getByLabel('Password', { exact: true }).fill(password)
      await dialog(page).getByRole('button', { name: 'Sign in and continue' }).click()
    })()

  test('a session that ends under an open page is renewed in place, keeps typed values and sends the refused request', async ({
    signedIn,
    page,
    ann,
  }) => {
    await openHydrated(page, '/dashboard/image')
    await prompt(page).fill('A lighthouse above the sea')
    await page.evaluate(() => Object.assign(window, { sameDocument: true }))
    await signedIn.clearCookies({ name: /^auth\./ })
    await prompt(page).press('ControlOrMeta+Enter')
    await expect(dialog(page)).toContainText('Your last request will be sent after you sign in.')
    await expect(dialog(page).getByLabel('Email')).toHaveValue(ann.email)
    // The person's content is hidden meanwhile.
    await expect(page.getByRole('button', { name: labels.en.generate })).toBeHidden()
    await expectNoBarriersInDialog(page, 'the sign-in in place')

    await enter(page, { email: ann.email, password: 'not the password' })
    await expect(dialog(page)).toContainText(/wrong|match/i)
    await enter(page, ann)
    await expect(dialog(page)).toBeHidden()
    await expect(cardOf(page, 'A lighthouse above the sea')).toBeVisible()
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
    expect(await ann.list()).toHaveLength(1)
  })

  test(
    'a session that is ended from another device is reported in every tab at once, and typed values stay',
    { tag: '@full' },
    async ({ signedIn, page, ann, baseURL }) => {
      const site = baseURL ?? ''
      const connected = signedIn.waitForEvent('response', (response) => new URL(response.url()).pathname === '/events')
      await openHydrated(page, '/dashboard/image')
      await prompt(page).fill('A lighthouse above the sea')
      await connected
      const other = await signedIn.newPage()
      await openHydrated(other, '/profile/statistics')

      const { tokens } = await signIn(site, ann)
      const headers = { authorization: `Bearer ${tokens.token}` }
      const { items } = v.parse(deviceSessionsSchema, await (await fetch(`${site}/api/v1/me/sessions`, { headers })).json())
      for (const { id, current } of items) if (!current) await fetch(`${site}/api/v1/me/sessions/${id}`, { method: 'DELETE', headers })

      await seen(dialog(other))
      await seen(dialog(page))
      // A refused call leaves the cookies alone: its response could come after those of the new sign-in.
      expect((await signedIn.cookies()).map(({ name }) => name)).toEqual(expect.arrayContaining(['auth.token', 'auth.refresh-token']))
      await enter(page, ann)
      await expect(dialog(page)).toBeHidden()
      await expect(prompt(page)).toHaveValue('A lighthouse above the sea')
      await expect(dialog(other)).toBeHidden()
    },
  )

  test('an ended session continues in every tab when one of them has signed in', { tag: '@full' }, async ({ signedIn, page, ann }) => {
    await openHydrated(page, '/dashboard/image')
    await prompt(page).fill('A lighthouse above the sea')
    await signedIn.clearCookies({ name: /^auth\./ })
    await prompt(page).press('ControlOrMeta+Enter')
    await seen(dialog(page))
    const other = await signedIn.newPage()
    await openHydrated(other, '/signin?redirect=/profile/settings')
    await other.getByLabel('Email').fill(ann.email)
    await other.getByLabel('Password', { exact: true }).fill(ann.password)
    await other.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(other).toHaveURL('/profile/settings')
    await expect(dialog(page)).toBeHidden()
    await expect(cardOf(page, 'A lighthouse above the sea')).toBeVisible()
  })

  test(
    'an ended session belongs to one account: another one is asked to confirm, and nothing is sent in its name',
    { tag: '@full' },
    async ({ signedIn, page, ann, baseURL }) => {
      const bob = await signUp(baseURL ?? '')
      await openHydrated(page, '/dashboard/image')
      await prompt(page).fill('A lighthouse above the sea')
      await signedIn.clearCookies({ name: /^auth\./ })
      await prompt(page).press('ControlOrMeta+Enter')
      await enter(page, bob)
      const asked = page.getByRole('dialog', { name: 'This is a different account' })
      await expect(asked).toContainText(ann.email)
      await asked.getByRole('button', { name: `Continue as ${bob.email}` }).click()
      await expect(page).toHaveURL('/dashboard')
      await expect(asked).toBeHidden()
      await page.goto('/dashboard/image')
      await expect(prompt(page)).toHaveValue('')
      expect([...(await bob.list()), ...(await ann.list())]).toEqual([])
    },
  )

  test('an ended session can be left for the sign-in page, which leads back', { tag: '@full' }, async ({ signedIn, page }) => {
    await openHydrated(page, '/profile/settings')
    await signedIn.clearCookies({ name: /^auth\./ })
    // Dispatched, because a call of the page's own may come first, and its dialog would cover the link.
    await page.locator('a[href="/profile/statistics"]').first().dispatchEvent('click')
    await page.getByRole('button', { name: 'Leave this page' }).click()
    await expect(page).toHaveURL(/\/signin\?redirect=/)
  })
})
