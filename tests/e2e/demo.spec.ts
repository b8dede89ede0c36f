import type { Page } from '@playwright/test'
import { startServer } from '#tests/fixtures/server.ts'
import { expectNoBarriers, overflowOf } from './check-accessibility.ts'
import { browserLocale, expect, openHydrated, test } from './fixtures.ts'
import { seen } from './seen.ts'

const demoOf = (page: Page, name: string) => page.getByRole('region', { name })

test('a visitor draws an image with the keyboard, hears what is missing, and signs up with the prompt', async ({ page }) => {
  await openHydrated(page, '/')
  const demo = demoOf(page, 'Try it without an account')
  const field = demo.getByRole('textbox')
  const draw = demo.getByRole('button', { name: 'Draw for free' })
  await draw.scrollIntoViewIfNeeded()
  await expect(draw).toBeEnabled()

  await test.step('an empty prompt is pointed out', async () => {
    await draw.press('Enter')
    await seen(demo.getByRole('alert').filter({ hasText: 'Describe what to create.' }))
    await expect(field).toBeFocused()
  })
  await test.step('an image is drawn', async () => {
    await page.keyboard.type('A lighthouse by the sea')
    await page.keyboard.press('Enter')
    await seen(demo.getByRole('img', { name: 'A lighthouse by the sea' }))
    await expect(demo.getByRole('status')).toHaveText('“A lighthouse by the sea”')
  })
  await test.step('the missing noun is named, with ideas', async () => {
    await field.fill('a plate of sushi')
    await page.keyboard.press('Enter')
    await expect(demo.getByRole('status')).toContainText('Left out: sushi. Drawn instead:')
    await expectNoBarriers(page, 'the demo')
    const ideas = demo.getByRole('group', { name: 'Ideas that I can draw' })
    await ideas.getByRole('button').first().click()
    await expect(ideas).toBeHidden()
    await expect(demo.getByRole('status')).not.toContainText('Drawing')
  })
  const prompt = await field.inputValue()
  await demo.getByRole('link', { name: 'Sign up and continue with this prompt' }).click()
  await expect(page).toHaveURL(/\/signin\?mode=sign-up/)
  expect(decodeURIComponent(page.url()).replaceAll('+', ' ')).toContain(prompt)
})

test('a visitor who is offline sees the reason, and a retry works', { tag: '@full' }, async ({ page, context, problems }) => {
  await openHydrated(page, '/')
  const demo = demoOf(page, 'Try it without an account')
  await demo.getByRole('textbox').fill('A castle in the mountains')
  await demo.getByRole('button', { name: 'Draw for free' }).click()
  await seen(demo.getByRole('img', { name: 'A castle in the mountains' }))
  await context.setOffline(true)
  await demo.getByRole('textbox').fill('A sailing boat at sunset')
  await demo.getByRole('button', { name: 'Draw for free' }).click()
  await seen(demo.getByRole('alert').filter({ hasText: 'Check your connection' }))
  await context.setOffline(false)
  // The browser reports the failure that this test provokes.
  problems.splice(0)
  await demo.getByRole('button', { name: 'Try again' }).click()
  await seen(demo.getByRole('img', { name: 'A sailing boat at sunset' }))
})

test.describe('in Russian on a small phone', () => {
  test.use({ locale: browserLocale.ru, viewport: { width: 320, height: 720 }, hasTouch: true, isMobile: true })

  test('the demo fits a small phone in Russian, and the image scrolls into view', { tag: '@full' }, async ({ page }) => {
    await openHydrated(page, '/')
    const demo = demoOf(page, 'Попробуйте без аккаунта')
    await demo.getByRole('button', { name: 'Маяк у моря в шторм' }).tap()
    const image = demo.getByRole('img', { name: 'Маяк у моря в шторм' })
    await expect(image).toBeInViewport()
    await seen(image)
    await expect(demo.getByRole('link', { name: 'Создать аккаунт и продолжить' })).toBeVisible()
    expect(await overflowOf(page)).toBe(0)
  })
})

test('a server with the demo switched off has no form for it', { tag: '@full' }, async ({ page }) => {
  await using server = await startServer({ built: true, env: { DEMO: 'off' } })
  await openHydrated(page, `${server.url}/`)
  await expect(page.getByRole('region', { name: 'Four formats, one balance' })).toBeVisible()
  await expect(demoOf(page, 'Try it without an account')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Draw for free' })).toHaveCount(0)
  // The page would report its missing server.
  await page.goto('about:blank')
})
