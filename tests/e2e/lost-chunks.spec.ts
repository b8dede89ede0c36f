import type { Page } from '@playwright/test'
import { expect, haveAccount, openLive, test, untilLive } from './fixtures.ts'

/** Lost requests and the errors they cause are asked for here. */
const isExpected = (problems: string[]) => void problems.splice(0)

const incomplete = (page: Page) => page.getByRole('alert').filter({ hasText: 'This page didn’t load completely.' })

/** Every document the page asks for, by path. */
function watchDocuments(page: Page): string[] {
  const documents: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) documents.push(new URL(request.url()).pathname)
  })
  return documents
}

/** Notes whether a page that had content ever lost all of it. */
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

const kinds = [
  ['the entry', '/signin', /assets\/index-[^/]*\.js/],
  ['the framework', '/signin', /assets\/start-[^/]*\.js/],
  ['a layout', '/signin', /assets\/_center-[^/]*\.js/],
  ['a route', '/signin', /assets\/signin-[^/]*\.js/],
  ['what routes share', '/signin', /assets\/common-[^/]*\.js/],
  ['the messages of every page', '/signin', /assets\/shell-[^/]*\.js/],
  ['the messages of a feature', '/signin', /assets\/session-[^/]*\.js/],
  ['the stylesheet', '/signin', /assets\/styles-[^/]*\.css/],
  ['a feature', '/dashboard/image', /assets\/studio-[^/]*\.js/],
] as const

for (const [kind, path, file] of kinds) {
  test(`${kind}, lost once on a first load, reloads the page once`, async ({ page, problems }) => {
    if (path !== '/signin') await haveAccount(page)
    const documents = watchDocuments(page)
    const blank = await watchContent(page)
    await page.route(file, (route) => (documents.length > 1 ? route.continue() : route.abort()))
    await page.goto(path)
    await expect.poll(() => documents).toEqual([path, path])
    await untilLive(page)
    await expect(page).toHaveTitle(/Quartet/)
    await expect(incomplete(page)).toBeHidden()
    expect([documents, await blank()]).toEqual([[path, path], null])
    isExpected(problems)
  })

  test(`${kind}, lost for good, leaves the page readable after one reload`, async ({ page, problems }) => {
    if (path !== '/signin') await haveAccount(page)
    const documents = watchDocuments(page)
    const blank = await watchContent(page)
    await page.route(file, (route) => route.fulfill({ status: 404, body: '' }))
    await page.goto(path)
    await expect(incomplete(page)).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page).toHaveTitle(/Quartet/)
    expect([documents, await blank()]).toEqual([[path, path], null])
    const [link, target] = path === '/signin' ? ['Forgot it?', '/password/forgot'] : ['Video', '/dashboard/video']
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
  await untilLive(page)
  expect(documents).toEqual(['/signin', '/signin'])
  isExpected(problems)
})

test('blocked storage never makes the page reload', async ({ page, problems }) => {
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
    await expect(incomplete(page)).toBeVisible()
    await page.unroute(file)
  }
  expect(documents).toEqual(['/signin', '/signin'])
  isExpected(problems)
})

test('a popup lost after hydration reloads the page once, and a second loss leaves it as it is', async ({ page, problems }) => {
  await haveAccount(page)
  const documents = watchDocuments(page)
  const palette = /assets\/palette-[^/]*\.js/
  await page.route(palette, (route) => route.abort())
  await openLive(page, '/dashboard')
  await page.keyboard.press('ControlOrMeta+k')
  await expect.poll(() => documents).toEqual(['/dashboard', '/dashboard'])
  await untilLive(page)
  const lost = page.waitForEvent('requestfailed', (request) => palette.test(request.url()))
  await page.keyboard.press('ControlOrMeta+k')
  await lost
  await page.getByRole('link', { name: 'Image', exact: true }).first().click()
  await expect(page).toHaveURL('/dashboard/image')
  await untilLive(page)
  expect(documents).toEqual(['/dashboard', '/dashboard'])
  isExpected(problems)
})

test('a page whose chunk is lost again within ten seconds shows the error page, without a reload by the router', async ({
  page,
  problems,
}) => {
  await page.route(/assets\/forgot-[^/]*\.js/, (route) => route.fulfill({ status: 404, body: '' }))
  await page.goto('/password/forgot')
  await expect(incomplete(page)).toBeVisible()
  await openLive(page, '/signin')
  const documents = watchDocuments(page)
  await page.getByRole('link', { name: 'Forgot it?' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page could not be shown')
  expect(documents).toEqual([])
  isExpected(problems)
})
