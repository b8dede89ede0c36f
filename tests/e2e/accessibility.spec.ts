import { expectNoBarriers, overflowOf } from './check-accessibility.ts'
import { cardOf, expect, haveAccount, openHydrated, test, labels } from './fixtures.ts'
import { makeWork } from './make-work.ts'
import { desktop, openPages, personPages, phone } from './pages.ts'
import { seen } from './seen.ts'

// In Russian, whose words are longer, `russian.spec.ts` opens the same pages in every run.
test('axe (WCAG 2.2 AA) finds nothing on any page in English, and each fits a phone', { tag: '@full' }, async ({ page }) => {
  test.slow()
  const look = async (path: string) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }), path).toBeAttached()
    await expectNoBarriers(page, path)
    await page.setViewportSize(phone)
    expect(await overflowOf(page), `${path} on a phone`).toBeLessThanOrEqual(0)
    await page.setViewportSize(desktop)
  }
  for (const path of openPages) await look(path)
  await haveAccount(page)
  for (const path of personPages) await look(path)
})

test('axe (WCAG 2.2 AA) finds nothing on a page with a finished picture, in both themes', async ({ page }) => {
  await haveAccount(page)
  const prompt = labels.en.prompts.image
  await makeWork(page, { model: 'sketch-image', prompt, options: { size: '512' } })
  await page.goto('/dashboard/image')
  await seen(cardOf(page, prompt).getByRole('img').first())
  await expectNoBarriers(page, 'a finished picture', { bothThemes: true })
})

test('after a navigation inside the app the new page has the focus, and its title is announced', { tag: '@full' }, async ({ page }) => {
  await haveAccount(page)
  await openHydrated(page, '/legal')
  await page
    .getByRole('main')
    .getByRole('link', { name: /Privacy/ })
    .press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy policy')
  await expect(page.locator('#content')).toBeFocused()
  await expect(page.locator('p[aria-live="polite"]').filter({ hasText: 'Privacy policy' })).toBeAttached()
})

test('the skip link comes first and leads past the navigation', async ({ page }) => {
  await page.goto('/legal/terms')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await skip.press('Enter')
  await expect(page.locator('#content')).toBeFocused()
})

test('the title of the pages of tokens, token packs and pricing is hidden from sight and read by screen readers', async ({ page }) => {
  await haveAccount(page)
  for (const path of ['/profile/tokens', '/profile/token-packs', '/profile/subscription/pricing']) {
    await page.goto(path)
    const title = page.getByRole('heading', { level: 1 })
    await expect(title).toBeAttached()
    expect((await title.boundingBox())?.width, path).toBeLessThanOrEqual(1)
  }
})
