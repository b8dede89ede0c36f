import type { Page } from '@playwright/test'
import { isFull } from '#tests/fixtures/campaign.ts'
import { expectNoBarriers, expectNoBarriersInDialog, overflowOf } from './check-accessibility.ts'
import {
  answered,
  browserLocale,
  cardOf,
  expect,
  generate,
  haveAccount,
  holdScripts,
  openHydrated,
  savedDraft,
  signIn,
  test,
  labels,
  untilHydrated,
  openOptions,
} from './fixtures.ts'
import { makeWork, makeWorks, startRuns } from './make-work.ts'
import { seen } from './seen.ts'

const prompt = (page: Page) => page.getByRole('form').getByRole('textbox').first()
const send = (page: Page) => page.getByRole('form').getByRole('button', { name: labels.en.generate })

async function open(page: Page, kind: 'image' | 'video' | 'audio' | 'text', query = '') {
  await openHydrated(page, `/dashboard/${kind}${query}`)
  await expect(send(page)).toContainText(/\d/)
  await expect(send(page)).toBeEnabled()
}

for (const [locale, run, surprise, undo, ideas, template] of [
  ['en', /^Create similar/, 'Surprise me', 'Undo', 'Ideas', /^Travel poster/],
  ['ru', /^Создать похожее/, 'Удивите меня', 'Отменить', 'Идеи', /^Дорожный плакат/],
] as const) {
  test.describe(locale, { tag: locale === 'en' ? [] : '@full' }, () => {
    test.use({ locale: browserLocale[locale] })

    test('one click makes the first image', { tag: '@full' }, async ({ page }) => {
      await haveAccount(page)
      await openHydrated(page, '/dashboard/image')
      await page.getByRole('button', { name: run }).click()
      const card = page.getByRole('article').first()
      await expect(card).toHaveAttribute('data-status', 'succeeded')
      await seen(card.getByRole('img').first())
      await expect(page.getByRole('banner')).toContainText('96')
    })

    test('a surprise and an idea replace the prompt, and one key restores it', { tag: '@full' }, async ({ page }) => {
      await haveAccount(page)
      await openHydrated(page, '/dashboard/image')
      const field = prompt(page)
      await field.fill('A heron')
      await page.getByRole('button', { name: surprise }).click()
      await expect(field).not.toHaveValue('A heron')
      await field.press('ControlOrMeta+z')
      await expect(field).toHaveValue('A heron')

      await page.getByRole('button', { name: ideas, exact: true }).click()
      const sheet = page.getByRole('dialog')
      await seen(sheet.getByRole('button', { name: template }))
      await expectNoBarriersInDialog(page, 'the ideas')
      await sheet.getByRole('button', { name: template }).click()
      await expect(sheet).toBeHidden()
      await expect(field).toHaveValue(/lighthouse|маяк/)
      await openOptions(page)
      await expect(page.getByRole('radio', { name: '3:4' })).toBeChecked()
      await page.getByRole('button', { name: undo, exact: true }).click()
      await expect(field).toHaveValue('A heron')
      await expect(page.getByRole('radio', { name: '1:1' })).toBeChecked()
    })
  })
}

test(
  'several runs are started in a row from the keyboard, and the arrow keys recall earlier prompts',
  { tag: '@full' },
  async ({ page }) => {
    await haveAccount(page)
    await open(page, 'image')
    const field = prompt(page)
    for (const words of ['A quiet bay', 'A stormy bay']) {
      await field.pressSequentially(words)
      await field.press('ControlOrMeta+Enter')
      await expect(cardOf(page, words)).toBeVisible()
      await expect(field).toBeFocused()
      await expect(field).toHaveValue(words)
      // The prompt is selected once the run is accepted, so that the next key replaces it.
      const selected = () => field.evaluate((element: HTMLTextAreaElement) => element.selectionEnd - element.selectionStart)
      await expect.poll(selected).toBe(words.length)
    }
    await field.pressSequentially('A new')
    await expect(field).toHaveValue('A new')
    await field.press('ArrowUp')
    await expect(field).toHaveValue('A stormy bay')
    await field.press('ArrowUp')
    await expect(field).toHaveValue('A quiet bay')
    await expect(page.getByRole('form')).toContainText('Previous prompt 2 of 2')
    await field.press('ArrowDown')
    await field.press('ArrowDown')
    await expect(field).toHaveValue('A new')
  },
)

test(
  'the up key moves through the lines of a prompt, and recalls the earlier one at the first line only',
  { tag: '@full' },
  async ({ page }) => {
    await haveAccount(page)
    await generate(page, 'en', 'image', 'A quiet bay')
    const field = prompt(page)
    await field.fill('first line\nsecond line')
    await field.press('ArrowUp')
    await expect(field).toHaveValue('first line\nsecond line')
    await field.press('ArrowUp')
    await expect(field).toHaveValue('A quiet bay')
  },
)

test('a draft continues after a reload and on another device', { tag: '@full' }, async ({ page, browser }) => {
  test.slow()
  const email = await haveAccount(page)
  await open(page, 'image')
  await savedDraft(page, 'A draft about herons', () => prompt(page).fill('A draft about herons'))
  await openOptions(page)
  await savedDraft(page, '9:16', () => page.getByRole('radio', { name: '9:16' }).check())
  await page.reload()
  await expect(prompt(page)).toHaveValue('A draft about herons')

  const phone = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce' })
  const other = await phone.newPage()
  await signIn(other, email)
  await openHydrated(other, '/dashboard/image')
  await expect(prompt(other)).toHaveValue('A draft about herons')
  await seen(other.getByRole('button', { name: 'Aspect ratio: 9:16' }))
  await savedDraft(other, 'A draft about hares', () => prompt(other).fill('A draft about hares'))
  await phone.close()

  await page.reload()
  await expect(prompt(page)).toHaveValue('A draft about hares')
  await page.getByRole('button', { name: 'Restore mine' }).click()
  await expect(prompt(page)).toHaveValue('A draft about herons')
})

test('options opened before hydration are there after it, and a chosen shape is saved in the draft', { tag: '@full' }, async ({ page }) => {
  await haveAccount(page)
  const release = await holdScripts(page)
  await page.goto('/dashboard/image', { waitUntil: 'commit' })
  await openOptions(page)
  release()
  await savedDraft(page, '9:16', () => page.getByRole('radio', { name: '9:16' }).check())
  await expect(page.getByRole('radio', { name: '9:16' })).toBeChecked()
})

test(
  'a result that is hydrated late is the same as the server rendered it, whatever the composer has asked for meanwhile',
  { tag: '@full' },
  async ({ page }) => {
    await haveAccount(page)
    await open(page, 'image')
    await openOptions(page)
    await page.getByRole('radio', { name: '9:16' }).check()
    await prompt(page).fill('A quiet bay')
    await send(page).click()
    const again = cardOf(page, 'A quiet bay').getByRole('button', { name: labels.en.again })
    await expect(again).toContainText(/\d/)

    const { promise: asked, resolve: release } = Promise.withResolvers<void>()
    await page.route(/assets\/generation-card-[^/]*\.js/, async (route) => {
      await asked
      await route.continue()
    })
    // The restored draft equals the finished run, so both have one price.
    const quoted = answered(page, 'understood')
    await page.reload({ waitUntil: 'commit' })
    await quoted
    await expect(again).not.toContainText(/\d/)
    release()
    await untilHydrated(page)
    await expect(again).toContainText(/\d/)
  },
)

test('cards below the first two get their actions with the scripts and keep their places', { tag: '@full' }, async ({ page }) => {
  await haveAccount(page)
  const prompts = ['A quiet bay', 'Dunes at noon', 'A red fox', 'A glass tower']
  await makeWorks(
    page,
    prompts.map((text) => ({ model: 'sketch-image', prompt: text, options: { size: '512' } })),
  )
  const cards = page.getByRole('article')
  const more = cards.getByRole('button', { name: 'More actions' })
  /** Between the tops of the cards: a notice above them may come and go. */
  const distances = async () => {
    await page.evaluate(() => document.fonts.ready)
    return cards.evaluateAll(([first, ...others]) =>
      others.map((card) => Math.round(card.getBoundingClientRect().top - (first?.getBoundingClientRect().top ?? 0))),
    )
  }
  // The actions wrap on the first of them only.
  for (const width of [360, 560]) {
    const release = await holdScripts(page)
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/dashboard/image', { waitUntil: 'commit' })
    await expect(cards).toHaveCount(prompts.length)
    await expect(more).toHaveCount(2)
    const before = await distances()
    release()
    await untilHydrated(page)
    await expect(more).toHaveCount(prompts.length)
    expect(await distances()).toEqual(before)
  }
})

test('prompts typed on two devices at once are both kept, and either can be used', { tag: '@full' }, async ({ page, browser }) => {
  const email = await haveAccount(page)
  await open(page, 'image')
  const phone = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce' })
  const other = await phone.newPage()
  await signIn(other, email)
  await open(other, 'image')
  await savedDraft(other, 'Typed on the phone', () => prompt(other).fill('Typed on the phone'))
  await savedDraft(page, 'Typed at the desk', () => prompt(page).fill('Typed at the desk'))
  await expect(prompt(page)).toHaveValue('Typed at the desk')
  const notice = page.getByRole('status').filter({ hasText: 'Typed on the phone' })
  await notice.getByRole('button', { name: 'Use it' }).click()
  await expect(prompt(page)).toHaveValue('Typed on the phone')
  await expect(prompt(other)).toHaveValue('Typed on the phone')
  await phone.close()
})

test('the address names the model: a link, a reload, a step back and another device show the same', async ({ page, browser }) => {
  const email = await haveAccount(page)
  await open(page, 'audio')
  await openOptions(page)
  await page.getByRole('radio', { name: 'Sketch Music' }).click()
  await expect(page).toHaveURL(/\/dashboard\/audio\?model=sketch-music$/)
  await page.reload()
  const model = page.getByRole('form').getByRole('button', { name: /^Model: / })
  await expect(model).toHaveAccessibleName('Model: Sketch Music')
  await page.getByRole('link', { name: 'Image', exact: true }).first().click()
  await expect(page).toHaveURL(/\/dashboard\/image/)
  await page.goBack()
  await expect(model).toHaveAccessibleName('Model: Sketch Music')
  await open(page, 'audio', '?model=sketch-speech&prompt=Good+evening.')
  await expect(model).toHaveAccessibleName('Model: Sketch Speech')
  await expect(prompt(page)).toHaveValue('Good evening.')
  await expect(page).toHaveURL(/\/dashboard\/audio\?model=sketch-speech$/)

  await savedDraft(page, 'Good night.', () => prompt(page).fill('Good night.'))
  const phone = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce' })
  const other = await phone.newPage()
  await signIn(other, email)
  await open(other, 'audio', '?model=sketch-music')
  await expect(prompt(other)).toHaveValue('Good night.')
  await seen(other.getByRole('form').getByRole('button', { name: 'Model: Sketch Music' }))
  await expect(other).toHaveURL(/\/dashboard\/audio\?model=sketch-music$/)
  await phone.close()
})

test('a prompt with variables is saved, filled in, renamed, deleted and restored', { tag: '@full' }, async ({ page }) => {
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
  await sheet.getByRole('button', { name: 'Edit “City in the rain”' }).click()
  await sheet.getByRole('textbox', { name: 'Name' }).fill('Rain anywhere')
  await sheet.getByRole('button', { name: 'Save', exact: true }).click()
  await seen(sheet.getByRole('button', { name: /^Rain anywhere/ }))
  await expectNoBarriersInDialog(page, 'the saved prompts')
  await sheet.getByRole('button', { name: 'Delete “Rain anywhere”' }).click()
  await expect(sheet.getByRole('button', { name: /^Rain anywhere/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click()
  await seen(sheet.getByRole('button', { name: /^Rain anywhere/ }))
})

test('an image opens over the studio, where the prompt is kept, and options make room for the results', async ({ page }) => {
  await haveAccount(page)
  await makeWork(page, { model: 'sketch-image', prompt: 'Dunes at noon', options: { size: '512' } })
  await open(page, 'image')
  await prompt(page).fill('A quiet bay')
  await openOptions(page)
  const options = page.getByRole('group', { name: 'Options' })
  await page.keyboard.press('Escape')
  await expect(options).toBeHidden()
  await page.getByRole('link', { name: 'Open image' }).click()
  await expect(page).toHaveURL(/\/dashboard\/image\?.*item=/)
  const viewer = page.getByRole('dialog')
  await seen(viewer.getByRole('button', { name: 'Close' }))
  await expectNoBarriersInDialog(page, 'the viewer over the studio')
  await page.keyboard.press('Escape')
  await expect(viewer).toBeHidden()
  await expect(page).toHaveURL(/\/dashboard\/image$/)
  await expect(prompt(page)).toHaveValue('A quiet bay')
})

test('the seed is rolled, locked and unlocked', { tag: '@full' }, async ({ page }) => {
  await haveAccount(page)
  await open(page, 'image')
  await openOptions(page)
  await page.getByRole('button', { name: 'More options' }).click()
  const seed = page.getByRole('textbox', { name: 'Seed' })
  const lock = page.getByRole('button', { name: 'Lock the seed' })
  await page.getByRole('button', { name: 'Pick a random seed' }).click()
  await expect(seed).toHaveValue(/^\d+$/)
  await expect(lock).toHaveAttribute('aria-pressed', 'true')
  await lock.click()
  await expect(seed).toHaveValue('')
  await expect(lock).toHaveAttribute('aria-pressed', 'false')
})

test('a film that costs too much says how many tokens are missing, and one click makes it shorter', { tag: '@full' }, async ({ page }) => {
  await haveAccount(page)
  const film = (prompt: string) => ({ model: 'sketch-video', prompt, options: { duration: 15 } })
  const cancelRuns = await startRuns(page, [film('Storm 1'), film('Storm 2')])
  await openHydrated(page, '/dashboard/video')
  await openOptions(page)
  await page.getByRole('form').getByRole('slider').first().press('End')
  await prompt(page).fill('Storm 3')
  await expect(page.getByRole('status').filter({ hasText: '35 tokens' })).toBeVisible()
  await expect(send(page)).toBeDisabled()
  await page
    .getByRole('form')
    .getByRole('button', { name: /^Length: 3/ })
    .click()
  await expect(send(page)).toBeEnabled()
  await expect(send(page)).toContainText('9 tokens')
  await cancelRuns()
})

test.describe('on a 320 px screen', () => {
  test.use({ viewport: { width: 320, height: 640 }, hasTouch: true })

  test('the composer fits a 320 px screen, with its button in reach', async ({ page }) => {
    await haveAccount(page)
    await openHydrated(page, '/dashboard/image')
    await page.getByRole('button', { name: 'Describe your image' }).click()
    const sheet = page.getByRole('dialog', { name: 'New result' })
    await sheet.getByRole('textbox').first().fill('A quiet bay at night')
    await expect(sheet.getByRole('button', { name: labels.en.generate })).toBeInViewport({ ratio: 1 })
    expect(await overflowOf(page)).toBeLessThanOrEqual(0)
    await expectNoBarriersInDialog(page, 'the composer on a phone')
    await sheet.getByRole('button', { name: labels.en.generate }).click()
    await expect(sheet).toBeHidden()
    await expect(cardOf(page, 'A quiet bay at night')).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveCount(5)
  })
})

for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const)
  test(`a running image has the size of its result at ${width} px, in each shape and as a set`, { tag: '@full' }, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await haveAccount(page)
    await page.addInitScript(() => {
      const sizes: Record<string, string[]> = {}
      Object.assign(window, { sizes })
      const look = () => {
        for (const card of document.querySelectorAll<HTMLElement>('#content article')) {
          const work = card.firstElementChild?.getBoundingClientRect()
          if (!work || !card.ariaLabel || !card.dataset.status) continue
          const size = `${card.dataset.status === 'succeeded' ? 'done' : 'running'} ${Math.round(work.width)}×${Math.round(work.height)}, ${card.offsetHeight}`
          const seen = (sizes[card.ariaLabel] ??= [])
          if (!seen.includes(size)) seen.push(size)
        }
        requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    })
    await openHydrated(page, '/dashboard/image')
    /** Repeats a run that was done before the page had shown it running. */
    const sizesOf = async (prompt: string, options: { aspect: string; count: number }) => {
      for (let take = 1; ; take += 1) {
        const name = `${prompt}, take ${take}`
        await startRuns(page, [{ model: 'sketch-image', prompt: name, options: { ...options, size: '512' } }])
        await expect(cardOf(page, name).getByRole('button', { name: labels.en.again })).toContainText(/\d/)
        const seen: string[] = await page.evaluate((of) => Reflect.get(window, 'sizes')[of], name)
        if (seen[0]?.startsWith('running')) return seen
      }
    }
    const shapes = [
      ['A pine forest', '9:16', 1],
      ['A lighthouse by the sea', '4:3', 3],
      ['A quiet bay', '1:1', 1],
      ['A mountain lake', '16:9', 1],
      ['Dunes at noon', '21:9', 1],
    ] as const
    for (const [prompt, aspect, count] of isFull ? shapes : shapes.slice(0, 2)) {
      const seen = await sizesOf(prompt, { aspect, count })
      expect(seen).toEqual([expect.stringMatching(/^running /), expect.stringMatching(/^done /)])
      const [running = [], done = []] = seen.map((size) => [...size.matchAll(/\d+/g)].map(Number))
      // The pixels of a result round its ratio.
      expect(
        Math.max(...running.map((pixels, index) => Math.abs(pixels - (done[index] ?? 0)))),
        `${prompt}: ${seen.join(' → ')}`,
      ).toBeLessThan(3)
    }
  })

test(
  'words are set on an image, in a layout chosen by its picture; characters that the fonts lack are named',
  { tag: '@full' },
  async ({ page }) => {
    await haveAccount(page)
    await open(page, 'image')
    await prompt(page).fill('A meadow with flowers at sunset')
    await openOptions(page)
    const options = page.getByRole('group', { name: 'Options' })
    await options.getByRole('radio', { name: 'Greeting' }).check()
    await options.getByLabel('Large text').fill('Happy birthday 🎉')
    await expect(options.getByText('The fonts here lack: 🎉')).toBeVisible()
    await expectNoBarriers(page, 'the options with pictures')
    await options.getByLabel('Large text').fill('Happy birthday')
    // The price of the drawable text has arrived.
    await expect(options.getByLabel('Large text')).not.toHaveAttribute('aria-invalid')
    await send(page).click()
    const card = page.getByRole('article').first()
    await expect(card).toHaveAttribute('data-status', 'succeeded')
    await seen(card.getByRole('img').first())
  },
)
