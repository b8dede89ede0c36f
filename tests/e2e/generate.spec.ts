import type { Locator, Page } from '@playwright/test'
import { cardOf, expect, generate, haveAccount, inEachLanguage, openHydrated, signUp, test, labels, openOptions } from './fixtures.ts'
import { makeWork, startRuns } from './make-work.ts'
import { seen } from './seen.ts'

/** Plays a video or sound and waits until its clock moves. It repeats, since one that has ended stands at its start again. */
async function expectToPlay(media: Locator) {
  await media.evaluate((element: HTMLMediaElement) => {
    element.loop = true
    return element.play()
  })
  await expect.poll(() => media.evaluate((element: HTMLMediaElement) => element.currentTime)).toBeGreaterThan(0.2)
  await media.evaluate((element: HTMLMediaElement) => element.pause())
}

/** Returns the ratio of width to height of a loaded image; NaN before it is loaded. */
const shapeOf = (image: Locator) => image.evaluate((element: HTMLImageElement) => element.naturalWidth / element.naturalHeight)

inEachLanguage((locale) => {
  const say = labels[locale]

  test('a new user makes an image, a video with sound, speech and a text', async ({ page }) => {
    test.slow()
    await signUp(page, locale)
    await expect(page.locator('html')).toHaveAttribute('lang', locale)
    await expect(page.getByRole('banner')).toContainText('100')

    const picture = await generate(page, locale, 'image', say.prompts.image)
    const image = picture.getByRole('img', { name: say.prompts.image })
    await expect(picture).toHaveAttribute('data-status', 'succeeded')
    await seen(image)
    await expect.poll(() => shapeOf(image)).toBeCloseTo(1, 2)
    await expect(page.getByRole('banner')).toContainText('96')
    const downloading = page.waitForEvent('download')
    await picture.getByRole('link', { name: say.download }).click()
    expect((await downloading).suggestedFilename()).toMatch(/\.webp$/)
    await picture.getByRole('button', { name: say.again }).click()
    await expect(page.getByRole('article', { name: say.prompts.image.slice(0, 40) })).toHaveCount(2)

    const text = await generate(page, locale, 'text', say.prompts.text)
    await expect(text).toHaveAttribute('data-status', 'succeeded')
    await expect(text).toContainText(locale === 'ru' ? 'велосипед' : 'lanes')

    const speech = await generate(page, locale, 'audio', say.prompts.audio)
    await expect(speech).toHaveAttribute('data-status', 'succeeded')
    await expectToPlay(speech.locator('audio'))

    // The shortest and smallest film; the composer remembers its length for the next visit.
    await openHydrated(page, '/dashboard/video')
    await openOptions(page)
    await page.getByRole('form').getByRole('slider').first().press('Home')
    const film = await generate(page, locale, 'video', say.prompts.video)
    // Rendering a film takes several seconds of processor time.
    await expect(film).toHaveAttribute('data-status', 'succeeded')
    const video = film.locator('video')
    await expectToPlay(video)
    expect(await video.evaluate((element: HTMLVideoElement) => [element.videoWidth, element.videoHeight])).toEqual([1280, 720])
    expect(await hasSound(page, await video.getAttribute('src'))).toBe(true)

    await page.reload()
    await seen(cardOf(page, say.prompts.video).locator('video'), { at: [0.25, 0.25] })
    await page.goto('/dashboard')
    for (const prompt of [say.prompts.image, say.prompts.video]) await expect(page.getByText(prompt).first()).toBeAttached()
  })
})

/** Whether the browser finds sound in the file. */
function hasSound(page: Page, src: string | null): Promise<boolean> {
  return page.evaluate(async (url) => {
    const bytes = await (await fetch(url ?? '')).arrayBuffer()
    const audio = await new OfflineAudioContext(2, 48_000, 48_000).decodeAudioData(bytes)
    return audio.getChannelData(0).some((sample) => Math.abs(sample) > 0.01)
  }, src)
}

test('music is composed and plays', { tag: '@full' }, async ({ page }) => {
  await haveAccount(page)
  await openHydrated(page, '/dashboard/audio')
  await openOptions(page)
  await page
    .getByRole('radio', { name: 'Sketch Music' })
    .or(page.getByRole('button', { name: 'Sketch Music' }))
    .first()
    .click()
  await page.getByRole('textbox').first().fill('Calm and slow')
  const send = page.getByRole('button', { name: labels.en.generate })
  // At the price of speech, the run would be refused.
  await expect(send).toContainText('6 tokens')
  await send.click()
  const card = cardOf(page, 'Calm and slow')
  await expect(card).toHaveAttribute('data-status', 'succeeded')
  await expectToPlay(card.locator('audio'))
})

test('a result is downloaded, made again, deleted, restored and deleted again', { tag: '@full' }, async ({ page }) => {
  await haveAccount(page)
  const card = await generate(page, 'en', 'image', 'A quiet island')
  await expect(card).toHaveAttribute('data-status', 'succeeded')
  const downloading = page.waitForEvent('download')
  await card.getByRole('link', { name: labels.en.download }).click()
  expect((await downloading).suggestedFilename()).toBe('a-quiet-island.webp')

  await card.getByRole('button', { name: labels.en.again }).click()
  const cards = page.getByRole('article', { name: 'A quiet island' })
  await expect(cards).toHaveCount(2)
  await expect(cards.first()).toHaveAttribute('data-status', 'succeeded')
  await expect(page.getByRole('banner')).toContainText('92')

  await cards.first().getByRole('button', { name: labels.en.more }).click()
  await page.getByRole('menuitem', { name: 'Move to trash' }).click()
  await expect(cards).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(cards).toHaveCount(2)
  await cards.first().getByRole('button', { name: labels.en.more }).click()
  await page.getByRole('menuitem', { name: 'Move to trash' }).click()
  await expect(cards).toHaveCount(1)
  await page.reload()
  await expect(cards).toHaveCount(1)
})

test('a running video survives a reload, shows in a second tab, and canceling it costs nothing', async ({ page, context }) => {
  await haveAccount(page)
  await openHydrated(page, '/dashboard/video')
  const send = page.getByRole('button', { name: labels.en.generate })
  await expect(send).toContainText('15 tokens')
  await openOptions(page)
  await page.getByRole('form').getByRole('slider').first().press('End')
  await expect(send).not.toContainText('15 tokens')
  await page.getByRole('textbox').first().fill('A long storm over the sea')
  await send.click()
  const card = cardOf(page, 'A long storm over the sea')
  await expect(card.getByRole('progressbar')).toHaveAttribute('aria-valuenow', /\d/)
  await expect(page.getByRole('banner')).toContainText('55')

  await page.reload()
  await expect(card).toHaveAttribute('data-status', 'running')
  const second = await context.newPage()
  await openHydrated(second, '/dashboard/video')
  const twin = cardOf(second, 'A long storm over the sea')
  await expect(twin).toHaveAttribute('data-status', 'running')

  await card.getByRole('button', { name: labels.en.cancel }).click()
  await expect(card).toHaveAttribute('data-status', 'canceled')
  await expect(card).toContainText(labels.en.nothingCharged)
  await expect(twin).toHaveAttribute('data-status', 'canceled')
  await expect(page.getByRole('banner')).toContainText('100')
  await page.goto('/profile/tokens')
  await expect(page.getByRole('main')).toContainText('100')
})

test('a run that fails says why and costs nothing', { tag: '@full' }, async ({ page }) => {
  await haveAccount(page)
  await startRuns(page, [{ model: 'sketch-text', prompt: 'Too short.' }])
  await openHydrated(page, '/dashboard/text')
  const card = cardOf(page, 'Too short.')
  await expect(card).toHaveAttribute('data-status', 'failed')
  await expect(card).toContainText('This text is already short.')
  await expect(card).toContainText(labels.en.nothingCharged)
  await expect(page.getByRole('banner')).toContainText('100')
})

test(
  'a request that takes a language model is named before the run, and a suggestion of what works is made',
  { tag: '@full' },
  async ({ page }) => {
    await haveAccount(page)
    await openHydrated(page, '/dashboard/text')
    const send = page.getByRole('button', { name: labels.en.generate })
    await page.getByRole('textbox').first().fill('Write a story about a cat')
    await expect(page.getByText('This model doesn’t answer questions or write from scratch.')).toBeVisible()
    await expect(send).toBeDisabled()
    await page.getByRole('button', { name: 'Write a haiku about a cat' }).click()
    await expect(send).toBeEnabled()
    await expect(send).toContainText('1 token')
    await send.click()
    const card = cardOf(page, 'Write a haiku about a cat')
    await expect(card).toHaveAttribute('data-status', 'succeeded')
    await expect(card.getByRole('heading', { name: 'Cat' })).toBeVisible()
  },
)

test('another user finds neither a work nor its file', { tag: '@full' }, async ({ page, browser }) => {
  await haveAccount(page)
  const { files } = await makeWork(page, { model: 'sketch-image', prompt: 'A private lake', options: { size: '512' } })
  const { pathname } = new URL(files[0]?.url ?? '', 'http://localhost')

  const stranger = await browser.newContext()
  const other = await stranger.newPage()
  await haveAccount(other)
  expect((await other.request.get(pathname)).status()).toBe(404)
  await openHydrated(other, '/dashboard/image')
  await expect(other.getByRole('article')).toHaveCount(0)
  await stranger.close()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('the bar at the bottom opens the whole form, and an image is made with its options', { tag: '@full' }, async ({ page }) => {
    await haveAccount(page)
    await openHydrated(page, '/dashboard/image')
    await page.getByRole('button', { name: 'Describe your image' }).click()
    const form = page.getByRole('dialog', { name: 'New result' })
    await form.getByRole('textbox').first().fill('Aurora over a snowy forest')
    await form.getByRole('radio', { name: '9:16' }).check()
    await form.getByRole('button', { name: labels.en.generate }).click()
    await expect(form).toBeHidden()
    const image = cardOf(page, 'Aurora over a snowy forest').getByRole('img', { name: 'Aurora over a snowy forest' })
    await expect.poll(() => shapeOf(image)).toBeCloseTo(9 / 16, 2)
  })
})
