import { truncate, writeFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import * as v from 'valibot'
import { bearerOf, browserLocale, cardOf, choose, expect, haveAccount, openHydrated, test, labels, openOptions } from './fixtures.ts'
import { give, sample } from './give-file.ts'
import { makeWork } from './make-work.ts'
import { seen } from './seen.ts'

const given = (page: Page) => page.getByRole('form', { name: 'New result' }).getByRole('list', { name: 'Made from' }).getByRole('listitem')
const naturalWidth = (image: Locator) => image.evaluate((element: HTMLImageElement) => element.naturalWidth)

async function chooseFile(page: Page, file: Parameters<Locator['setInputFiles']>[0], button = 'Add image') {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: button }).click()
  await (await chooser).setFiles(file)
}

test('an image is added by button, drop or paste, survives a reload and is the input of a run', async ({ page }) => {
  test.slow()
  await haveAccount(page)
  await openHydrated(page, '/dashboard/image')
  await expect(page.getByText('up to 20 MB')).toBeVisible()
  await chooseFile(page, sample('image-3.webp'))
  await expect(given(page)).toHaveCount(1)
  await expect.poll(() => naturalWidth(given(page).first().getByRole('presentation'))).toBe(1024)

  await page.reload()
  await expect(given(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(given(page)).toHaveCount(0)

  const prompt = page.getByRole('textbox').first()
  await give(page.getByRole('form', { name: 'New result' }), 'drop', 'image-2.webp')
  await expect(given(page)).toHaveCount(1)
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await page.getByRole('button', { name: 'Remove' }).click()
  await give(prompt, 'paste', 'image-1.webp')
  await expect(given(page)).toHaveCount(1)
  await expect(page.getByRole('progressbar')).toHaveCount(0)

  await page.getByRole('combobox', { name: 'Use as' }).click()
  await choose(page.getByRole('option', { name: 'Variation' }))
  await prompt.fill('A quiet bay')
  await page.getByRole('button', { name: labels.en.generate }).click()
  const card = cardOf(page, 'A quiet bay')
  await expect(card).toHaveAttribute('data-status', 'succeeded')
  await expect.poll(() => naturalWidth(card.getByRole('img', { name: 'A quiet bay' }))).toBeGreaterThan(0)
  await card.getByRole('button', { name: labels.en.more }).click()
  await page.getByRole('menuitem', { name: 'Details and receipt' }).click()
  const details = page.getByRole('dialog', { name: 'Details' })
  await expect(details.getByRole('heading', { name: 'Made from' })).toBeVisible()
  await expect(details.getByText('Variation')).toBeVisible()
})

test('a result is the input of the next run: a variation, then the first frame of a video', { tag: '@full' }, async ({ page }) => {
  await haveAccount(page)
  await makeWork(page, { model: 'sketch-image', prompt: 'Lighthouse by the sea', options: { size: '512' } })
  await openHydrated(page, '/dashboard/image')
  const card = cardOf(page, 'Lighthouse by the sea')
  await card.getByRole('button', { name: 'Use for…' }).click()
  await page.getByRole('menuitem', { name: 'Create a variation' }).click()
  await expect(given(page)).toContainText('Variation')
  await expect(page).toHaveURL(/\/dashboard\/image$/)
  await page.getByRole('button', { name: labels.en.generate }).click()
  const cards = page.getByRole('article', { name: 'Lighthouse by the sea' })
  await expect(cards).toHaveCount(2)
  await expect(cards.first()).toHaveAttribute('data-status', 'succeeded')

  await cards.first().getByRole('button', { name: 'Use for…' }).click()
  await page.getByRole('menuitem', { name: 'Turn into a video' }).click()
  await expect(page).toHaveURL(/\/dashboard\/video$/)
  await expect(given(page)).toContainText('First frame')
  await openOptions(page)
  await page.getByRole('form').getByRole('slider').first().press('Home')
  await page.getByRole('button', { name: labels.en.generate }).click()
  const film = cardOf(page, 'Lighthouse by the sea')
  await expect(film).toHaveAttribute('data-status', 'succeeded')
  await seen(film.locator('video'), { at: [0.25, 0.25] })
})

test('an unusable file is refused with a message, and the prompt stays', { tag: '@full' }, async ({ page }, testInfo) => {
  // The browser reads it from disk, because a buffer of 20 MB would travel through the test runner.
  const huge = testInfo.outputPath('huge.png')
  await writeFile(huge, '')
  await truncate(huge, 20_000_001)

  await haveAccount(page)
  await openHydrated(page, '/dashboard/image')
  await page.getByRole('textbox').first().fill('A meadow')
  const form = page.getByRole('form', { name: 'New result' })
  await chooseFile(page, { name: 'holiday.png', mimeType: 'image/png', buffer: Buffer.from('no picture at all') })
  await expect(form.getByText('This model doesn’t support the file holiday.png.')).toBeVisible()
  await form.getByRole('button', { name: 'Remove' }).click()
  await chooseFile(page, huge)
  await seen(form.getByRole('alert').filter({ hasText: 'Images can be up to 20 MB.' }))
  await chooseFile(page, { name: 'drawing.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
  await seen(form.getByRole('alert').filter({ hasText: 'drawing.svg' }))
  await expect(given(page)).toHaveCount(0)
  await expect(page.getByRole('textbox').first()).toHaveValue('A meadow')
})

/** Uploads a picture in the composer; the returned function deletes it through the API. */
async function uploadPicture(page: Page) {
  await openHydrated(page, '/dashboard/image')
  const uploaded = page.waitForResponse((response) => response.url().endsWith('/uploads') && response.ok())
  await chooseFile(page, sample('image-3.webp'))
  const { id } = v.parse(v.object({ id: v.string() }), await (await uploaded).json())
  await expect(given(page)).toHaveCount(1)
  return async () => {
    const deleted = await page.request.delete(`/api/v1/uploads/${id}`, { headers: await bearerOf(page) })
    expect(deleted.status()).toBe(204)
  }
}

test('a file of a draft that is gone from the server is removed with a message', { tag: '@full' }, async ({ page }) => {
  await haveAccount(page)
  const deleteUpload = await uploadPicture(page)
  await deleteUpload()
  await page.reload()
  await expect(page.getByRole('status').filter({ hasText: 'A file of this draft is no longer on the server' })).toBeVisible()
  await expect(given(page)).toHaveCount(0)
})

test('a file that is gone when the run is sent is reported at its place, and nothing is charged', { tag: '@full' }, async ({ page }) => {
  await haveAccount(page)
  const deleteUpload = await uploadPicture(page)
  await deleteUpload()
  await page.getByRole('textbox').first().fill('A meadow')
  await page.getByRole('button', { name: labels.en.generate }).click()
  await expect(given(page)).toContainText('Add it again.')
  await expect(page.getByRole('banner')).toContainText('100')
})

test('each image of a run opens, is reached by the arrow keys and is saved under its number', { tag: '@full' }, async ({ page }) => {
  await haveAccount(page)
  await openHydrated(page, '/dashboard/image')
  await openOptions(page)
  await page
    .getByRole('group', { name: 'Number of results' })
    .or(page.getByRole('radiogroup', { name: 'Number of results' }))
    .getByText('3', { exact: true })
    .click()
  await page.getByRole('textbox').first().fill('Dunes at noon')
  await page.getByRole('button', { name: 'Create · 12 tokens' }).click()
  const card = cardOf(page, 'Dunes at noon')
  await expect(card.getByRole('list', { name: '3 images' }).getByRole('listitem')).toHaveCount(3)
  const downloading = page.waitForEvent('download')
  await card.getByRole('listitem').nth(1).hover()
  await card.getByRole('link', { name: 'Download image 2' }).click()
  expect((await downloading).suggestedFilename()).toBe('dunes-at-noon-2.webp')

  await card.getByRole('link', { name: 'Open image 2 of 3' }).click()
  const viewer = page.getByRole('dialog')
  const shown = (place: number) => viewer.getByRole('button', { name: `Image ${place} of 3` })
  await expect(shown(2)).toHaveAttribute('aria-current', 'true')
  await page.keyboard.press('ArrowRight')
  await expect(shown(3)).toHaveAttribute('aria-current', 'true')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(shown(1)).toHaveAttribute('aria-current', 'true')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/dashboard\/image$/)
  await expect(card).toBeVisible()
})

/** The groups of words by their role in the result. */
const termsIn = (part: Locator) => part.locator('dl > div')

for (const [locale, prompt, known, unknown, unmarked, details] of [
  ['en', 'Sunset over a lake, a dragon', 'lake', /^Left out:\s*dragon/, 'dragon', 'Details and receipt'],
  ['ru', 'Закат над озером, дракон', 'озеро', /^Не рисую:\s*дракон/, 'дракон', 'Подробности и чек'],
] as const) {
  test.describe(locale, { tag: locale === 'en' ? [] : '@full' }, () => {
    test.use({ locale: browserLocale[locale] })

    test(
      'the composer and the details show which words of the prompt were understood and which were not',
      { tag: '@full' },
      async ({ page }) => {
        await haveAccount(page)
        await openHydrated(page, '/dashboard/image')
        await page.getByRole('textbox').first().fill(prompt)
        const form = page.getByRole('form')
        await expect(termsIn(form).filter({ hasText: unknown })).toBeVisible()
        await expect(form.getByRole('definition').filter({ hasText: known })).toBeVisible()
        // The word itself is marked in the field.
        await expect(form.getByTestId('prompt-marks').locator('[data-role=ignored]')).toHaveText(unmarked)
        await page.getByRole('button', { name: labels[locale].generate }).click()
        const card = cardOf(page, prompt)
        await expect(card).toHaveAttribute('data-status', 'succeeded')
        await card.getByRole('button', { name: labels[locale].more }).click()
        await page.getByRole('menuitem', { name: details }).click()
        await expect(termsIn(page.getByRole('dialog')).filter({ hasText: unknown })).toBeVisible()
      },
    )
  })
}

test('a negative prompt is sent and shown in the details, and opened options stay open', { tag: '@full' }, async ({ page }) => {
  await haveAccount(page)
  await openHydrated(page, '/dashboard/image')
  await openOptions(page)
  await page.getByRole('button', { name: 'More options' }).click()
  await page.getByRole('textbox', { name: /exclude/i }).fill('people, clouds')
  await page.reload()
  await openOptions(page)
  await expect(page.getByRole('textbox', { name: /exclude/i })).toHaveValue('people, clouds')
  await page.getByRole('textbox', { name: 'Describe your image' }).fill('A village in the hills')
  await page.getByRole('button', { name: labels.en.generate }).click()
  const card = cardOf(page, 'A village in the hills')
  await expect(card).toHaveAttribute('data-status', 'succeeded')
  await card.getByRole('button', { name: labels.en.more }).click()
  await page.getByRole('menuitem', { name: 'Details and receipt' }).click()
  await expect(page.getByRole('dialog', { name: 'Details' })).toContainText('people, clouds')
})
