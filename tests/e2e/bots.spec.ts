import { expect, openHydrated } from './fixtures.ts'
import { test } from './signed-in.ts'

test.use({ userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' })

test('a bot that moves to a page whose call fails sees no error, neither of a section nor of a page, nor in the title, and it is logged', async ({
  signedIn: _signedIn,
  page,
  problems,
}) => {
  await openHydrated(page, '/profile/settings')
  await page.route('**/_serverFn/**', (route) => route.fulfill({ status: 500, json: { detail: 'Out of order.', code: 'internal' } }))
  // The first page has an error of its own, which replaces a section; the second has none, so the whole page fails.
  for (const [path, title] of [
    ['/profile/statistics', /^Statistics/],
    ['/legal/pricing', /^Prices/],
  ] as const) {
    problems.splice(0)
    await page.evaluate((to) => history.pushState({}, '', to), path)
    await expect.poll(() => problems.join()).toContain('Out of order.')
    await expect(page).toHaveURL(path)
    await expect(page).toHaveTitle(title)
    await expect(page.locator('body')).not.toContainText(/Couldn’t load|Try again|Out of order|Page not found/)
  }
  problems.splice(0)
})
