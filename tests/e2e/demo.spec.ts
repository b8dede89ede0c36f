import type { Page } from '@playwright/test'
import { startServer } from '#tests/fixtures/server.ts'
import { expectNoBarriers, overflowOf } from './check-accessibility.ts'
import { browserLocale, expect, openHydrated, test } from './fixtures.ts'
import { seen } from './seen.ts'

/** The hero, in whose own field a visitor tries the app. */
const heroOf = (page: Page, name = 'Video, images, audio and text from one sentence') => page.getByRole('region', { name })
const draw = (page: Page) => heroOf(page).getByRole('button', { name: 'Create · free' })
const said = (page: Page) => heroOf(page).getByRole('status')

/** Expects that the image fills the hero, from edge to edge of the window. */
async function expectFullBleed(page: Page, name: string) {
  const image = page.getByRole('img', { name })
  await expect(image).toHaveJSProperty('complete', true)
  const [drawn, hero] = [await image.boundingBox(), await page.locator('[data-stage]').boundingBox()]
  expect(drawn).toEqual(hero)
  expect(drawn?.width).toBe(await page.evaluate(() => document.documentElement.clientWidth))
  // Sharp: the file is not much smaller than the window.
  expect(await image.evaluate((one: HTMLImageElement) => Math.max(one.naturalWidth, one.naturalHeight))).toBeGreaterThanOrEqual(1024)
}

test('a visitor’s image fills the hero behind its words, what is missing is said, and sign-up keeps the prompt', async ({ page }) => {
  test.slow()
  await openHydrated(page, '/')
  const hero = heroOf(page)
  const field = hero.getByRole('textbox')

  await test.step('an empty prompt is pointed out', async () => {
    await draw(page).press('Enter')
    await seen(hero.getByRole('alert').filter({ hasText: 'Describe what to create.' }))
    await expect(field).toBeFocused()
  })
  await test.step('an image is drawn', async () => {
    await page.keyboard.type('A lighthouse by the sea')
    await page.keyboard.press('Enter')
    await expectFullBleed(page, 'A lighthouse by the sea')
    await expect(said(page)).toHaveText('“A lighthouse by the sea”')
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
  })
  await test.step('the missing noun is named, with ideas', async () => {
    await field.fill('a plate of sushi')
    await page.keyboard.press('Enter')
    await expect(said(page)).toContainText('Left out: sushi. Drawn instead:')
    await expectNoBarriers(page, 'the demo')
    const ideas = hero.getByRole('group', { name: 'Ideas that I can draw' })
    await ideas.getByRole('button').first().click()
    await expect(ideas).toBeHidden()
    await expect(said(page)).not.toContainText('Drawing')
  })
  const prompt = await field.inputValue()
  await hero.getByRole('link', { name: 'Sign up and continue with this prompt' }).click()
  await expect(page).toHaveURL(/\/signin\?mode=sign-up/)
  expect(decodeURIComponent(page.url()).replaceAll('+', ' ')).toContain(prompt)
})

test('only images are drawn without an account; a prompt of another kind is carried to sign-up', { tag: '@full' }, async ({ page }) => {
  await openHydrated(page, '/')
  await heroOf(page).getByRole('textbox').fill('Snow at dawn')
  await page.getByRole('radio', { name: 'Video' }).check()
  await heroOf(page).getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page).toHaveURL(/redirect=.*video.*Snow/)
})

test('a visitor who is offline sees the reason, and a retry works', { tag: '@full' }, async ({ page, context, problems }) => {
  await openHydrated(page, '/')
  const hero = heroOf(page)
  await hero.getByRole('textbox').fill('A castle in the mountains')
  await draw(page).click()
  await expect(page.getByRole('img', { name: 'A castle in the mountains' })).toHaveJSProperty('complete', true)
  await context.setOffline(true)
  await hero.getByRole('textbox').fill('A sailing boat at sunset')
  await draw(page).click()
  await seen(hero.getByRole('alert').filter({ hasText: 'Check your connection' }))
  await context.setOffline(false)
  // The browser reports the failure that this test provokes.
  problems.splice(0)
  await hero.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('img', { name: 'A sailing boat at sunset' })).toHaveJSProperty('complete', true)
})

test.describe('in Russian on a small phone', () => {
  test.use({ locale: browserLocale.ru, viewport: { width: 320, height: 720 }, hasTouch: true, isMobile: true })

  test('the demo fits a small phone in Russian, and the image fills it', { tag: '@full' }, async ({ page }) => {
    await openHydrated(page, '/')
    const hero = heroOf(page, 'Видео, картинки, звук и тексты из одной фразы')
    await hero.getByRole('button', { name: 'Маяк у моря в шторм' }).tap()
    await expectFullBleed(page, 'Маяк у моря в шторм')
    await expect(hero.getByRole('link', { name: 'Создать аккаунт и продолжить' })).toBeVisible()
    expect(await overflowOf(page)).toBe(0)
  })
})

test('a server with the demo switched off carries every prompt to sign-up', { tag: '@full' }, async ({ page }) => {
  await using server = await startServer({ built: true, env: { DEMO: 'off' } })
  await openHydrated(page, `${server.url}/`)
  await expect(page.getByRole('group', { name: 'Examples' })).toHaveCount(0)
  await heroOf(page).getByRole('textbox').fill('Dunes at noon')
  await heroOf(page).getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page).toHaveURL(/redirect=.*image.*Dunes/)
  // The page would report its missing server.
  await page.goto('about:blank')
})
