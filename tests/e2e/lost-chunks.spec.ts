import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { Page } from '@playwright/test'
import { cardOf, expect, haveAccount, openHydrated, test, untilHydrated, openOptions } from './fixtures.ts'
import { makeWork } from './make-work.ts'
import { seen } from './seen.ts'

/** Removes the browser's messages about the lost requests and the resulting errors. */
const isExpected = (problems: string[]) => void problems.splice(0)

const incomplete = (page: Page) => page.getByRole('alert').filter({ hasText: 'This page didn’t load completely.' })

/** Records the path of every document that the page requests. */
function watchDocuments(page: Page): string[] {
  const documents: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) documents.push(new URL(request.url()).pathname)
  })
  return documents
}

/** Returns a function that reports whether a page that had content ever lost all of it. */
async function watchContent(page: Page) {
  await page.addInitScript(() => {
    let seen = false
    new MutationObserver(() => {
      const filled = Boolean(document.body?.textContent?.trim())
      if (seen && !filled) sessionStorage.setItem('blank', 'yes')
      seen ||= filled
    }).observe(document, { childList: true, subtree: true })
  })
  return () => page.evaluate(() => sessionStorage.getItem('blank'))
}

// The page reloads once per path in ten seconds, and a busy machine may take that long for one test.
test.beforeEach(async ({ page }) => {
  await page.clock.setFixedTime(Date.now())
})

/** The chunks of a first load. The loss of those marked `full` has the same effect as that of another one in the list. */
const kinds: { kind: string; path: string; file: RegExp; full?: boolean }[] = [
  { kind: 'the entry', path: '/signin', file: /assets\/index-[^/]*\.js/ },
  { kind: 'the framework', path: '/signin', file: /assets\/start-[^/]*\.js/, full: true },
  { kind: 'a route', path: '/signin', file: /assets\/signin-[^/]*\.js/, full: true },
  { kind: 'a layout', path: '/signin', file: /assets\/_center-[^/]*\.js/, full: true },
  { kind: 'the chunk that routes share', path: '/signin', file: /assets\/common-[^/]*\.js/, full: true },
  { kind: 'the messages of a feature', path: '/signin', file: /assets\/session-[^/]*\.js/, full: true },
  { kind: 'the messages of every page', path: '/signin', file: /assets\/shared-[^/]*\.js/, full: true },
  { kind: 'the stylesheet', path: '/signin', file: /assets\/styles-[^/]*\.css/, full: true },
  { kind: 'a feature', path: '/dashboard/image', file: /assets\/studio-[^/]*\.js/, full: true },
]

for (const { kind, path, file, full } of kinds) {
  const tag = full ? '@full' : []

  test(`${kind}, lost once on a first load, reloads the page once`, { tag: '@full' }, async ({ page, problems }) => {
    if (path !== '/signin') await haveAccount(page)
    const documents = watchDocuments(page)
    const blank = await watchContent(page)
    await page.route(file, (route) => (documents.length > 1 ? route.continue() : route.abort()))
    await page.goto(path)
    await expect.poll(() => documents).toEqual([path, path])
    await untilHydrated(page)
    await expect(page).toHaveTitle(/Quartet/)
    await expect(incomplete(page)).toBeHidden()
    expect([documents, await blank()]).toEqual([[path, path], null])
    isExpected(problems)
  })

  test(`${kind}, lost permanently, leaves the page readable after one reload`, { tag }, async ({ page, problems }) => {
    if (path !== '/signin') await haveAccount(page)
    const documents = watchDocuments(page)
    const blank = await watchContent(page)
    await page.route(file, (route) => route.fulfill({ status: 404, body: '' }))
    await page.goto(path)
    await seen(incomplete(page))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page).toHaveTitle(/Quartet/)
    expect([documents, await blank()]).toEqual([[path, path], null])
    const [link, target] = path === '/signin' ? ['Forgot password?', '/password/forgot'] : ['Video', '/dashboard/video']
    await page.getByRole('link', { name: link, exact: true }).first().click()
    await expect(page).toHaveURL(target)
    isExpected(problems)
  })
}

test('a new build between a page and its chunks reloads the page once', async ({ page, problems }) => {
  const documents = watchDocuments(page)
  await page.route(/\/assets\/[^/]*\.(?:js|css)$/, (route) =>
    documents.length > 1 ? route.continue() : route.fulfill({ status: 404, body: '' }),
  )
  await page.goto('/signin')
  await expect.poll(() => documents.length).toBe(2)
  await untilHydrated(page)
  expect(documents).toEqual(['/signin', '/signin'])
  isExpected(problems)
})

test('blocked storage never makes the page reload', { tag: '@full' }, async ({ page, problems }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'sessionStorage', {
      get: () => {
        throw new DOMException('blocked', 'SecurityError')
      },
    })
  })
  const documents = watchDocuments(page)
  for (const file of [/assets\/index-[^/]*\.js/, /assets\/signin-[^/]*\.js/]) {
    await page.route(file, (route) => route.abort())
    await page.goto('/signin')
    await seen(incomplete(page))
    await page.unroute(file)
  }
  expect(documents).toEqual(['/signin', '/signin'])
  isExpected(problems)
})

test('a part that is lost permanently stays as the server rendered it', async ({ page, problems }) => {
  await haveAccount(page)
  await makeWork(page, { model: 'sketch-image', prompt: 'Dunes at noon', options: { size: '512' } })
  const documents = watchDocuments(page)
  const lost: string[] = []
  await page.route(/assets\/generation-card-[^/]*\.js/, (route) => {
    lost.push(documents.join(' '))
    return route.abort()
  })
  // Cards load with the first touch.
  await page.addInitScript(() => Object.assign(window, { isTouched: true }))
  await page.goto('/dashboard/image')
  await expect.poll(() => documents).toEqual(['/dashboard/image', '/dashboard/image'])
  await expect.poll(() => lost).toContain('/dashboard/image /dashboard/image')
  await untilHydrated(page, 'form')
  await seen(cardOf(page, 'Dunes at noon').getByRole('img', { name: 'Dunes at noon' }))
  expect(problems.splice(0).filter((problem) => !problem.includes('ERR_FAILED'))).toEqual([])
})

test(
  'a player whose code comes late stays as the server rendered it, and takes a press in the moment of its hydration',
  { tag: '@full' },
  async ({ page }) => {
    await haveAccount(page)
    await makeWork(page, { model: 'sketch-speech', prompt: 'Good evening', options: {} })
    await makeWork(page, { model: 'sketch-speech', prompt: 'Good morning', options: {} })
    await page.addInitScript(() => {
      new MutationObserver(() => {
        const players = document.querySelectorAll('audio').length
        if (players < Number(sessionStorage.getItem('players'))) sessionStorage.setItem('gone', 'yes')
        sessionStorage.setItem('players', String(players))
      }).observe(document, { childList: true, subtree: true })
      document.addEventListener('play', () => sessionStorage.setItem('played', 'yes'), true)
    })
    const asked = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    const players = globSync('dist/client/assets/*.js').filter((path) => readFileSync(path, 'utf8').includes('playbackRate'))
    const names = players.map((path) => basename(path))
    await page.route(
      ({ pathname }) => names.includes(basename(pathname)),
      async (route) => {
        asked.resolve()
        await released.promise
        await route.continue()
      },
    )
    await page.goto('/dashboard/audio')
    await untilHydrated(page, 'form')
    await asked.promise
    await page.getByRole('textbox').first().fill('Good night')
    await expect(page.getByRole('button', { name: /Create/ })).toContainText(/\d/)
    await expect(page.getByRole('button', { name: 'Play', exact: true })).toHaveCount(2)
    released.resolve()
    await page.getByRole('button', { name: 'Play', exact: true }).first().click()
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('played'))).toBe('yes')
    expect(await page.evaluate(() => sessionStorage.getItem('gone'))).toBeNull()
  },
)

test('an example whose code comes late stays as the server rendered it, and then runs', { tag: '@full' }, async ({ page }) => {
  await haveAccount(page)
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const shown = document.querySelector('#content figure') !== null
      if (!shown && sessionStorage.getItem('example') === 'shown') sessionStorage.setItem('example', 'gone')
      if (shown && !sessionStorage.getItem('example')) sessionStorage.setItem('example', 'shown')
    }).observe(document, { childList: true, subtree: true })
  })
  const asked = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  await page.route(/assets\/(?:empty-feed|sound-example)-[^/]*\.js/, async (route) => {
    asked.resolve()
    await released.promise
    await route.continue()
  })
  await page.goto('/dashboard/audio')
  await untilHydrated(page, 'form')
  await asked.promise
  await openOptions(page)
  await page.getByRole('radio', { name: 'Sketch Music' }).click()
  await expect(page).toHaveURL(/model=sketch-music/)
  await page.getByRole('textbox').first().fill('Calm piano')
  await expect(page.getByRole('figure')).toBeVisible()
  released.resolve()
  // The server rendered the example of speech.
  await expect(page.getByRole('figure')).toContainText('Dreamy music')
  expect(await page.evaluate(() => sessionStorage.getItem('example'))).toBe('shown')
  await page.getByRole('button', { name: /^Create similar/ }).click()
  await expect(page.getByRole('article', { name: /^Dreamy music/ })).toBeVisible()
})

test(
  'a popup lost after hydration reloads the page once, and a second loss leaves it as it is',
  { tag: '@full' },
  async ({ page, problems }) => {
    await haveAccount(page)
    await page.addInitScript(() => {
      let losses = 0
      window.addEventListener('vite:preloadError', () => Object.assign(window, { losses: (losses += 1) }))
    })
    const documents = watchDocuments(page)
    let read = 0
    page.on('domcontentloaded', () => (read += 1))
    await page.route(/assets\/palette-[^/]*\.js/, (route) => route.abort())
    await openHydrated(page, '/dashboard')
    await page.keyboard.press('ControlOrMeta+k')
    await expect.poll(() => read).toBe(2)
    expect(documents).toEqual(['/dashboard', '/dashboard'])
    await untilHydrated(page)
    await page.keyboard.press('ControlOrMeta+k')
    // The key causes one loss and the prefetch another.
    await page.waitForFunction(() => Number(Reflect.get(window, 'losses')) >= 2)
    expect(documents).toEqual(['/dashboard', '/dashboard'])
    // The page still works. If a prefetch is lost during the navigation, its target comes from the server.
    await page.getByRole('link', { name: 'Image', exact: true }).first().click()
    await expect(page).toHaveURL('/dashboard/image')
    await untilHydrated(page)
    isExpected(problems)
  },
)

test(
  'a page whose chunk is lost again within ten seconds shows the error page, without a reload by the router',
  { tag: '@full' },
  async ({ page, problems }) => {
    await page.route(/assets\/forgot-[^/]*\.js/, (route) => route.fulfill({ status: 404, body: '' }))
    await page.goto('/password/forgot')
    await seen(incomplete(page))
    await openHydrated(page, '/signin')
    const documents = watchDocuments(page)
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Couldn’t load this page')
    expect(documents).toEqual([])
    isExpected(problems)
  },
)

test('a failed chunk load triggers a reload at the requested page, once per path in 10 s', async ({ page, problems }) => {
  await openHydrated(page, '/signin')
  const documents: string[] = []
  page.on('request', (request) => request.isNavigationRequest() && documents.push(new URL(request.url()).pathname))
  await page.route(/assets\/forgot-[^/]*\.js/, (route) => route.fulfill({ status: 404, body: '' }))
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page).toHaveURL('/password/forgot')
  await expect(page.getByText('This page didn’t load completely.')).toBeVisible()
  // The stylesheet shows the same on a page whose scripts have not started after a while.
  const notice = page.locator('#incomplete')
  await notice.evaluate((element) => {
    element.setAttribute('hidden', '')
    delete document.documentElement.dataset.live
    for (const animation of element.getAnimations()) animation.finish()
  })
  await expect(notice.getByRole('link', { name: 'Reload page' })).toBeVisible()
  await page.evaluate(() => (document.documentElement.dataset.live = ''))
  await expect(notice).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(documents).toEqual(['/password/forgot'])
  isExpected(problems)
})
