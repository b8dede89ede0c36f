import { gzipSync } from 'node:zlib'
import type { Browser, Page } from '@playwright/test'
import type { CreateGeneration } from '#app/contract/runs/generations.ts'
import { expectNoBarriers, expectNoBarriersInDialog, overflowOf } from './check-accessibility.ts'
import { expect, haveAccount, test, labels } from './fixtures.ts'
import { makeWork } from './make-work.ts'
import { seen } from './seen.ts'

const say = {
  en: {
    share: 'Share',
    make: 'Create link',
    link: 'Link',
    prompt: 'Show the prompt',
    takeBack: 'Delete link',
    confirm: 'Delete',
    own: 'Make your own',
    nothing: 'This link doesn’t work',
  },
  ru: { own: 'Создать своё' },
} as const

/** Makes and opens a work and creates a link to it; the dialog stays open. */
async function share(page: Page, request: CreateGeneration) {
  const { id } = await makeWork(page, request)
  await page.goto(`/dashboard?item=${id}`)
  const viewer = page.getByRole('dialog').first()
  await viewer.getByRole('button', { name: say.en.share }).click()
  const dialog = page.getByRole('dialog', { name: say.en.share })
  await dialog.getByRole('button', { name: say.en.make }).click()
  const field = dialog.getByRole('textbox', { name: say.en.link })
  await expect(field).toHaveValue(/\/shared\/[\w-]{22}$/)
  return { viewer, dialog, url: await field.inputValue() }
}
const phone = { width: 390, height: 844 }

const picture = (prompt: string) => ({ model: 'sketch-image', prompt, options: { size: '512', format: 'png' } })

/** A visitor in another browser. */
async function visitor(browser: Browser, options: Parameters<Browser['newContext']>[0] = {}) {
  const context = await browser.newContext(options)
  return { page: await context.newPage(), close: () => context.close() }
}

test('a link shows the result to everybody, leaks nothing while the prompt is hidden, and is a 404 once it is revoked', async ({
  page,
  browser,
}) => {
  test.slow()
  const email = await haveAccount(page)
  const prompt = labels.en.prompts.image
  const { viewer, dialog, url } = await share(page, picture(prompt))

  await expectNoBarriersInDialog(page, 'the dialog to share')

  const guest = await visitor(browser, { locale: 'en-US', reducedMotion: 'reduce' })
  const answer = await guest.page.goto(url)
  expect(answer?.status()).toBe(200)
  const html = (await answer?.text()) ?? ''
  for (const secret of [prompt, 'mountain lake', email, 'receipt', '"price"']) expect(html, secret).not.toContain(secret)
  const uuids = html.match(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g) ?? []
  expect(uuids).toEqual([])
  expect(html).toMatch(/<meta name="robots" content="noindex"/)
  const meta = (property: string) => guest.page.locator(`meta[property="${property}"]`).first().getAttribute('content')
  const token = url.split('/').at(-1) ?? ''
  expect(await meta('og:image')).toMatch(new RegExp(`^http://localhost:\\d+/api/v1/shares/${token}/files/0/poster$`))
  expect(await meta('og:title')).toBe('Image made with Quartet')
  const image = guest.page.getByRole('img', { name: 'Image made with Quartet' })
  await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(512)
  await expect(guest.page.getByRole('link', { name: say.en.own })).toBeVisible()
  const src = (await image.getAttribute('src')) ?? ''
  await expectNoBarriers(guest.page, 'a shared picture')
  await guest.page.setViewportSize(phone)
  expect(await overflowOf(guest.page)).toBeLessThanOrEqual(0)

  await dialog.getByRole('checkbox', { name: say.en.prompt }).check()
  await expect(dialog.getByRole('checkbox', { name: say.en.prompt })).toBeEnabled()
  await guest.page.reload()
  await expect(guest.page.getByText(prompt)).toBeVisible()
  await expect(guest.page).toHaveTitle(`${prompt} · Quartet`)

  await dialog.getByRole('button', { name: say.en.takeBack }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: say.en.confirm }).click()
  await seen(dialog.getByRole('button', { name: say.en.make }))
  await page.keyboard.press('Escape')
  await seen(viewer.getByRole('button', { name: say.en.share }))

  const gone = await guest.page.goto(url)
  expect(gone?.status()).toBe(404)
  await expect(guest.page.getByRole('heading', { name: say.en.nothing })).toBeVisible()
  await expectNoBarriers(guest.page, 'a shared page without a work')
  const never = await guest.page.request.get(url.replace(token, 'A'.repeat(22)))
  const strip = (text: string, one: string) =>
    text
      .replaceAll(one, '')
      .replaceAll(/nonce="[^"]*"|content="[\da-f]{32}"/g, '')
      .replaceAll(/\d{13}|\d{4}-\d\d-\d\dT[\d:.]+Z/g, '')
  expect(never.status()).toBe(404)
  expect(strip(await (await guest.page.request.get(url)).text(), token)).toBe(strip(await never.text(), 'A'.repeat(22)))
  expect((await guest.page.request.get(src)).status()).toBe(404)
  await guest.close()
})

test('a shared video has its own tags and plays, and a shared text can be read', { tag: '@full' }, async ({ page, browser }) => {
  test.slow()
  await haveAccount(page)
  const text = await share(page, { model: 'sketch-text', prompt: labels.en.prompts.text })
  const guest = await visitor(browser, { locale: 'en-US' })
  const scripts: string[] = []
  guest.page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
  await guest.page.goto(text.url)
  await expect(guest.page.getByRole('article')).toContainText('lanes')
  await expect(guest.page.locator('html[data-live]')).toBeAttached()
  expect(scripts).toEqual([expect.stringContaining('/assets/plain-shared-')])
  const code = await (await guest.page.request.get(scripts[0] ?? '')).body()
  expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(8_000)
  expect(await guest.page.locator('meta[property="og:title"]').first().getAttribute('content')).toBe('Text made with Quartet')

  const options = { duration: 2, resolution: '480p', sound: 'none' }
  const film = await share(page, { model: 'sketch-video', prompt: 'Waves at dusk', options })
  await guest.page.goto(film.url)
  expect(await guest.page.locator('meta[property="og:video"]').getAttribute('content')).toMatch(/^http:.*\/files\/0$/)
  const video = guest.page.locator('video')
  await guest.page.getByRole('button', { name: labels.en.play }).first().click()
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0.2)

  await test.step('the player has its keys and its menu', async () => {
    const player = guest.page
      .getByRole('group', { name: 'Waves at dusk' })
      .or(guest.page.getByRole('group', { name: /^Video made/ }))
      .first()
    const state = () => video.evaluate(({ paused, muted, playbackRate }: HTMLVideoElement) => ({ paused, muted, playbackRate }))
    await player.press('k')
    await player.press('m')
    await expect(player.getByRole('button', { name: 'Mute' })).toHaveAttribute('aria-pressed', 'true')
    await player.press('Home')
    await expect(player.getByRole('slider', { name: 'Position' })).toHaveAttribute('aria-valuetext', '0:00 of 0:02')
    await player.press('.')
    await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0)
    await player.getByRole('button', { name: 'Playback' }).click()
    await player.getByRole('menuitemradio', { name: '1.5×' }).click()
    await player.getByRole('menuitemcheckbox', { name: 'Repeat' }).click()
    expect(await video.evaluate((element: HTMLVideoElement) => element.loop)).toBe(false)
    await guest.page.keyboard.press('Escape')
    await expect(player.getByRole('menu')).toBeHidden()
    expect(await state()).toEqual({ paused: true, muted: true, playbackRate: 1.5 })
    await expectNoBarriers(guest.page, 'a shared video')
  })
  await guest.close()
})

test(
  'a shared page is the same for guests and signed-in users, and keeps the language of its address',
  { tag: '@full' },
  async ({ page, browser }) => {
    await haveAccount(page)
    const { url } = await share(page, picture('A quiet island'))
    const guest = await visitor(browser, { locale: 'en-US' })
    await guest.page.goto(url)
    await page.goto(url)
    const content = (one: Page) => one.getByRole('main').innerText()
    await expect(page.getByRole('link', { name: say.en.own })).toBeVisible()
    expect(await content(page)).toBe(await content(guest.page))

    const { origin, pathname } = new URL(url)
    await guest.page.goto(`${origin}/ru${pathname}`)
    await expect(guest.page.getByRole('link', { name: say.ru.own })).toBeVisible()
    await guest.close()
  },
)

test('axe finds nothing on a shared page on a phone', { tag: '@full' }, async ({ page, browser }) => {
  await haveAccount(page)
  const { url } = await share(page, picture(labels.en.prompts.image))
  const guest = await visitor(browser, { locale: 'en-US', reducedMotion: 'reduce', viewport: phone })
  for (const path of [url, new URL('/shared/nothing-was-ever-here', url).href]) {
    await guest.page.goto(path)
    await expect(guest.page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectNoBarriers(guest.page, path)
  }
  await guest.close()
})
