import { expect, openHydrated } from './fixtures.ts'
import { test } from './signed-in.ts'

test.use({ userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' })

test('a bot that moves to a page whose call fails sees no error, neither in a section nor as a title, and it is logged', async ({
  signedIn: _signedIn,
  page,
  problems,
}) => {
  await openHydrated(page, '/profile/settings')
  await page.route('**/_serverFn/**', (route) => route.fulfill({ status: 500, json: { detail: 'Out of order.', code: 'internal' } }))
  await page.getByRole('link', { name: 'Statistics' }).first().click()
  await expect(page).toHaveURL('/profile/statistics')
  await expect.poll(() => problems.join()).toContain('Out of order.')
  await expect(page).toHaveTitle(/Statistics/)
  await expect(page.getByRole('main')).not.toContainText(/Couldn’t load|Try again|Out of order/)
  problems.splice(0)
})
