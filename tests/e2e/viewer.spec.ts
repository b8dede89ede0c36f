import type { Locator, Page } from '@playwright/test'
import { expectNoBarriersInDialog } from './check-accessibility.ts'
import { expect, haveAccount, test, labels } from './fixtures.ts'
import { makeWork, makeWorks } from './make-work.ts'
import { seen } from './seen.ts'

/** Opens one work of the library by its URL. */
async function openWork(page: Page, work: { id: string } | undefined) {
  await page.goto(`/dashboard?item=${work?.id}`)
  const viewer = page.getByRole('dialog').first()
  await seen(viewer.getByRole('button', { name: labels.en.more }))
  return viewer
}

const scaleOf = (image: Locator) =>
  image.evaluate((element) => element.getBoundingClientRect().width / Math.max(1, element.parentElement?.offsetWidth ?? 1))

const picture = (prompt: string, options = {}) => ({ model: 'sketch-image', prompt, options: { size: '512', ...options } })

test.beforeEach(async ({ page }) => {
  await haveAccount(page)
})

test('an image is zoomed by keys, buttons, wheel and drag, and the arrow keys move a zoomed image', async ({ page }) => {
  const work = await makeWork(page, picture('Dunes at noon', { count: 2 }))
  const viewer = await openWork(page, work)
  const image = viewer.getByRole('img', { name: 'Dunes at noon' })
  const place = (one: number) => viewer.getByRole('button', { name: `Image ${one} of 2` })
  await expect.poll(() => scaleOf(image)).toBeCloseTo(1, 1)

  await page.keyboard.press('+')
  await page.keyboard.press('+')
  await expect.poll(() => scaleOf(image)).toBeCloseTo(2.25, 1)
  await expect(viewer.getByRole('button', { name: 'Show the whole image' })).toContainText('225%')
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
  await viewer.getByRole('button', { name: 'Show the whole image' }).click()
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
  await expectNoBarriersInDialog(page, 'the viewer of a picture')
})

test('two images are compared by a slider and side by side, and the address keeps it', { tag: '@full' }, async ({ page }) => {
  const work = await makeWork(page, picture('A harbour in fog', { count: 2 }))
  const viewer = await openWork(page, work)
  await page.keyboard.press('c')
  const line = viewer.getByRole('slider', { name: 'Boundary between the two images' })
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

test('a video is played, sought, stepped and repeated by keys', async ({ page }) => {
  const request = { model: 'sketch-video', prompt: 'Waves at dusk', options: { duration: 2, resolution: '480p', sound: 'none' } }
  const viewer = await openWork(page, await makeWork(page, request))
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
  // A browser on a busy machine leaves frames out, so the observed length of a frame can be that of several, up to 0.2 s.
  expect(await state('currentTime')).toBeLessThan(0.2)
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

test('an audio is sought along its waveform, played faster and repeated', { tag: '@full' }, async ({ page }) => {
  const request = { model: 'sketch-speech', prompt: labels.en.prompts.audio }
  const viewer = await openWork(page, await makeWork(page, request))
  const sound = viewer.locator('audio')
  const place = viewer.getByRole('slider', { name: 'Position' })
  await expect(place).toHaveAttribute('aria-valuetext', /0:00 of 0:0\d/)
  await expectNoBarriersInDialog(page, 'the viewer of a recording')
  await viewer.getByRole('combobox', { name: 'Speed' }).selectOption('1.5')
  await viewer.getByRole('button', { name: 'Repeat' }).click()
  await viewer.getByRole('button', { name: labels.en.play }).click()
  await expect.poll(() => sound.evaluate((element: HTMLAudioElement) => [element.playbackRate, element.loop])).toEqual([1.5, true])
  await place.press(' ')
  await expect.poll(() => sound.evaluate((element: HTMLAudioElement) => element.paused)).toBe(true)
})

test('a text becomes the prompt of speech, a video or an image', { tag: '@full' }, async ({ page }) => {
  const request = { model: 'sketch-text', prompt: labels.en.prompts.text }
  const viewer = await openWork(page, await makeWork(page, request))
  await viewer.getByRole('button', { name: 'Use for…' }).click()
  await expect(page.getByRole('menuitem', { name: 'Create a video from this text' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Create an image from this text' })).toBeVisible()
  await page.getByRole('menuitem', { name: 'Read it aloud' }).click()
  await expect(page).toHaveURL(/\/dashboard\/audio/)
  await expect(page.getByRole('textbox').first()).toHaveValue(/lanes/)
})

test('a work is renamed, moved to the trash and restored from the viewer', { tag: '@full' }, async ({ page }) => {
  const viewer = await openWork(page, await makeWork(page, picture('A quiet island')))
  await viewer.getByRole('button', { name: labels.en.more }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  const sheet = page.getByRole('dialog', { name: 'Rename' })
  await sheet.getByLabel('Result name').fill('Island, first try')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(viewer.getByRole('heading', { name: 'Island, first try' })).toBeAttached()

  await viewer.getByRole('button', { name: labels.en.more }).click()
  await page.getByRole('menuitem', { name: 'Move to trash' }).click()
  await expect(page.getByText('Moved to trash.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('region', { name: 'Library' }).getByRole('link', { name: /Island, first try|A quiet island/ })).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test(
    'two fingers or a double tap zoom an image; one finger goes to the next, unless the image is zoomed',
    { tag: '@full' },
    async ({ page }) => {
      const [, latest] = await makeWorks(page, [picture('Reeds by a pond'), picture('A cabin in snow')])
      const viewer = await openWork(page, latest)
      const shown = (prompt: string) => viewer.getByRole('img', { name: prompt })
      await seen(shown('A cabin in snow'))
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
      await expect.poll(() => scaleOf(shown('A cabin in snow'))).toBeGreaterThan(2)

      await swipe(send, 320, 60)
      await expect(shown('A cabin in snow')).toBeInViewport()
      // The browser ignores taps while the page still moves after a swipe.
      await viewer.getByRole('button', { name: 'Show the whole image' }).click()
      await expect.poll(() => scaleOf(shown('A cabin in snow'))).toBeCloseTo(1, 1)
      await page.touchscreen.tap(195, 300)
      await page.touchscreen.tap(195, 300)
      await expect.poll(() => scaleOf(shown('A cabin in snow'))).toBeCloseTo(2.5, 1)
      await viewer.getByRole('button', { name: 'Show the whole image' }).click()
      await expect.poll(() => scaleOf(shown('A cabin in snow'))).toBeCloseTo(1, 1)

      await swipe(send, 320, 60)
      await seen(shown('Reeds by a pond'))
      await swipe(send, 60, 320)
      await seen(shown('A cabin in snow'))
    },
  )
})

type Send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number; id: number }[]) => Promise<unknown>

async function swipe(send: Send, from: number, to: number) {
  await send('touchStart', [{ x: from, y: 300, id: 0 }])
  for (const part of [0.3, 0.6, 1]) await send('touchMove', [{ x: from + (to - from) * part, y: 300, id: 0 }])
  await send('touchEnd', [])
}
