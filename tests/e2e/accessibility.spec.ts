import type { Page } from '@playwright/test'
import { isFull } from '#tests/fixtures/campaign.ts'
import { expectNoBarriers, overflowOf } from './check-accessibility.ts'
import { browserLocale, cardOf, expect, haveAccount, openHydrated, test, labels } from './fixtures.ts'
import { makeWork } from './make-work.ts'
import { closedPages, openPages } from './pages.ts'
import { seen } from './seen.ts'

const desktop = { width: 1280, height: 720 }
const phone = { width: 390, height: 844 }
/** Pages on which a usual run checks the colors of both themes: media, forms, prices and a table of figures. */
const inBothThemes = new Set(['/', '/signin', '/dashboard', '/dashboard/image', '/profile/tokens', '/profile/subscription/pricing'])
/** Legal documents, which share the frame of the terms of service. */
const repeatsTerms = /^\/legal\/(?:aup|offer|privacy|commercial)$/

async function expectAccessible(page: Page, path: string, { bothThemes = isFull || inBothThemes.has(path) } = {}) {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 }), path).toBeAttached()
  await expectNoBarriers(page, path, { bothThemes })
  // In Russian, whose words are longer, `russian.spec.ts` opens the same pages on a phone.
  if (!isFull) return
  await page.setViewportSize(phone)
  expect(await overflowOf(page), `${path} on a phone`).toBeLessThanOrEqual(0)
  await page.setViewportSize(desktop)
}

test('axe (WCAG 2.2 AA) finds nothing on any page', async ({ page }) => {
  test.slow()
  for (const path of openPages) if (isFull || !repeatsTerms.test(path)) await expectAccessible(page, path)
  await haveAccount(page)
  for (const path of [...closedPages, '/dashboard?chord=new', '/dashboard?film=new']) await expectAccessible(page, path)
  const prompt = labels.en.prompts.image
  await makeWork(page, { model: 'sketch-image', prompt, options: { size: '512' } })
  await page.goto('/dashboard/image')
  await seen(cardOf(page, prompt).getByRole('img').first())
  await expectNoBarriers(page, 'a finished picture', { bothThemes: true })
})

test.describe('in Russian', { tag: '@full' }, () => {
  test.use({ locale: browserLocale.ru })

  test('axe (WCAG 2.2 AA) finds nothing on any page', async ({ page }) => {
    // Colors do not depend on the language.
    for (const path of openPages) await expectAccessible(page, path, { bothThemes: false })
    await haveAccount(page)
    for (const path of closedPages) await expectAccessible(page, path, { bothThemes: false })
  })
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
