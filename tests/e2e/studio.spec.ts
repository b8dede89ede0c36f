import type { Page } from '@playwright/test'
import { openOpenaiServer } from '../fakes/providers/openai-server.ts'
import { confirmEmail } from '../fixtures/confirm-email.ts'
import { startServer } from '../fixtures/server.ts'
import { expectNoBarriers, overflowOf } from './barriers.ts'
import { browserLocale, cardOf, expect, generate, haveAccount, holdScripts, openLive, password, test, words } from './fixtures.ts'

// Colours are judged as they end up, not in the middle of a fade.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const prompt = (page: Page) => page.getByRole('form').getByRole('textbox').first()
const send = (page: Page) => page.getByRole('form').getByRole('button', { name: words.en.generate })

async function open(page: Page, kind: 'image' | 'video' | 'audio' | 'text', query = '') {
  await openLive(page, `/dashboard/${kind}${query}`)
  await expect(send(page)).toContainText(/\d/)
  await expect(send(page)).toBeEnabled()
}

/** The account has what is in sight: its last call to keep it has been answered. */
async function savedDraft(page: Page, type: () => Promise<void>) {
  const saved = page.waitForResponse(
    async (response) =>
      response.request().method() === 'POST' && response.url().includes('_serverFn') && (await response.text()).includes('replaced'),
  )
  await type()
  await saved
}

async function signIn(page: Page, email: string) {
  await page.goto('/signin')
  await page.getByLabel(words.en.email).fill(email)
  await page.getByLabel(words.en.password).first().fill(password)
  await page.getByRole('button', { name: words.en.signIn, exact: true }).click()
  await page.waitForURL('**/dashboard')
}

for (const [locale, run, surprise, undo, ideas, template] of [
  ['en', /^Make one like it/, 'Surprise me', 'Undo', 'Ideas', /^Travel poster/],
  ['ru', /^Сделать похожее/, 'Удивите меня', 'Отменить', 'Идеи', /^Дорожный плакат/],
] as const) {
  test.describe(locale, () => {
    test.use({ locale: browserLocale[locale] })

    test(`one press makes the first picture (${locale})`, async ({ page }) => {
      await haveAccount(page)
      await openLive(page, '/dashboard/image')
      await page.getByRole('button', { name: run }).click()
      const card = page.getByRole('article').first()
      await expect(card).toHaveAttribute('data-status', 'succeeded')
      await expect(card.getByRole('img').first()).toBeVisible()
      await expect(page.getByRole('banner')).toContainText('96')
    })

    test(`a surprise and an idea take the prompt’s place, and one key brings it back (${locale})`, async ({ page }) => {
      await haveAccount(page)
      await openLive(page, '/dashboard/image')
      const field = prompt(page)
      await field.fill('A heron')
      await page.getByRole('button', { name: surprise }).click()
      await expect(field).not.toHaveValue('A heron')
      await field.press('ControlOrMeta+z')
      await expect(field).toHaveValue('A heron')

      await page.getByRole('button', { name: ideas, exact: true }).click()
      const sheet = page.getByRole('dialog')
      await expect(sheet.getByRole('button', { name: template })).toBeVisible()
      await expectNoBarriers(page, 'the ideas')
      await sheet.getByRole('button', { name: template }).click()
      await expect(sheet).toBeHidden()
      await expect(field).toHaveValue(/lighthouse|маяк/)
      await expect(page.getByRole('radio', { name: '3:4' })).toBeChecked()
      await page.getByRole('button', { name: undo, exact: true }).click()
      await expect(field).toHaveValue('A heron')
      await expect(page.getByRole('radio', { name: '1:1' })).toBeChecked()
    })
  })
}

test('several runs are started in a row from the keyboard, and the arrow keys bring earlier prompts back', async ({ page }) => {
  await haveAccount(page)
  await open(page, 'image')
  const field = prompt(page)
  for (const words of ['A quiet bay', 'A stormy bay']) {
    await field.pressSequentially(words)
    await field.press('ControlOrMeta+Enter')
    await expect(cardOf(page, words)).toBeVisible()
    await expect(field).toBeFocused()
    // It is marked: the next thing that is typed takes its place.
    await expect(field).toHaveValue(words)
  }
  await field.pressSequentially('A new')
  await expect(field).toHaveValue('A new')
  await field.press('ArrowUp')
  await expect(field).toHaveValue('A stormy bay')
  await field.press('ArrowUp')
  await expect(field).toHaveValue('A quiet bay')
  await expect(page.getByRole('form')).toContainText('Earlier prompt 2 of 2')
  await field.press('ArrowDown')
  await field.press('ArrowDown')
  await expect(field).toHaveValue('A new')
})

test('in a longer text the up key moves through its lines, and only at the first goes back', async ({ page }) => {
  await haveAccount(page)
  await generate(page, 'en', 'image', 'A quiet bay')
  const field = prompt(page)
  await field.fill('first line\nsecond line')
  await field.press('ArrowUp')
  await expect(field).toHaveValue('first line\nsecond line')
  await field.press('ArrowUp')
  await expect(field).toHaveValue('A quiet bay')
})

test('a draft goes on after a reload, after signing out, and on another device', async ({ page, browser }) => {
  const email = await haveAccount(page)
  await open(page, 'image')
  await savedDraft(page, async () => {
    await prompt(page).fill('A draft about herons')
    await page.getByRole('radio', { name: '9:16' }).check()
  })
  await page.reload()
  await expect(prompt(page)).toHaveValue('A draft about herons')

  const phone = await browser.newContext({ locale: 'en-US' })
  const other = await phone.newPage()
  await signIn(other, email)
  await open(other, 'image')
  await expect(prompt(other)).toHaveValue('A draft about herons')
  await expect(other.getByRole('radio', { name: '9:16' })).toBeChecked()
  await savedDraft(other, () => prompt(other).fill('A draft about hares'))
  await phone.close()

  await page.reload()
  await expect(prompt(page)).toHaveValue('A draft about hares')
  await page.getByRole('button', { name: 'Bring mine back' }).click()
  await expect(prompt(page)).toHaveValue('A draft about herons')
})

test('a shape that is chosen before the page lives is the one of the draft', async ({ page }) => {
  await haveAccount(page)
  const release = await holdScripts(page)
  await page.goto('/dashboard/image', { waitUntil: 'commit' })
  await page.getByRole('radio', { name: '9:16' }).check()
  await savedDraft(page, async () => release())
  await expect(page.getByRole('radio', { name: '9:16' })).toBeChecked()
})

test('what was typed on two devices at once is kept on both, and either can be had', async ({ page, browser }) => {
  const email = await haveAccount(page)
  await open(page, 'image')
  const phone = await browser.newContext({ locale: 'en-US' })
  const other = await phone.newPage()
  await signIn(other, email)
  await open(other, 'image')
  await savedDraft(other, () => prompt(other).fill('Typed on the phone'))
  await savedDraft(page, () => prompt(page).fill('Typed at the desk'))
  await expect(prompt(page)).toHaveValue('Typed at the desk')
  const notice = page.getByRole('status').filter({ hasText: 'Typed on the phone' })
  await notice.getByRole('button', { name: 'Use it' }).click()
  await expect(prompt(page)).toHaveValue('Typed on the phone')
  await expect(prompt(other)).toHaveValue('Typed on the phone')
  await phone.close()
})

test('the address names the model: a link, a reload and a step back show the same', async ({ page }) => {
  await haveAccount(page)
  await open(page, 'audio')
  await page.getByRole('radio', { name: 'Sketch Music' }).click()
  await expect(page).toHaveURL(/\/dashboard\/audio\?model=sketch-music$/)
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Sketch Music' })).toBeChecked()
  await page.getByRole('link', { name: 'Image', exact: true }).first().click()
  await expect(page).toHaveURL(/\/dashboard\/image/)
  await page.goBack()
  await expect(page.getByRole('radio', { name: 'Sketch Music' })).toBeChecked()
  await open(page, 'audio', '?model=sketch-speech&prompt=Good+evening.')
  await expect(page.getByRole('radio', { name: 'Sketch Speech' })).toBeChecked()
  await expect(prompt(page)).toHaveValue('Good evening.')
  await expect(page).toHaveURL(/\/dashboard\/audio\?model=sketch-speech$/)
})

test('a prompt with gaps is saved, used with what belongs there, renamed, deleted and brought back', async ({ page }) => {
  await haveAccount(page)
  await open(page, 'image')
  await prompt(page).fill('Rain over {{city}} at {{time of day}}')
  await page.getByRole('button', { name: 'Save this prompt' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(sheet.getByText('Fill this in.')).toBeVisible()
  await sheet.getByRole('textbox', { name: 'Name' }).fill('City in the rain')
  await sheet.getByRole('button', { name: 'Save', exact: true }).click()

  await sheet.getByRole('button', { name: /^City in the rain/ }).click()
  await sheet.getByRole('textbox', { name: 'city' }).fill('Oslo')
  await sheet.getByRole('textbox', { name: 'time of day' }).fill('dusk')
  await sheet.getByRole('button', { name: 'Use this prompt' }).click()
  await expect(prompt(page)).toHaveValue('Rain over Oslo at dusk')

  await page.getByRole('button', { name: 'Ideas', exact: true }).click()
  await sheet.getByText('Saved', { exact: true }).click()
  await sheet.getByRole('button', { name: 'Change “City in the rain”' }).click()
  await sheet.getByRole('textbox', { name: 'Name' }).fill('Rain anywhere')
  await sheet.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(sheet.getByRole('button', { name: /^Rain anywhere/ })).toBeVisible()
  await expectNoBarriers(page, 'the saved prompts')
  await sheet.getByRole('button', { name: 'Delete “Rain anywhere”' }).click()
  await expect(sheet.getByRole('button', { name: /^Rain anywhere/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click()
  await expect(sheet.getByRole('button', { name: /^Rain anywhere/ })).toBeVisible()
})

test('the seed rolls, is locked, and is let go again', async ({ page }) => {
  await haveAccount(page)
  await open(page, 'image')
  await page.getByRole('button', { name: 'More options' }).click()
  const seed = page.getByRole('textbox', { name: 'Seed' })
  const lock = page.getByRole('button', { name: 'Lock the seed' })
  await page.getByRole('button', { name: 'Roll a number' }).click()
  await expect(seed).toHaveValue(/^\d+$/)
  await expect(lock).toHaveAttribute('aria-pressed', 'true')
  await lock.click()
  await expect(seed).toHaveValue('')
  await expect(lock).toHaveAttribute('aria-pressed', 'false')
})

test('a film that costs too much is made shorter by one press', async ({ page }) => {
  await haveAccount(page)
  for (const place of [1, 2]) {
    await open(page, 'video')
    await page.getByRole('slider').first().press('End')
    await prompt(page).fill(`Storm ${place}`)
    await send(page).click()
    await expect(cardOf(page, `Storm ${place}`)).toBeVisible()
  }
  const shorter = page.getByRole('form').getByRole('button', { name: /^Length: 3/ })
  await expect(shorter).toBeVisible()
  await shorter.click()
  await expect(send(page)).toBeEnabled()
  await expect(send(page)).toContainText('9 tokens')
  for (const card of await page.getByRole('article').all())
    await card
      .getByRole('button', { name: words.en.cancel })
      .click({ timeout: 3_000 })
      .catch(() => undefined)
})

test.describe('on a small phone', () => {
  test.use({ viewport: { width: 320, height: 640 }, hasTouch: true })

  test('the whole form is reached with the thumb, and nothing hangs over the edge', async ({ page }) => {
    await haveAccount(page)
    await openLive(page, '/dashboard/image')
    await page.getByRole('button', { name: 'What should be in the picture?' }).click()
    const sheet = page.getByRole('dialog', { name: 'New work' })
    await sheet.getByRole('textbox').first().fill('A quiet bay at night')
    await expect(sheet.getByRole('button', { name: words.en.generate })).toBeInViewport({ ratio: 1 })
    expect(await overflowOf(page)).toBeLessThanOrEqual(0)
    await expectNoBarriers(page, 'the composer on a phone')
    await sheet.getByRole('button', { name: words.en.generate }).click()
    await expect(sheet).toBeHidden()
    await expect(cardOf(page, 'A quiet bay at night')).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Kind' }).getByRole('link')).toHaveCount(4)
  })
})

test.describe('with services connected', () => {
  test('one of many models is found, filtered and chosen by keyboard; a language model improves the prompt', async ({ browser }) => {
    test.setTimeout(120_000)
    await using models = await openOpenaiServer({ pieces: () => ['A grey ', 'heron in ', 'the morning mist'] })
    await using server = await startServer({
      built: true,
      env: {
        OPENAI_COMPATIBLE: `desk=${models.url}`,
        OPENAI_COMPATIBLE_PRICE: '0.1/0.4',
        OLLAMA_URL: 'off',
        BFL_API_KEY: 'key',
        BFL_BASE_URL: models.url,
        XAI_API_KEY: 'key',
        XAI_BASE_URL: models.url,
      },
    })
    const context = await browser.newContext({ baseURL: server.url, locale: 'en-US', reducedMotion: 'reduce' })
    const page = await context.newPage()
    await confirmEmail(server, await haveAccount(page))
    await open(page, 'image')
    const picker = page.getByRole('button', { name: /^Model/ })
    await picker.click()
    const popup = page.getByRole('dialog', { name: 'Choose a model' })
    const search = popup.getByRole('combobox', { name: 'Search the models' })
    await expect(search).toBeFocused()
    const all = await popup.getByRole('option').count()
    expect(all).toBeGreaterThan(3)
    await expectNoBarriers(page, 'the open picker')
    await popup.getByRole('button', { name: 'takes pictures' }).click()
    await popup.getByRole('button', { name: 'Black Forest Labs' }).click()
    expect(await popup.getByRole('option').count()).toBeLessThan(all)
    await search.fill('no such model')
    await expect(popup.getByText('No model fits.')).toBeVisible()
    await popup.getByRole('button', { name: 'Show all' }).click()
    await expect(popup.getByRole('option')).toHaveCount(all)
    await search.fill('flux')
    await search.press('ArrowDown')
    await search.press('Enter')
    await expect(popup).toBeHidden()
    await expect(page).toHaveURL(/model=bfl/)
    await expect(picker).toContainText(/flux/i)

    await prompt(page).fill('A heron')
    await page.getByRole('button', { name: 'Improve', exact: true }).click()
    const sheet = page.getByRole('dialog', { name: 'Improve the prompt' })
    await sheet.getByRole('button', { name: /^Improve · up to/ }).click()
    await expect(sheet.getByRole('group', { name: 'What changes' })).toContainText('in the morning mist')
    await expectNoBarriers(page, 'what changes')
    await sheet.getByRole('button', { name: 'Use it' }).click()
    await expect(prompt(page)).toHaveValue('A grey heron in the morning mist')
    await prompt(page).press('ControlOrMeta+z')
    await expect(prompt(page)).toHaveValue('A heron')
    await context.close()
  })
})
