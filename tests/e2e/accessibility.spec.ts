import type { Page } from '@playwright/test'
import type { Locale } from '#config'
import { expectNoBarriers, overflowOf } from './barriers.ts'
import { browserLocale, expect, generate, haveAccount, test, words } from './fixtures.ts'

const open = [
  '/',
  '/signin',
  '/signin?mode=sign-up',
  '/legal',
  '/legal/aup',
  '/legal/offer',
  '/legal/terms',
  '/legal/pricing',
  '/legal/privacy',
  '/legal/commercial',
  '/password/forgot',
  '/password/reset?token=x',
  '/email/verify?token=x',
  '/no/such/page',
]
const closed = [
  '/dashboard',
  '/dashboard/text',
  '/dashboard/audio',
  '/dashboard/image',
  '/dashboard/video',
  '/profile/tokens',
  '/profile/settings',
  '/profile/statistics',
  '/profile/token-packs',
  '/profile/subscription',
  '/profile/subscription/pricing',
  '/password/change',
]

const desktop = { width: 1280, height: 720 }
const phone = { width: 390, height: 844 }

for (const locale of ['en', 'ru'] as const) {
  test.describe(locale, () => {
    // Colours are judged as they end up, not in the middle of a fade.
    test.use({ locale: browserLocale[locale], contextOptions: { reducedMotion: 'reduce' } })

    test('axe (WCAG 2.2 AA) finds nothing on any page, and none is wider than a phone', async ({ page }) => {
      test.setTimeout(240_000)
      for (const path of open) await expectNothing(page, path, locale)
      await haveAccount(page)
      for (const path of closed) await expectNothing(page, path, locale)
      await expectNothingOnResult(page, locale)
    })
  })
}

async function expectNothing(page: Page, path: string, locale: Locale) {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 }), path).toBeAttached()
  // Colours do not depend on words.
  await expectNoBarriers(page, path, { bothThemes: locale === 'en' })
  await page.setViewportSize(phone)
  const overflow = await overflowOf(page)
  expect(overflow, `${path} on a phone`).toBeLessThanOrEqual(0)
  await page.setViewportSize(desktop)
}

async function expectNothingOnResult(page: Page, locale: Locale) {
  const card = await generate(page, locale, 'image', words[locale].prompts.image)
  await expect(card.getByRole('img').first()).toBeVisible({ timeout: 60_000 })
  await expectNoBarriers(page, 'a finished picture')
}

test('on navigation the keyboard begins at the new page, and its title is said', async ({ page }) => {
  await page.goto('/legal')
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
  const skip = page.getByRole('link', { name: 'Skip to the content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await skip.press('Enter')
  await expect(page.locator('#content')).toBeFocused()
})

test('the page title of tokens, token packs and pricing is hidden, and there for a screen reader', async ({ page }) => {
  await haveAccount(page)
  for (const path of ['/profile/tokens', '/profile/token-packs', '/profile/subscription/pricing']) {
    await page.goto(path)
    const title = page.getByRole('heading', { level: 1 })
    await expect(title).toBeAttached()
    expect((await title.boundingBox())?.width, path).toBeLessThanOrEqual(1)
  }
})
