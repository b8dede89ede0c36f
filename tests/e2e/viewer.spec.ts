import type { Locator, Page } from '@playwright/test'
import { expectNoBarriers } from './barriers.ts'
import { expect, haveAccount, test, words } from './fixtures.ts'
import { makeWork } from './make-work.ts'

const longer = 150_000

/** Opens one work of the library by its address. */
async function openWork(page: Page, { id }: { id: string }, more = '') {
  await page.goto(`/dashboard?item=${id}${more}`)
  const viewer = page.getByRole('dialog').first()
  await expect(viewer.getByRole('button', { name: /^(?:More actions|Другие действия)$/ })).toBeVisible()
  return viewer
}

const scaleOf = (image: Locator) =>
  image.evaluate((element) => element.getBoundingClientRect().width / Math.max(1, element.parentElement?.offsetWidth ?? 1))

const picture = (prompt: string, options = {}) => ({ model: 'sketch-image', prompt, options: { size: '512', ...options } })

test('a picture is looked into by keys, buttons, wheel and drag, and the arrow keys move in it while it is large', async ({ page }) => {
  test.setTimeout(longer)
  const work = await makeWork(page, await haveAccount(page), picture('Dunes at noon', { count: 2 }))
  const viewer = await openWork(page, work)
  const image = viewer.getByRole('img', { name: 'Dunes at noon' })
  const place = (one: number) => viewer.getByRole('button', { name: `Picture ${one} of 2` })
  await expect.poll(() => scaleOf(image)).toBeCloseTo(1, 1)

  await page.keyboard.press('+')
  await page.keyboard.press('+')
  await expect.poll(() => scaleOf(image)).toBeCloseTo(2.25, 1)
  await expect(viewer.getByRole('button', { name: 'Show the whole picture' })).toContainText('225%')
  const before = await image.boundingBox()
  await page.keyboard.press('ArrowRight')
  await expect.poll(async () => (await image.boundingBox())?.x).not.toBe(before?.x)
  await expect(place(1)).toHaveAttribute('aria-current', 'true')
  await page.keyboard.press('-')
  await expect.poll(() => scaleOf(image)).toBeCloseTo(1.5, 1)
  await page.keyboard.press('0')
  await expect.poll(() => scaleOf(image)).toBeCloseTo(1, 1)

  await viewer.getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(() => scaleOf(image)).toBeCloseTo(1.5, 1)
  await viewer.getByRole('button', { name: 'Show the whole picture' }).click()
  await image.hover()
  await page.mouse.wheel(0, -600)
  await expect.poll(() => scaleOf(image)).toBeGreaterThan(2)
  const large = await image.boundingBox()
  await page.mouse.down()
  await page.mouse.move(200, 300, { steps: 4 })
  await page.mouse.up()
  await expect.poll(async () => (await image.boundingBox())?.x).not.toBe(large?.x)
  await page.mouse.dblclick(500, 450)
  await expect.poll(() => scaleOf(image)).toBeCloseTo(1, 1)

  await page.keyboard.press('ArrowRight')
  await expect(place(2)).toHaveAttribute('aria-current', 'true')
})

test('two pictures are held against each other, by a slider that keys move and side by side; the address says so', async ({ page }) => {
  test.setTimeout(longer)
  const work = await makeWork(page, await haveAccount(page), picture('A harbour in fog', { count: 2 }))
  const viewer = await openWork(page, work)
  await page.keyboard.press('c')
  const line = viewer.getByRole('slider', { name: 'Where the two pictures meet' })
  await expect(line).toHaveAttribute('aria-valuenow', '50')
  await expect(page).toHaveURL(/with=[\da-f-]{36}\.1/)
  await expect(viewer.getByRole('img', { name: 'A harbour in fog' })).toHaveCount(2)
  await line.press('ArrowRight')
  await expect(line).toHaveAttribute('aria-valuenow', '52')
  await line.press('Home')
  await expect(line).toHaveAttribute('aria-valuenow', '0')

  await page.reload()
  await expect(line).toBeVisible()
  await viewer.getByRole('radio', { name: 'Side by side' }).check()
  await expect(line).toHaveCount(0)
  await expect(viewer.getByRole('img', { name: 'A harbour in fog' })).toHaveCount(2)
  await viewer.getByRole('button', { name: 'Zoom in' }).click()
  for (const image of await viewer.getByRole('img', { name: 'A harbour in fog' }).all())
    await expect.poll(() => scaleOf(image)).toBeCloseTo(1.5, 1)

  await page.keyboard.press('Escape')
  await expect(page).not.toHaveURL(/with=/)
  await expect(viewer).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(viewer).toBeHidden()
})

test('a film is played, sought, stepped and repeated by keys', async ({ page }) => {
  test.setTimeout(longer)
  const request = { model: 'sketch-video', prompt: 'Waves at dusk', options: { duration: 2, resolution: '480p', sound: 'none' } }
  const viewer = await openWork(page, await makeWork(page, await haveAccount(page), request))
  const player = viewer.getByRole('group', { name: 'Video: Waves at dusk' })
  const film = player.locator('video')
  const state = <K extends keyof HTMLVideoElement>(key: K) => film.evaluate((element: HTMLVideoElement, name) => element[name as K], key)

  await player
    .getByRole('button', { name: /^(?:Play|Pause)$/ })
    .last()
    .focus()
  await film.evaluate((element: HTMLVideoElement) => element.play())
  await expect.poll(() => state('currentTime')).toBeGreaterThan(0.1)
  await page.keyboard.press('k')
  await expect.poll(() => state('paused')).toBe(true)
  await page.keyboard.press('Home')
  await expect.poll(() => state('currentTime')).toBe(0)
  await page.keyboard.press('.')
  await expect.poll(() => state('currentTime')).toBeGreaterThan(0.01)
  expect(await state('currentTime')).toBeLessThan(0.1)
  await page.keyboard.press('5')
  await expect.poll(() => state('currentTime')).toBeCloseTo((await state('duration')) / 2, 1)
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => state('currentTime')).toBe(0)
  await page.keyboard.press('m')
  await expect.poll(() => state('muted')).toBe(true)
  await expect(player.getByRole('button', { name: 'Mute' })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('l')
  await expect.poll(() => state('loop')).toBe(false)
  await page.keyboard.press('Shift+Period')
  await expect.poll(() => state('playbackRate')).toBe(1.25)
  await player.getByRole('button', { name: 'Playback' }).click()
  await page.getByRole('menuitemradio', { name: '2×' }).click()
  await expect.poll(() => state('playbackRate')).toBe(2)
  await page.keyboard.press('Escape')
  await expect(viewer).toBeVisible()
})

test('a recording is sought along its waveform and played faster and over again', async ({ page }) => {
  test.setTimeout(longer)
  const request = { model: 'sketch-speech', prompt: words.en.prompts.audio }
  const viewer = await openWork(page, await makeWork(page, await haveAccount(page), request))
  const sound = viewer.locator('audio')
  const place = viewer.getByRole('slider', { name: 'Position' })
  await expect(place).toHaveAttribute('aria-valuetext', /0:00 of 0:0\d/)
  await viewer.getByRole('combobox', { name: 'Speed' }).selectOption('1.5')
  await viewer.getByRole('button', { name: 'Repeat' }).click()
  await viewer.getByRole('button', { name: words.en.play }).click()
  await expect.poll(() => sound.evaluate((element: HTMLAudioElement) => [element.playbackRate, element.loop])).toEqual([1.5, true])
  await place.press(' ')
  await expect.poll(() => sound.evaluate((element: HTMLAudioElement) => element.paused)).toBe(true)
})

test('words become a prompt for a voice, a film or a picture', async ({ page }) => {
  test.setTimeout(longer)
  const request = { model: 'sketch-text', prompt: words.en.prompts.text }
  const viewer = await openWork(page, await makeWork(page, await haveAccount(page), request))
  await viewer.getByRole('button', { name: 'Use for…' }).click()
  await expect(page.getByRole('menuitem', { name: 'Make a film of these words' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Make a picture of these words' })).toBeVisible()
  await page.getByRole('menuitem', { name: 'Read it aloud' }).click()
  await expect(page).toHaveURL(/\/dashboard\/audio/)
  await expect(page.getByRole('textbox').first()).toHaveValue(/lanes/)
})

test('from the viewer a work is named, thrown away and taken back by the notice', async ({ page }) => {
  test.setTimeout(longer)
  const viewer = await openWork(page, await makeWork(page, await haveAccount(page), picture('A quiet island')))
  await viewer.getByRole('button', { name: words.en.more }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  const sheet = page.getByRole('dialog', { name: 'Rename' })
  await sheet.getByLabel('Name of the work').fill('Island, first try')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(viewer.getByRole('heading', { name: 'Island, first try' })).toBeAttached()

  await viewer.getByRole('button', { name: words.en.more }).click()
  await page.getByRole('menuitem', { name: 'Move to the trash' }).click()
  await expect(page.getByText('Moved to the trash.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('region', { name: 'Library' }).getByRole('link', { name: /Island, first try|A quiet island/ })).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('two fingers make a picture larger, a double tap too; one finger goes on, but not while it is large', async ({ page }) => {
    test.setTimeout(longer)
    const email = await haveAccount(page)
    await makeWork(page, email, picture('Reeds by a pond'))
    const viewer = await openWork(page, await makeWork(page, email, picture('A path in snow')))
    const shown = (prompt: string) => viewer.getByRole('img', { name: prompt })
    await expect(shown('A path in snow')).toBeVisible()
    const touch = await page.context().newCDPSession(page)
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number; id: number }[]) =>
      touch.send('Input.dispatchTouchEvent', { type, touchPoints: points })

    await send('touchStart', [
      { x: 180, y: 300, id: 0 },
      { x: 210, y: 300, id: 1 },
    ])
    for (const spread of [30, 60, 90])
      await send('touchMove', [
        { x: 180 - spread, y: 300, id: 0 },
        { x: 210 + spread, y: 300, id: 1 },
      ])
    await send('touchEnd', [])
    await expect.poll(() => scaleOf(shown('A path in snow'))).toBeGreaterThan(2)

    await swipe(send, 320, 60)
    await expect(shown('A path in snow')).toBeVisible()
    // A browser takes no tap for one while a finger's throw has not died away.
    await viewer.getByRole('button', { name: 'Show the whole picture' }).click()
    await expect.poll(() => scaleOf(shown('A path in snow'))).toBeCloseTo(1, 1)
    await page.touchscreen.tap(195, 300)
    await page.touchscreen.tap(195, 300)
    await expect.poll(() => scaleOf(shown('A path in snow'))).toBeCloseTo(2.5, 1)
    await viewer.getByRole('button', { name: 'Show the whole picture' }).click()
    await expect.poll(() => scaleOf(shown('A path in snow'))).toBeCloseTo(1, 1)

    await swipe(send, 320, 60)
    await expect(shown('Reeds by a pond')).toBeVisible()
    await swipe(send, 60, 320)
    await expect(shown('A path in snow')).toBeVisible()
  })
})

type Send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number; id: number }[]) => Promise<unknown>

async function swipe(send: Send, from: number, to: number) {
  await send('touchStart', [{ x: from, y: 300, id: 0 }])
  for (const part of [0.3, 0.6, 1]) await send('touchMove', [{ x: from + (to - from) * part, y: 300, id: 0 }])
  await send('touchEnd', [])
}

test('axe finds nothing in the viewer of a picture, of a recording, and in the dialog to share', async ({ page }) => {
  test.setTimeout(longer)
  const { prompts } = words.en
  const email = await haveAccount(page)
  await openWork(page, await makeWork(page, email, picture(prompts.image)))
  await expectNoBarriers(page, 'a picture')
  await page.getByRole('dialog').first().getByRole('button', { name: 'Share' }).click()
  await page.getByRole('dialog').last().getByRole('button', { name: 'Make a link' }).click()
  await expect(page.getByRole('dialog').last().getByRole('textbox')).toHaveValue(/\/shared\//)
  await expectNoBarriers(page, 'the dialog to share')
  await openWork(page, await makeWork(page, email, { model: 'sketch-speech', prompt: prompts.audio }))
  await expectNoBarriers(page, 'a recording')
})
