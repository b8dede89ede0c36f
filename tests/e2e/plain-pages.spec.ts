import { readdirSync } from 'node:fs'
import { request as ask } from 'node:http'
import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { publicPages } from '#app/contract/base/public-pages.ts'
import { browserLocale, expect, haveAccount, labels, openHydrated, password, test, untilHydrated } from './fixtures.ts'
import { loopMedia } from './loop-media.ts'
import { seen } from './seen.ts'

/** Largest gzipped size of the scripts that a page loads without input, in bytes. */
const scriptLimit = { '/': 5_350, '/legal/terms': 4_000, '/nope': 4_000 }
/** Largest size of the HTML in bytes, in each language. */
const homePageLimit = 45_000

/** Announces a form of this size, and returns the status of the response. */
function announce(origin: string, bytes: number): Promise<number | undefined> {
  const headers = { origin, 'content-type': 'application/x-www-form-urlencoded', 'content-length': bytes }
  return new Promise((resolve, reject) => {
    const form = ask(`${origin}/`, { method: 'POST', headers }, (answer) => {
      resolve(answer.statusCode)
      form.destroy()
    })
    form.on('error', reject)
    form.flushHeaders()
  })
}

/** Records every script that a page requests. */
function watchScripts(page: Page): string[] {
  const scripts: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(new URL(request.url()).pathname))
  return scripts
}

for (const [path, limit] of Object.entries(scriptLimit)) {
  test(`a guest’s ${path} loads one script of at most ${limit} bytes`, { tag: path === '/' ? [] : '@full' }, async ({ page }) => {
    const scripts = watchScripts(page)
    await page.clock.install()
    await openHydrated(page, path)
    // Includes everything that a page loads after a delay.
    await page.clock.fastForward(8_000)
    await page.waitForLoadState('networkidle')
    expect(scripts).toEqual([expect.stringMatching(/^\/assets\/plain-[\w-]+\.js$/)])
    const code = await (await page.request.get(scripts[0] ?? '')).body()
    expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(limit)
  })
}

test('a guest’s public pages name no script or module of the framework, and a person’s do', async ({ page }) => {
  const modules = (html: string) => [...html.matchAll(/<(?:script|link)\b[^>]*"(\/assets\/[^"]+\.js)"[^>]*>/g)].map(([tag]) => tag)
  for (const path of [...publicPages.filter((one) => one !== '/developers'), '/no/such/page']) {
    const html = await (await page.request.get(path)).text()
    expect(modules(html), path).toEqual([expect.stringContaining('/assets/plain-')])
    expect(html, path).not.toContain('$_TSR')
  }
  await haveAccount(page)
  const html = await (await page.request.get('/legal/terms')).text()
  expect(modules(html).length).toBeGreaterThan(3)
  expect(html).not.toContain('/assets/plain-')
})

for (const locale of ['en', 'ru'] as const)
  test(
    `the HTML of the home page is at most ${homePageLimit} bytes in ${locale}`,
    { tag: locale === 'ru' ? [] : '@full' },
    async ({ request }) => {
      const response = await request.get('/', { headers: { cookie: `locale=${locale}` } })
      const html = await response.body()
      expect(html.toString()).toContain(`<html lang="${locale}"`)
      expect(html.length).toBeLessThanOrEqual(homePageLimit)
    },
  )

for (const locale of ['en', 'ru'] as const)
  test.describe(`on a phone in ${locale}`, { tag: locale === 'ru' ? [] : '@full' }, () => {
    test.use({ viewport: { width: 390, height: 844 }, locale: browserLocale[locale] })

    test('a font that comes late breaks no line of the home page elsewhere', async ({ page }) => {
      const released = Promise.withResolvers<void>()
      await page.route(/\.woff2$/, async (route) => {
        await released.promise
        await route.continue()
      })
      // The `load` event would wait for the fonts.
      await page.goto('/', { waitUntil: 'commit' })
      await untilHydrated(page)
      const bottoms = () =>
        page
          .locator('#content')
          .evaluate((content) =>
            [...content.querySelectorAll('h1, h1 ~ *, form, [data-stage] button, [data-stage] > div p')].map(
              (one) => one.getBoundingClientRect().bottom,
            ),
          )
      const before = await bottoms()
      expect(before.length).toBeGreaterThan(3)
      const isLoaded = () => page.evaluate(() => document.fonts.check('400 16px "Onest Variable"'))
      expect(await isLoaded()).toBe(false)
      released.resolve()
      await expect.poll(isLoaded).toBe(true)
      const after = await bottoms()
      // The limit is less than half a line.
      expect(Math.max(...before.map((bottom, index) => Math.abs(bottom - (after[index] ?? 0))))).toBeLessThan(8)
    })
  })

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the prompt of the home page is carried to the sign-up page, in the language of the address', async ({ page }) => {
    await page.goto('/ru')
    await page.getByRole('radio', { name: 'Видео' }).check()
    await page.getByRole('textbox').first().fill('Снег над горами & «огни»?')
    await page.getByRole('button', { name: 'Создать', exact: true }).click()
    await expect(page).toHaveURL(/\/ru\/signin\?mode=sign-up&redirect=/)
    const redirect = new URL(new URL(page.url()).searchParams.get('redirect') ?? '', page.url())
    expect([redirect.pathname, redirect.searchParams.get('prompt')]).toEqual(['/dashboard/video', 'Снег над горами & «огни»?'])
  })

  test('a prompt too long for an address leads to its studio without it', { tag: '@full' }, async ({ page }) => {
    await page.goto('/')
    await page.getByRole('radio', { name: 'Text' }).check()
    await page.getByRole('textbox').first().fill('A long text. '.repeat(3_000))
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await expect(page).toHaveURL('/signin?mode=sign-up&redirect=%2Fdashboard%2Ftext')
  })
})

test('a plain page that imports a part of the app is neither hydrated nor reloaded', async ({ page, problems }) => {
  await openHydrated(page, '/legal')
  // The part imports the app's entry, as most parts do.
  const names = readdirSync('dist/client/assets').filter((name) => /^palette-.*\.js$/.test(name))
  await page.evaluate((parts) => Promise.all(parts.map((name) => import(`/assets/${name}`))), names)
  expect(problems).toEqual([])
  expect(await page.evaluate(() => sessionStorage.getItem('chunk-reload'))).toBeNull()
})

test('a form of another site, or one of any size, is not taken', async ({ request, baseURL }) => {
  const post = (headers: Record<string, string>, data: string) =>
    request.post('/', { headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers }, data, maxRedirects: 0 })
  expect((await post({ origin: 'https://evil.example' }, 'prompt=a')).status()).toBe(403)
  expect(await announce(baseURL ?? '', 2 * 1024 * 1024)).toBe(413)
  expect((await post({ origin: baseURL ?? '' }, 'kind=never&prompt=a')).headers().location).toBe(
    '/signin?redirect=%2Fdashboard%2Fimage%3Fprompt%3Da',
  )
  // Cookies of a session have a prefix over HTTPS.
  const secure = { origin: (baseURL ?? '').replace('http:', 'https:'), 'x-forwarded-proto': 'https', cookie: '__Host-auth.token=x' }
  expect((await post(secure, 'kind=image&prompt=a')).headers().location).toBe('/dashboard/image?prompt=a')
})

test('another language keeps what is typed and chosen', async ({ page }) => {
  await openHydrated(page, '/en')
  await page.getByRole('radio', { name: 'Audio' }).check()
  await page.getByRole('textbox').first().fill('Rain on a roof')
  await page.getByRole('radio', { name: 'Русский' }).click()
  await expect(page).toHaveURL('/ru')
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru')
  await expect(page.getByRole('textbox').first()).toHaveValue('Rain on a roof')
  await expect(page.getByRole('radio', { name: 'Аудио' })).toBeChecked()
  await expect(page.getByRole('radio', { name: 'Русский' })).toBeFocused()
})

test('a sign-in in another tab, or before the way back, replaces a public page by the person’s', async ({ page, context }) => {
  const email = await haveAccount(page)
  await context.clearCookies()
  const waiting = await context.newPage()
  await openHydrated(waiting, '/legal/terms')
  await openHydrated(page, '/legal')
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click()
  await page.getByLabel(labels.en.email).fill(email)
  await page.getByLabel(labels.en.password).first().fill(password)
  await page.getByRole('button', { name: labels.en.signIn, exact: true }).click()
  await expect(page).toHaveURL('/dashboard')
  await seen(waiting.getByRole('button', { name: 'Account', exact: true }))
  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL('/legal')
  await seen(page.getByRole('button', { name: 'Account', exact: true }))
})

test('signing out leads to the plain home page', { tag: '@full' }, async ({ page }) => {
  await haveAccount(page)
  await openHydrated(page, '/profile/settings')
  await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.locator('html[data-plain]')).toBeAttached()
})

test('pointing at a way to the sign-in page preloads its modules', { tag: '@full' }, async ({ page }) => {
  await openHydrated(page, '/legal')
  const loaded = page.waitForRequest(/assets\/signin-[^/]*\.js/)
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).hover()
  await loaded
  const scripts = watchScripts(page)
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click()
  await expect(page.getByLabel(labels.en.email)).toBeVisible()
  expect(scripts).not.toHaveLength(0)
})

test('a lost connection is noted, and the note goes when it is back', { tag: '@full' }, async ({ page, context, problems }) => {
  await openHydrated(page, '/legal')
  const bar = page.getByRole('status').filter({ hasText: 'You’re offline' })
  await context.setOffline(true)
  await expect(bar).toBeVisible()
  await context.setOffline(false)
  await expect(bar).toBeHidden()
  problems.splice(0)
})

test('a newer build is offered on a public page', { tag: '@full' }, async ({ page }) => {
  await page.route('**/builds/**', (route) => route.fulfill({ json: { id: 'newer', timestamp: 1 } }))
  await openHydrated(page, '/')
  await expect(page.getByText('A new version is available.')).toBeVisible()
  await page.getByRole('button', { name: 'Later' }).click()
  await expect(page.getByText('A new version is available.')).toBeHidden()
})

test.describe('media of the home page', () => {
  test('a recording plays, pauses and is sought with the keyboard, and only one sounds at a time', async ({ page }) => {
    await loopMedia(page)
    await openHydrated(page, '/')
    const [speech, music] = [page.locator('[data-audio]').nth(0), page.locator('[data-audio]').nth(1)]
    await speech.getByRole('button', { name: 'Play' }).click()
    await seen(speech.getByRole('button', { name: 'Pause' }))
    await music.getByRole('button', { name: 'Play' }).click()
    await seen(music.getByRole('button', { name: 'Pause' }))
    await seen(speech.getByRole('button', { name: 'Play' }))
    await music.getByRole('button', { name: 'Pause' }).click()
    const place = music.getByRole('slider')
    await place.press('Space')
    await seen(music.getByRole('button', { name: 'Pause' }))
    await place.press('Space')
    await place.evaluate((slider: HTMLInputElement) => {
      slider.value = '0'
      slider.dispatchEvent(new Event('input'))
    })
    await place.press('ArrowRight')
    await expect(place).toHaveAttribute('aria-valuetext', '0:05 of 0:12')
  })

  test('the film of the hero rests under reduced motion until it is started', async ({ page }) => {
    await openHydrated(page, '/')
    const film = page.locator('video').first()
    expect(await film.evaluate((video: HTMLVideoElement) => video.paused)).toBe(true)
    await page.getByRole('button', { name: 'Play video' }).click()
    await seen(page.getByRole('button', { name: 'Pause video' }))
    await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0)
    await page.getByRole('button', { name: 'Pause video' }).click()
    await seen(page.getByRole('button', { name: 'Play video' }))
  })

  test('a sample film plays muted under the mouse, and with sound after a click', { tag: '@full' }, async ({ page }) => {
    await openHydrated(page, '/')
    const sample = page.locator('[data-film]')
    const muted = () => sample.locator('video').evaluate((video: HTMLVideoElement) => (video.paused ? 'paused' : video.muted))
    await sample.hover()
    await expect.poll(muted).toBe(true)
    await sample.getByRole('button').click()
    await expect.poll(muted).toBe(false)
    await sample.getByRole('button').click()
    await expect.poll(muted).toBe('paused')
  })
})
