import type { Locator, Page } from '@playwright/test'
import { browserLocale, cardOf, expect, generate, haveAccount, openLive, signUp, test, words } from './fixtures.ts'

/** Plays a medium and sees its clock move. */
async function expectToPlay(media: Locator) {
  await media.evaluate((element: HTMLMediaElement) => element.play())
  await expect.poll(() => media.evaluate((element: HTMLMediaElement) => element.currentTime)).toBeGreaterThan(0.2)
  await media.evaluate((element: HTMLMediaElement) => element.pause())
}

const naturalSize = (image: Locator) => image.evaluate((element: HTMLImageElement) => [element.naturalWidth, element.naturalHeight])

for (const locale of ['en', 'ru'] as const) {
  const say = words[locale]

  test.describe(locale, () => {
    test.use({ locale: browserLocale[locale] })

    test(`a new person makes a picture, a film with sound, speech and a text (${locale})`, async ({ page }) => {
      test.setTimeout(150_000)
      await signUp(page, locale)
      await expect(page.locator('html')).toHaveAttribute('lang', locale)
      await expect(page.getByRole('banner')).toContainText('100')

      const picture = await generate(page, locale, 'image', say.prompts.image)
      const image = picture.getByRole('img', { name: say.prompts.image })
      await expect(picture).toHaveAttribute('data-status', 'succeeded', { timeout: 60_000 })
      await expect(image).toBeVisible()
      await expect.poll(() => naturalSize(image)).toEqual([1024, 1024])
      await expect(page.getByRole('banner')).toContainText('96')

      const text = await generate(page, locale, 'text', say.prompts.text)
      await expect(text).toHaveAttribute('data-status', 'succeeded', { timeout: 60_000 })
      await expect(text).toContainText(locale === 'ru' ? 'велосипед' : 'lanes')

      const speech = await generate(page, locale, 'audio', say.prompts.audio)
      await expect(speech).toHaveAttribute('data-status', 'succeeded', { timeout: 60_000 })
      await expectToPlay(speech.locator('audio'))

      // The shortest there is, as the next of this kind remembers it.
      await openLive(page, '/dashboard/video')
      await page.getByRole('slider').first().press('Home')
      const film = await generate(page, locale, 'video', say.prompts.video)
      await expect(film).toHaveAttribute('data-status', 'succeeded', { timeout: 90_000 })
      const video = film.locator('video')
      await expectToPlay(video)
      expect(await video.evaluate((element: HTMLVideoElement) => [element.videoWidth, element.videoHeight])).toEqual([1280, 720])
      expect(await hasSound(page, await video.getAttribute('src'))).toBe(true)

      await page.reload()
      await expect(cardOf(page, say.prompts.video).locator('video')).toBeVisible()
      await page.goto('/dashboard')
      for (const prompt of [say.prompts.image, say.prompts.video]) await expect(page.getByText(prompt).first()).toBeAttached()
    })
  })
}

/** Whether the browser finds sound in the file. */
function hasSound(page: Page, src: string | null): Promise<boolean> {
  return page.evaluate(async (url) => {
    const bytes = await (await fetch(url ?? '')).arrayBuffer()
    const audio = await new OfflineAudioContext(2, 48_000, 48_000).decodeAudioData(bytes)
    return audio.getChannelData(0).some((sample) => Math.abs(sample) > 0.01)
  }, src)
}

test('music is composed and plays', async ({ page }) => {
  await haveAccount(page)
  await openLive(page, '/dashboard/audio')
  await page
    .getByRole('radio', { name: 'Sketch Music' })
    .or(page.getByRole('button', { name: 'Sketch Music' }))
    .first()
    .click()
  await page.getByRole('textbox').first().fill('Calm and slow')
  await page.getByRole('button', { name: words.en.generate }).click()
  const card = cardOf(page, 'Calm and slow')
  await expect(card).toHaveAttribute('data-status', 'succeeded')
  await expectToPlay(card.locator('audio'))
})

test('a result is downloaded, made again, deleted, taken back and deleted again', async ({ page }) => {
  await haveAccount(page)
  const card = await generate(page, 'en', 'image', 'A quiet island')
  await expect(card).toHaveAttribute('data-status', 'succeeded')
  const downloading = page.waitForEvent('download')
  await card.getByRole('link', { name: words.en.download }).click()
  expect((await downloading).suggestedFilename()).toBe('a-quiet-island.webp')

  await card.getByRole('button', { name: words.en.again }).click()
  const cards = page.getByRole('article', { name: 'A quiet island' })
  await expect(cards).toHaveCount(2)
  await expect(cards.first()).toHaveAttribute('data-status', 'succeeded')
  await expect(page.getByRole('banner')).toContainText('92')

  await cards.first().getByRole('button', { name: words.en.more }).click()
  await page.getByRole('menuitem', { name: 'Move to the trash' }).click()
  await expect(cards).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(cards).toHaveCount(2)
  await cards.first().getByRole('button', { name: words.en.more }).click()
  await page.getByRole('menuitem', { name: 'Move to the trash' }).click()
  await expect(cards).toHaveCount(1)
  await page.reload()
  await expect(cards).toHaveCount(1)
})

test('a running film survives a reload, shows in a second tab, and canceling it costs nothing', async ({ page, context }) => {
  await haveAccount(page)
  await openLive(page, '/dashboard/video')
  await page.getByRole('slider').first().press('End')
  await page.getByRole('textbox').first().fill('A long storm over the sea')
  await page.getByRole('button', { name: words.en.generate }).click()
  const card = cardOf(page, 'A long storm over the sea')
  await expect(card.getByRole('progressbar')).toHaveAttribute('aria-valuenow', /\d/, { timeout: 30_000 })
  await expect(page.getByRole('banner')).toContainText('55')

  await page.reload()
  await expect(card).toHaveAttribute('data-status', 'running')
  const second = await context.newPage()
  await openLive(second, '/dashboard/video')
  const twin = cardOf(second, 'A long storm over the sea')
  await expect(twin).toHaveAttribute('data-status', 'running')

  await card.getByRole('button', { name: words.en.cancel }).click()
  await expect(card).toHaveAttribute('data-status', 'canceled')
  await expect(card).toContainText(words.en.nothingCharged)
  await expect(twin).toHaveAttribute('data-status', 'canceled')
  await expect(page.getByRole('banner')).toContainText('100')
  await page.goto('/profile/tokens')
  await expect(page.getByRole('main')).toContainText('100')
})

test('a run that fails says why and costs nothing', async ({ page }) => {
  await haveAccount(page)
  const card = await generate(page, 'en', 'text', 'Too short.')
  await expect(card).toHaveAttribute('data-status', 'failed')
  await expect(card).toContainText('too short')
  await expect(card).toContainText(words.en.nothingCharged)
  await expect(page.getByRole('banner')).toContainText('100')
})

test('a person without enough tokens is told how many are missing before running', async ({ page }) => {
  await haveAccount(page)
  for (let count = 0; count < 3; count += 1) {
    await openLive(page, '/dashboard/video')
    await page.getByRole('slider').first().press('End')
    await page.getByRole('textbox').first().fill(`Storm ${count}`)
    if (count === 2) break
    await page.getByRole('button', { name: words.en.generate }).click()
    await expect(cardOf(page, `Storm ${count}`)).toBeVisible()
  }
  await expect(page.getByRole('status').filter({ hasText: '35 tokens' })).toBeVisible()
  await expect(page.getByRole('button', { name: words.en.generate })).toBeDisabled()
  // What still runs would only keep the other tests waiting; some of it may end by itself meanwhile.
  const cancel = page.getByRole('article').getByRole('button', { name: words.en.cancel })
  while ((await cancel.count()) > 0)
    await cancel
      .first()
      .click({ timeout: 3_000 })
      .catch(() => undefined)
})

test('a stranger finds nothing at another person’s work or file', async ({ page, browser }) => {
  await haveAccount(page)
  const card = await generate(page, 'en', 'image', 'A private lake')
  const src = await card.getByRole('img', { name: 'A private lake' }).getAttribute('src')
  const listed = await page.request.get('/dashboard/image')
  expect(listed.ok()).toBe(true)
  const bare = new URL(src ?? '', 'http://localhost').pathname

  const stranger = await browser.newContext()
  const other = await stranger.newPage()
  await haveAccount(other)
  expect((await other.request.get(bare)).status()).toBe(404)
  await openLive(other, '/dashboard/image')
  await expect(other.getByRole('article')).toHaveCount(0)
  await stranger.close()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('the line at the foot opens the whole form, and a picture is made with its options', async ({ page }) => {
    await haveAccount(page)
    await openLive(page, '/dashboard/image')
    await page.getByRole('button', { name: 'What should be in the picture?' }).click()
    const form = page.getByRole('dialog', { name: 'New work' })
    await form.getByRole('textbox').first().fill('Aurora over a snowy forest')
    await form.getByRole('radio', { name: '9:16' }).check()
    await form.getByRole('button', { name: words.en.generate }).click()
    await expect(form).toBeHidden()
    const image = cardOf(page, 'Aurora over a snowy forest').getByRole('img', { name: 'Aurora over a snowy forest' })
    await expect.poll(() => naturalSize(image)).toEqual([576, 1024])
  })
})
