import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Locator, Page } from '@playwright/test'
import * as v from 'valibot'
import { browserLocale, cardOf, expect, generate, haveAccount, openLive, password, test, words } from './fixtures.ts'

const sample = (name: string) => fileURLToPath(new URL(`../../public/samples/${name}`, import.meta.url))
const given = (page: Page) => page.getByRole('form', { name: 'New work' }).getByRole('list', { name: 'Made from' }).getByRole('listitem')
const naturalWidth = (image: Locator) => image.evaluate((element: HTMLImageElement) => element.naturalWidth)

async function chooseFile(page: Page, file: Parameters<Locator['setInputFiles']>[0], button = 'Add a picture') {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: button }).click()
  await (await chooser).setFiles(file)
}

/** What a browser does when a picture is dropped on a place, or pasted into it. */
async function give(target: Locator, how: 'drop' | 'paste', name: string) {
  const bytes = (await readFile(sample(name))).toString('base64')
  await target.evaluate(
    (element, [event, base64, fileName]) => {
      const data = new DataTransfer()
      data.items.add(new File([Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))], fileName, { type: 'image/webp' }))
      const options = { bubbles: true, cancelable: true }
      if (event === 'paste') return element.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData: data }))
      for (const type of ['dragover', 'drop']) element.dispatchEvent(new DragEvent(type, { ...options, dataTransfer: data }))
      return true
    },
    [how, bytes, name] as const,
  )
}

test('a picture comes by button, drop or paste, survives a reload, and is what a result is made from', async ({ page }) => {
  await haveAccount(page)
  await openLive(page, '/dashboard/image')
  await expect(page.getByText('up to 20 MB')).toBeVisible()
  await chooseFile(page, sample('image-3.webp'))
  await expect(given(page)).toHaveCount(1)
  await expect.poll(() => naturalWidth(given(page).first().getByRole('presentation'))).toBe(1024)

  await page.reload()
  await expect(given(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(given(page)).toHaveCount(0)

  const prompt = page.getByRole('textbox').first()
  await give(page.getByRole('form', { name: 'New work' }), 'drop', 'image-2.webp')
  await expect(given(page)).toHaveCount(1)
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await page.getByRole('button', { name: 'Remove' }).click()
  await give(prompt, 'paste', 'image-1.webp')
  await expect(given(page)).toHaveCount(1)
  await expect(page.getByRole('progressbar')).toHaveCount(0)

  await page.getByRole('combobox', { name: 'What it is for' }).click()
  await page.getByRole('option', { name: 'Variation' }).click()
  await prompt.fill('A quiet bay')
  await page.getByRole('button', { name: words.en.generate }).click()
  const card = cardOf(page, 'A quiet bay')
  await expect(card).toHaveAttribute('data-status', 'succeeded')
  await expect.poll(() => naturalWidth(card.getByRole('img', { name: 'A quiet bay' }))).toBeGreaterThan(500)
  await card.getByRole('button', { name: words.en.more }).click()
  await page.getByRole('menuitem', { name: 'Details and receipt' }).click()
  const details = page.getByRole('dialog', { name: 'Details' })
  await expect(details.getByRole('heading', { name: 'Made from' })).toBeVisible()
  await expect(details.getByText('Variation')).toBeVisible()
})

test('a result becomes the beginning of the next: a variation, then the first frame of a film', async ({ page }) => {
  test.setTimeout(150_000)
  await haveAccount(page)
  const card = await generate(page, 'en', 'image', 'Lighthouse by the sea')
  await expect(card).toHaveAttribute('data-status', 'succeeded')
  await card.getByRole('button', { name: 'Use for…' }).click()
  await page.getByRole('menuitem', { name: 'Vary it' }).click()
  await expect(given(page)).toContainText('Variation')
  await expect(page).toHaveURL(/\/dashboard\/image$/)
  await page.getByRole('button', { name: words.en.generate }).click()
  const cards = page.getByRole('article', { name: 'Lighthouse by the sea' })
  await expect(cards).toHaveCount(2)
  await expect(cards.first()).toHaveAttribute('data-status', 'succeeded')

  await cards.first().getByRole('button', { name: 'Use for…' }).click()
  await page.getByRole('menuitem', { name: 'Make a film of it' }).click()
  await expect(page).toHaveURL(/\/dashboard\/video$/)
  await expect(given(page)).toContainText('First frame')
  await page.getByRole('slider').first().press('Home')
  await page.getByRole('button', { name: words.en.generate }).click()
  const film = cardOf(page, 'Lighthouse by the sea')
  await expect(film).toHaveAttribute('data-status', 'succeeded', { timeout: 90_000 })
  await expect(film.locator('video')).toBeVisible()
})

test('a file that cannot be used is refused in its place, and the prompt stays', async ({ page }) => {
  await haveAccount(page)
  await openLive(page, '/dashboard/image')
  await page.getByRole('textbox').first().fill('A meadow')
  const form = page.getByRole('form', { name: 'New work' })
  await chooseFile(page, { name: 'holiday.png', mimeType: 'image/png', buffer: Buffer.from('no picture at all') })
  await expect(form.getByText('This model cannot use the file holiday.png.')).toBeVisible()
  await form.getByRole('button', { name: 'Remove' }).click()
  await chooseFile(page, { name: 'huge.png', mimeType: 'image/png', buffer: Buffer.alloc(20_000_001) })
  await expect(form.getByRole('alert').filter({ hasText: 'A picture can have up to 20 MB.' })).toBeVisible()
  await chooseFile(page, { name: 'drawing.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
  await expect(form.getByRole('alert').filter({ hasText: 'drawing.svg' })).toBeVisible()
  await expect(given(page)).toHaveCount(0)
  await expect(page.getByRole('textbox').first()).toHaveValue('A meadow')
})

/** Brings a picture into the composer, and a way for another program of the same person to take it away. */
async function bringPicture(page: Page, email: string) {
  await openLive(page, '/dashboard/image')
  const uploaded = page.waitForResponse((response) => response.url().endsWith('/uploads') && response.ok())
  await chooseFile(page, sample('image-3.webp'))
  const { id } = v.parse(v.object({ id: v.string() }), await (await uploaded).json())
  await expect(given(page)).toHaveCount(1)
  return async () => {
    const signedIn = await page.request.post('/api/v1/auth/sign-in', { data: { email, password } })
    const { token } = v.parse(v.object({ token: v.string() }), await signedIn.json())
    const deleted = await page.request.delete(`/api/v1/uploads/${id}`, { headers: { authorization: `Bearer ${token}` } })
    expect(deleted.status()).toBe(204)
  }
}

test('a file that a draft holds and that is gone is taken out, with a word', async ({ page }) => {
  const takeAway = await bringPicture(page, await haveAccount(page))
  await takeAway()
  await page.reload()
  await expect(page.getByRole('status').filter({ hasText: 'A file of this draft is no longer on the server' })).toBeVisible()
  await expect(given(page)).toHaveCount(0)
})

test('a file that is gone by the time of sending is told at its place, and nothing is charged', async ({ page }) => {
  const takeAway = await bringPicture(page, await haveAccount(page))
  await takeAway()
  await page.getByRole('textbox').first().fill('A meadow')
  await page.getByRole('button', { name: words.en.generate }).click()
  await expect(given(page)).toContainText('Add it again.')
  await expect(page.getByRole('banner')).toContainText('100')
})

test('several pictures of one run are a set: each opens, the arrow keys go through it, each is saved under its number', async ({
  page,
}) => {
  await haveAccount(page)
  await openLive(page, '/dashboard/image')
  await page
    .getByRole('group', { name: 'How many' })
    .or(page.getByRole('radiogroup', { name: 'How many' }))
    .getByText('3', { exact: true })
    .click()
  await page.getByRole('textbox').first().fill('Dunes at noon')
  await page.getByRole('button', { name: words.en.generate }).click()
  const card = cardOf(page, 'Dunes at noon')
  await expect(card.getByRole('list', { name: '3 pictures' }).getByRole('listitem')).toHaveCount(3)
  const downloading = page.waitForEvent('download')
  await card.getByRole('listitem').nth(1).hover()
  await card.getByRole('link', { name: 'Download picture 2' }).click()
  expect((await downloading).suggestedFilename()).toBe('dunes-at-noon-2.webp')

  await card.getByRole('link', { name: 'Open picture 2 of 3' }).click()
  const viewer = page.getByRole('dialog')
  const shown = (place: number) => viewer.getByRole('button', { name: `Picture ${place} of 3` })
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

for (const [locale, prompt, known, unknown, details] of [
  ['en', 'Sunset over a lake, a dragon', /lake/i, 'Not drawn: dragon', 'Details and receipt'],
  ['ru', 'Закат над озером, дракон', /озеро/i, 'Не поняли: дракон', 'Подробности и чек'],
] as const) {
  test.describe(locale, () => {
    test.use({ locale: browserLocale[locale] })

    test(`while one types it says what was understood and what was not, and so do the details (${locale})`, async ({ page }) => {
      await haveAccount(page)
      await openLive(page, '/dashboard/image')
      await page.getByRole('textbox').first().fill(prompt)
      const form = page.getByRole('form')
      await expect(form.getByText(unknown)).toBeVisible()
      await expect(form.getByRole('listitem').filter({ hasText: known })).toBeVisible()
      await page.getByRole('button', { name: words[locale].generate }).click()
      const card = cardOf(page, prompt)
      await expect(card).toHaveAttribute('data-status', 'succeeded')
      await card.getByRole('button', { name: words[locale].more }).click()
      await page.getByRole('menuitem', { name: details }).click()
      await expect(page.getByRole('dialog').getByText(unknown)).toBeVisible()
    })
  })
}

test('words of what is not wanted are sent with the run and stand in its details; what is open stays open', async ({ page }) => {
  await haveAccount(page)
  await openLive(page, '/dashboard/image')
  await page.getByRole('button', { name: 'More options' }).click()
  await page.getByRole('textbox', { name: /without|not wanted/i }).fill('people, clouds')
  await page.reload()
  await expect(page.getByRole('textbox', { name: /without|not wanted/i })).toHaveValue('people, clouds')
  await page.getByRole('textbox').first().fill('A village in the hills')
  await page.getByRole('button', { name: words.en.generate }).click()
  const card = cardOf(page, 'A village in the hills')
  await expect(card).toHaveAttribute('data-status', 'succeeded')
  await card.getByRole('button', { name: words.en.more }).click()
  await page.getByRole('menuitem', { name: 'Details and receipt' }).click()
  await expect(page.getByRole('dialog', { name: 'Details' })).toContainText('people, clouds')
})
