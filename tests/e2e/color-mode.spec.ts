import { expect, haveAccount, holdScripts, labels, openHydrated, openOptions, test } from './fixtures.ts'

const dark = /(?:^| )dark(?: |$)/
const mode = { system: 'System', light: 'Light', dark: 'Dark' } as const

test('in system mode an open page follows the dark or light setting of the OS', async ({ page }) => {
  // A plain page, and one of the app.
  for (const path of ['/legal', '/signin']) {
    await page.emulateMedia({ colorScheme: 'light' })
    await openHydrated(page, path)
    await expect(page.locator('html')).not.toHaveClass(dark)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(page.locator('html')).toHaveClass(dark)
    await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark')
    await expect(page.locator('meta[name="theme-color"]')).toHaveAttribute('content', '#0d0e12')
  }
})

test('the color mode is saved in local storage under nuxt-color-mode, and other tabs follow', async ({ page, context }) => {
  await haveAccount(page)
  const second = await context.newPage()
  await second.goto('/legal')
  await page.goto('/profile/settings')
  await page.getByRole('main').getByText(mode.dark, { exact: true }).click()
  await expect(page.locator('html')).toHaveClass(dark)
  expect(await page.evaluate(() => localStorage.getItem('nuxt-color-mode'))).toBe('dark')
  await expect(second.locator('html')).toHaveClass(dark)
  await page.getByRole('main').getByText(mode.system, { exact: true }).click()
  await expect(second.locator('html')).not.toHaveClass(dark)
})

test('the color mode can be chosen while storage is blocked', { tag: '@full' }, async ({ browser }) => {
  const context = await browser.newContext({ colorScheme: 'dark' })
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('blocked', 'SecurityError')
      },
    })
  })
  await page.goto('/legal')
  await expect(page.locator('html')).toHaveClass(dark)
  await page
    .getByRole('contentinfo')
    .getByRole('radio', { name: mode.light })
    .or(page.getByRole('button', { name: mode.light }))
    .first()
    .click()
  await expect(page.locator('html')).not.toHaveClass(dark)
  expect(errors).toEqual([])
  await context.close()
})

test('the first paint has the stored color mode before any script is loaded', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.addInitScript(() => localStorage.setItem('nuxt-color-mode', 'dark'))
  await holdScripts(page)
  // The later states of the document wait for the held scripts too.
  await page.goto('/legal', { waitUntil: 'commit' })
  await expect(page.locator('html')).toHaveClass(dark)
})

test('a contrast theme of the system keeps the marks of the button, the current page and the choice', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await haveAccount(page)
  await openHydrated(page, '/dashboard/image')
  const fillOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).backgroundColor)
  const ground = await fillOf('body')
  const submit = page.getByRole('button', { name: labels.en.generate })
  await expect(submit).toBeEnabled()
  await openOptions(page)
  for (const mark of ['.button-primary:enabled', '.nav-link[aria-current="page"]', '.ratio-choice:has(:checked)'])
    expect(await fillOf(mark), mark).not.toBe(ground)
  // Links and shapes that are not chosen have no such fill.
  for (const plain of ['.nav-link:not([aria-current])', '.ratio-choice:not(:has(:checked))'])
    expect(await fillOf(plain), plain).toBe(ground)
})
