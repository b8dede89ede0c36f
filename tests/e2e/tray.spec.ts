import type { BrowserContext, Page } from '@playwright/test'
import { type Person, signIn, signUp } from '../fixtures/api-client.ts'
import { expectNoBarriers } from './barriers.ts'
import { browserLocale, expect, test as base } from './fixtures.ts'

const test = base.extend<{ ann: Person; signedIn: BrowserContext }>({
  ann: async ({ baseURL }, use) => use(await signUp(baseURL ?? '')),
  signedIn: async ({ context, ann, baseURL }, use) => {
    await enter(context, baseURL ?? '', ann)
    await use(context)
  },
})

/** Another session of the same person, as another browser has it. */
async function enter(context: BrowserContext, url: string, person: Person) {
  const { tokens } = await signIn(url, person)
  const cookie = { url, httpOnly: true, sameSite: 'Lax' } as const
  await context.addCookies([
    { ...cookie, name: 'auth.token', value: tokens.token },
    { ...cookie, name: 'auth.refresh-token', value: tokens.refreshToken },
  ])
}

const say = {
  en: { one: /^1 work is being made/, title: 'Running now', cancel: /^Cancel /, ready: 'Ready', nothing: 'Nothing runs at the moment.' },
  ru: {
    one: /^Создаётся 1 работа/,
    title: 'Сейчас создаётся',
    cancel: /^Отмена /,
    ready: 'Готово',
    nothing: 'Сейчас ничего не создаётся.',
  },
} as const

const film = (prompt: string) => ({ model: 'sketch-video', prompt, options: { duration: 10 } })
/** Over in a moment, so that a test waits for what it is about. */
const quick = (prompt: string) => ({
  model: 'sketch-text',
  prompt: `${prompt}. ${'The lamp is lit at dusk, and its keeper writes down the weather. '.repeat(6)}`,
  options: {},
})
const tray = (page: Page) => page.getByRole('banner').locator('[data-tray]')

/** The event stream is open: the page would poll otherwise, and hear of nothing at once. */
async function openLive(page: Page, path: string) {
  const stream = page.waitForResponse((response) => new URL(response.url()).pathname === '/events')
  await page.goto(path)
  await stream
}

for (const locale of ['en', 'ru'] as const) {
  test.describe(locale, () => {
    test.use({ locale: browserLocale[locale], contextOptions: { reducedMotion: 'reduce' } })

    test(`what runs is in the head of every page, with how far it is and the way to stop it (${locale})`, async ({
      signedIn: _signedIn,
      page,
      ann,
    }) => {
      await openLive(page, '/profile/settings')
      await expect(tray(page)).toBeHidden()
      const run = await ann.submit(film('Waves on the sea at sunset'))
      const pill = page.getByRole('button', { name: say[locale].one })
      await expect(pill).toBeVisible()

      await page.goto('/legal/terms')
      await pill.click()
      const panel = page.getByRole('dialog', { name: say[locale].title })
      await expect(panel).toContainText('Waves on the sea at sunset')
      await expect(panel.getByRole('progressbar')).toBeVisible()
      await expect(panel).toContainText(/\d:\d\d/)
      await expectNoBarriers(page, 'the tray', { within: '[role="dialog"]' })

      await panel.getByRole('button', { name: say[locale].cancel }).click()
      await expect(panel).toContainText(say[locale].nothing)
      expect((await ann.get(run.id)).status).toBe('canceled')
      await page.keyboard.press('Escape')
      await expect(tray(page)).toBeHidden()
    })
  })
}

test('what is ready stays a moment, and leads to the result', async ({ signedIn: _signedIn, page, ann }) => {
  await openLive(page, '/profile/statistics')
  const { id } = await ann.submit(quick('A red house on a hill'))
  await expect(tray(page)).toContainText('Ready', { timeout: 30_000 })
  await tray(page).click()
  await page
    .getByRole('dialog', { name: 'Running now' })
    .getByRole('link', { name: /^A red house on a hill/ })
    .click()
  await expect(page).toHaveURL(new RegExp(`/dashboard\\?item=${id}`))
})

test('a run begun on another device is there in every tab, and its stream is one for all of them', async ({ signedIn, page, ann }) => {
  let streams = 0
  signedIn.on('request', (request) => {
    if (new URL(request.url()).pathname === '/events') streams += 1
  })
  const other = await signedIn.newPage()
  await openLive(page, '/profile/settings')
  await other.goto('/dashboard/image')
  await ann.submit(film('A city at night'))
  for (const tab of [page, other]) await expect(tab.getByRole('button', { name: say.en.one })).toBeVisible()
  expect(streams).toBe(1)

  // The tab with the stream goes: the other takes over, and hears of the end.
  await page.close()
  const [run] = await ann.list(['queued', 'running'])
  await ann.cancel(run?.id ?? '')
  await expect(tray(other)).toBeHidden()
  expect(streams).toBe(2)
})

test('without the stream the same is asked for', async ({ signedIn, page, ann }) => {
  await signedIn.route('**/events', (route) => route.fulfill({ status: 503 }))
  await page.goto('/profile/settings')
  const { id } = await ann.submit(film('A city at night'))
  await expect(page.getByRole('button', { name: say.en.one })).toBeVisible({ timeout: 30_000 })
  await ann.cancel(id)
  await expect(tray(page)).toBeHidden({ timeout: 30_000 })
})

test('the title and the icon of the tab tell how far it is, and are the page’s own again afterwards', async ({
  signedIn: _signedIn,
  page,
  ann,
}) => {
  await openLive(page, '/profile/settings')
  const icon = page.locator('link[rel="icon"][type="image/svg+xml"]')
  const title = await page.title()
  const { id } = await ann.submit(film('Waves on the sea at sunset'))
  await expect(icon).toHaveAttribute('href', /^data:image\/svg/)
  await expect(page).toHaveTitle(/^\d+\s?% · /, { timeout: 60_000 })
  // On the way to another page its title is told without it.
  await page.getByRole('link', { name: 'Statistics' }).first().click()
  await expect(page.locator('p[aria-live="polite"]').filter({ hasText: /^Statistics/ })).toBeAttached()
  await expect(page).toHaveTitle(/^\d+\s?% · Statistics/)
  await ann.cancel(id)
  await expect(page).toHaveTitle(/^Statistics/)
  expect(title).toMatch(/^Settings/)
  await expect(icon).not.toHaveAttribute('href', /^data:/)
})

test('nothing on the page moves when the tray comes and goes', async ({ signedIn: _signedIn, page, ann }) => {
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if ('value' in entry) Object.assign(window, { shift: Reflect.get(window, 'shift') + entry.value })
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await openLive(page, '/profile/settings')
  await ann.submit(quick('A red house on a hill'))
  await expect(tray(page)).toContainText('Ready', { timeout: 30_000 })
  expect(await page.evaluate(() => Reflect.get(window, 'shift'))).toBe(0)
})

test.describe('with notifications allowed', () => {
  test.use({ permissions: ['notifications'] })

  test('who looks elsewhere is told when something is ready, once, unless it is switched off', async ({ signedIn, page, ann }) => {
    await signedIn.addInitScript(() => {
      const shown: string[] = []
      Object.assign(window, { shown })
      Object.defineProperty(window, 'Notification', {
        value: class extends EventTarget {
          static readonly permission = 'granted'
          constructor(title: string) {
            super()
            shown.push(title)
          }
        },
      })
      Object.assign(window, {
        hide(state: string) {
          Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
          document.dispatchEvent(new Event('visibilitychange'))
        },
      })
    })
    const shown = (tab: Page) => tab.evaluate(() => Reflect.get(window, 'shown'))
    const setVisibility = (tab: Page, state: string) => tab.evaluate((to) => Reflect.get(window, 'hide')(to), state)
    await openLive(page, '/profile/settings')

    await ann.submit(quick('Seen by the person'))
    await expect(tray(page)).toContainText('Ready', { timeout: 30_000 })
    expect(await shown(page)).toEqual([])

    await setVisibility(page, 'hidden')
    const { id } = await ann.submit(quick('A lake in the mountains'))
    await ann.until(id, ['succeeded'])
    await expect.poll(() => shown(page)).toEqual(['The text is ready.'])

    await setVisibility(page, 'visible')
    await tray(page).click()
    await page.getByRole('switch', { name: 'Notify me while I look elsewhere' }).click()
    await page.keyboard.press('Escape')
    await setVisibility(page, 'hidden')
    const last = await ann.submit(quick('A boat on a lake'))
    await ann.until(last.id, ['succeeded'])
    await expect(page.getByText('The text is ready.').first()).toBeAttached()
    expect(await shown(page)).toHaveLength(1)
  })
})

test('a server that fails is not asked at every per cent of a run it was not told of, and answers once it can', async ({
  signedIn: _signedIn,
  page,
  ann,
  problems,
}) => {
  const { id } = await ann.submit(quick('A storm over the sea'))
  await ann.until(id, ['succeeded'])
  let asked = 0
  let fails = true
  // A stream would tell of the run as a whole.
  await page.route('/events', () => undefined)
  await page.route(/\/_serverFn\//, (route, request) => {
    if (request.url().includes(id)) asked += 1
    return fails ? route.fulfill({ status: 503, body: '' }) : route.continue()
  })
  await page.goto('/profile/settings')
  await page.locator('html[data-live]').waitFor({ state: 'attached' })
  // As the tab that holds the stream tells the others.
  const tellProgress = () =>
    page.evaluate(
      ([user, run]) =>
        new Promise<void>((resolve) => {
          const channel = new BroadcastChannel(`quartet.generation-events.${user}`)
          let percent = 0
          const timer = setInterval(() => {
            percent += 1
            channel.postMessage({ id: null, event: { type: 'generation', data: { id: run, progress: percent / 100 } } })
            if (percent < 100) return
            clearInterval(timer)
            channel.close()
            resolve()
          }, 30)
        }),
      [ann.id, id] as const,
    )
  await tellProgress()
  expect(asked).toBeGreaterThan(0)
  expect(asked).toBeLessThan(8)
  fails = false
  asked = 0
  await expect.poll(() => asked, { timeout: 40_000 }).toBe(1)
  // It is known now: nothing more is asked.
  await tellProgress()
  expect(asked).toBe(1)
  problems.splice(0)
})
