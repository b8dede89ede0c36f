import type { Page } from '@playwright/test'
import { expectNoBarriersInDialog } from './check-accessibility.ts'
import { expect, inEachLanguage } from './fixtures.ts'
import { seen } from './seen.ts'
import { test } from './signed-in.ts'

const say = {
  en: { one: /^1 result in progress/, title: 'Running now', cancel: /^Cancel /, ready: 'Ready', nothing: 'Nothing is running right now.' },
  ru: {
    one: /^Создаётся 1 результат/,
    title: 'Сейчас создаётся',
    cancel: /^Отмена /,
    ready: 'Готово',
    nothing: 'Сейчас ничего не запущено.',
  },
} as const

const film = (prompt: string) => ({ model: 'sketch-video', prompt, options: { duration: 10 } })
/** A run that ends within a second. */
const quick = (prompt: string) => ({
  model: 'sketch-text',
  prompt: `${prompt}. ${'The lamp is lit at dusk, and its keeper writes down the weather. '.repeat(6)}`,
  options: {},
})
const tray = (page: Page) => page.getByRole('banner').locator('[data-tray]')

/** Opens a page and waits for its event stream; without it the page polls and learns of runs late. */
async function openStreaming(page: Page, path: string) {
  const stream = page.waitForResponse((response) => new URL(response.url()).pathname === '/events')
  await page.goto(path)
  await stream
}

inEachLanguage((locale) => {
  test('running jobs are in the header of every page, with their progress and a cancel button', async ({
    signedIn: _signedIn,
    page,
    ann,
  }) => {
    await openStreaming(page, '/profile/settings')
    await expect(tray(page)).toBeHidden()
    const run = await ann.submit(film('Waves on the sea at sunset'))
    const pill = page.getByRole('button', { name: say[locale].one })
    await seen(pill)

    await page.goto('/legal/terms')
    await pill.click()
    const panel = page.getByRole('dialog', { name: say[locale].title })
    await expect(panel).toContainText('Waves on the sea at sunset')
    await expect(panel.getByRole('progressbar')).toBeVisible()
    await expect(panel).toContainText(/\d:\d\d/)
    await expectNoBarriersInDialog(page, 'the tray')

    await panel.getByRole('button', { name: say[locale].cancel }).click()
    await expect(panel).toContainText(say[locale].nothing)
    expect((await ann.get(run.id)).status).toBe('canceled')
    await page.keyboard.press('Escape')
    await expect(tray(page)).toBeHidden()
  })
})

test('a finished run stays a moment and links to its result', { tag: '@full' }, async ({ signedIn: _signedIn, page, ann }) => {
  await openStreaming(page, '/profile/statistics')
  const { id } = await ann.submit(quick('A red house on a hill'))
  await expect(tray(page)).toContainText('Ready')
  await tray(page).click()
  await page
    .getByRole('dialog', { name: 'Running now' })
    .getByRole('link', { name: /^A red house on a hill/ })
    .click()
  await expect(page).toHaveURL(new RegExp(`/dashboard\\?item=${id}`))
})

test('a run of another device shows in every tab, and all tabs share one stream', { tag: '@full' }, async ({ signedIn, page, ann }) => {
  let streams = 0
  signedIn.on('request', (request) => {
    if (new URL(request.url()).pathname === '/events') streams += 1
  })
  const other = await signedIn.newPage()
  await openStreaming(page, '/profile/settings')
  await other.goto('/dashboard/image')
  await ann.submit(film('A city at night'))
  for (const tab of [page, other]) await seen(tab.getByRole('button', { name: say.en.one }))
  expect(streams).toBe(1)

  // The tab with the stream closes, and the other one takes over and learns of the end.
  await page.close()
  const [run] = await ann.list(['queued', 'running'])
  await ann.cancel(run?.id ?? '')
  await expect(tray(other)).toBeHidden()
  expect(streams).toBe(2)
})

test('the page polls without the stream', { tag: '@full' }, async ({ signedIn, page, ann }) => {
  await signedIn.route('**/events', (route) => route.fulfill({ status: 503 }))
  await page.goto('/profile/settings')
  const { id } = await ann.submit(film('A city at night'))
  await seen(page.getByRole('button', { name: say.en.one }))
  await ann.cancel(id)
  await expect(tray(page)).toBeHidden()
})

test(
  'the title and the icon of the tab show the progress, and are restored afterwards',
  { tag: '@full' },
  async ({ signedIn: _signedIn, page, ann }) => {
    await openStreaming(page, '/profile/settings')
    const icon = page.locator('link[rel="icon"][type="image/svg+xml"]')
    const title = await page.title()
    const { id } = await ann.submit(film('Waves on the sea at sunset'))
    await expect(icon).toHaveAttribute('href', /^data:image\/svg/)
    await expect(page).toHaveTitle(/^\d+\s?% · /)
    // The announced title of the next page has no percentage.
    await page.getByRole('link', { name: 'Statistics' }).first().click()
    await expect(page.locator('p[aria-live="polite"]').filter({ hasText: /^Statistics/ })).toBeAttached()
    await expect(page).toHaveTitle(/^\d+\s?% · Statistics/)
    await ann.cancel(id)
    await expect(page).toHaveTitle(/^Statistics/)
    expect(title).toMatch(/^Settings/)
    await expect(icon).not.toHaveAttribute('href', /^data:/)
  },
)

test('nothing on the page moves when the tray comes and goes', { tag: '@full' }, async ({ signedIn: _signedIn, page, ann }) => {
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if ('value' in entry) Object.assign(window, { shift: Reflect.get(window, 'shift') + entry.value })
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await openStreaming(page, '/profile/settings')
  // The page's font may arrive late and then moves text.
  await page.evaluate(async () => {
    await document.fonts.ready
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    Object.assign(window, { shift: 0 })
  })
  await ann.submit(quick('A red house on a hill'))
  await expect(tray(page)).toContainText('Ready')
  expect(await page.evaluate(() => Reflect.get(window, 'shift'))).toBe(0)
})

test.describe('with notifications allowed', () => {
  test.use({ permissions: ['notifications'] })

  test(
    'a user in another window is notified once about a finished run, unless it is switched off',
    { tag: '@full' },
    async ({ signedIn, page, ann }) => {
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
      await openStreaming(page, '/profile/settings')

      await ann.submit(quick('Seen by the person'))
      await expect(tray(page)).toContainText('Ready')
      expect(await shown(page)).toEqual([])

      await setVisibility(page, 'hidden')
      const { id } = await ann.submit(quick('A lake in the mountains'))
      await ann.until(id, ['succeeded'])
      await expect.poll(() => shown(page)).toEqual(['The text is ready.'])

      await setVisibility(page, 'visible')
      await tray(page).click()
      await page.getByRole('switch', { name: 'Notify me while I’m in another window' }).click()
      await page.keyboard.press('Escape')
      await setVisibility(page, 'hidden')
      const last = await ann.submit(quick('A boat on a lake'))
      await ann.until(last.id, ['succeeded'])
      await expect(page.getByText('The text is ready.').first()).toBeAttached()
      expect(await shown(page)).toHaveLength(1)
    },
  )
})

test(
  'a failing server is not asked for an unknown run at every progress event, and is asked again when it recovers',
  { tag: '@full' },
  async ({ signedIn: _signedIn, page, ann, problems }) => {
    const { id } = await ann.submit(quick('A storm over the sea'))
    await ann.until(id, ['succeeded'])
    let asked = 0
    let fails = true
    // An open stream would send the whole run.
    await page.route('/events', () => undefined)
    await page.route(/\/_serverFn\//, (route, request) => {
      if (request.url().includes(id)) asked += 1
      return fails ? route.fulfill({ status: 503, body: '' }) : route.continue()
    })
    await page.goto('/profile/settings')
    await page.locator('html[data-live]').waitFor({ state: 'attached' })
    // The tab with the stream sends this to the others.
    const sendProgress = () =>
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
            }, 10)
          }),
        [ann.id, id] as const,
      )
    // The page listens once it is hydrated.
    await expect(async () => {
      await sendProgress()
      expect(asked).toBeGreaterThan(0)
    }).toPass()
    expect(asked).toBeLessThan(8)
    fails = false
    asked = 0
    await expect.poll(() => asked).toBe(1)
    // The page now knows the run and sends no more requests.
    await sendProgress()
    expect(asked).toBe(1)
    problems.splice(0)
  },
)
