import { type Page } from '@playwright/test'
import { config } from '#config'
import { expect, haveAccount, openHydrated, password, test, untilHydrated, labels } from './fixtures.ts'
import { seen } from './seen.ts'

/** Changes the URL as a link inside the app does: the router follows, and nothing is loaded from the server. */
const navigate = (page: Page, path: string) => page.evaluate((to) => history.pushState({}, '', to), path)

const cookieOf = async (page: Page, name: string) => (await page.context().cookies()).find((cookie) => cookie.name === name)

for (const path of ['/%zz', '/%ff', '/legal/%', '/ru/%ff', '/ru/legal/%']) {
  test(`the 404 page of ${path} keeps its address and the chosen theme when it is hydrated`, { tag: '@full' }, async ({ page }) => {
    await page.addInitScript((key) => localStorage.setItem(key, 'dark'), config.colorMode.storageKey)
    await openHydrated(page, path)
    await expect(page.getByRole('main')).toContainText(`${path.startsWith('/ru') ? 'Страница не найдена' : 'Page not found'}: ${path}`)
    await expect(page).toHaveTitle(path.startsWith('/ru') ? 'Страница не найдена' : 'Page Not Found')
    await expect(page.locator('html')).toHaveClass(/dark/)
    expect(new URL(page.url()).pathname).toBe(path)
  })
}

test(
  'the 404 page under /ru keeps the prefix on its links, and its language links lead to the same address',
  { tag: '@full' },
  async ({ page }) => {
    await openHydrated(page, '/ru/no/such/page')
    await expect(page).toHaveURL('/ru/no/such/page')
    await page.getByRole('navigation', { name: 'Язык' }).getByRole('link', { name: 'English' }).click()
    await expect(page).toHaveURL('/en/no/such/page')
    await expect(page).toHaveTitle('Page Not Found')
    await page.getByRole('link', { name: 'Go to home page' }).click()
    await expect(page).toHaveURL('/en')
  },
)

test('?ref= of a navigation inside the app is stored for 30 days, and the last one wins', { tag: '@full' }, async ({ page }) => {
  await openHydrated(page, '/signin')
  await navigate(page, '/password/forgot?ref=first')
  await expect.poll(async () => (await cookieOf(page, 'referral_code'))?.value).toBe('first')
  await navigate(page, '/signin?ref=second')
  await expect.poll(async () => (await cookieOf(page, 'referral_code'))?.value).toBe('second')
  const cookie = await cookieOf(page, 'referral_code')
  expect(Math.round(((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400)).toBe(30)
  await navigate(page, '/password/forgot?ref=%3Cscript%3E')
  await expect(page.getByRole('heading', { level: 1, name: 'Reset your password' })).toBeVisible()
  expect((await cookieOf(page, 'referral_code'))?.value).toBe('second')
})

test('?access_token= of a navigation inside the app signs in and leaves the URL', { tag: '@full' }, async ({ page }) => {
  await haveAccount(page)
  const token = (await cookieOf(page, config.auth.token.cookieName))?.value
  await page.context().clearCookies()
  await openHydrated(page, '/signin')
  await navigate(page, `/profile/settings?access_token=${token}#content`)
  await expect(page).toHaveURL('/profile/settings#content')
  await seen(page.getByRole('button', { name: 'Account', exact: true }))
  await expect.poll(async () => (await cookieOf(page, config.auth.token.cookieName))?.value).toBe(token)
})

test('?access_token= of another account inside the app asks first, and a forged one is ignored', { tag: '@full' }, async ({ page }) => {
  await haveAccount(page)
  const token = (await cookieOf(page, config.auth.token.cookieName))?.value
  await page.context().clearCookies()
  const email = await haveAccount(page)
  await openHydrated(page, '/profile/settings')
  await navigate(page, `/profile/statistics?access_token=${token}`)
  await expect(page).toHaveURL('/switch?redirect=%2Fprofile%2Fstatistics')
  await expect(page.getByRole('main')).toContainText(email)
  await page.getByRole('button', { name: 'Stay in my account' }).click()
  await expect(page).toHaveURL('/profile/statistics')
  await untilHydrated(page)
  await navigate(page, '/profile/settings?access_token=forged')
  await expect(page).toHaveURL('/profile/settings')
  await expect(page.getByText('This sign-in link was already used or has expired.')).toBeVisible()
})

test('a tab at the sign-in page continues to its target when another tab signs in', { tag: '@full' }, async ({ page, context }) => {
  const email = await haveAccount(page)
  await context.clearCookies()
  const waiting = await context.newPage()
  await openHydrated(waiting, '/signin?redirect=%2Fprofile%2Fstatistics')
  await openHydrated(page, '/signin?redirect=%2Fprofile%2Fsettings')
  await page.getByLabel(labels.en.email).fill(email)
  await page.getByLabel(labels.en.password).first().fill(password)
  await page.getByRole('button', { name: labels.en.signIn, exact: true }).click()
  await expect(page).toHaveURL('/profile/settings')
  await expect(waiting).toHaveURL('/profile/statistics')
})
