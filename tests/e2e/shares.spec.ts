import type { Browser, Page } from '@playwright/test'
import type { CreateGeneration } from '#app/contract/generations.ts'
import { expectNoBarriers } from './barriers.ts'
import { expect, haveAccount, test, words } from './fixtures.ts'
import { makeWork } from './make-work.ts'

const say = {
  en: {
    share: 'Share',
    shared: 'Shared by a link',
    make: 'Make a link',
    link: 'Link',
    prompt: 'Show the prompt',
    takeBack: 'Take the link back',
    confirm: 'Take it back',
    own: 'Make your own',
    nothing: 'There is nothing at this link',
  },
  ru: {
    share: 'Поделиться',
    shared: 'Открыто по ссылке',
    make: 'Создать ссылку',
    link: 'Ссылка',
    prompt: 'Показывать запрос',
    takeBack: 'Закрыть доступ',
    confirm: 'Закрыть',
    own: 'Создать своё',
    nothing: 'По этой ссылке ничего нет',
  },
} as const

const longer = 150_000

/** Has a work made, opens it, and makes a link to it; leaves the dialog open. */
async function share(page: Page, email: string, request: CreateGeneration, locale: 'en' | 'ru' = 'en') {
  const { id } = await makeWork(page, email, request)
  await page.goto(`/dashboard?item=${id}`)
  const viewer = page.getByRole('dialog').first()
  await viewer.getByRole('button', { name: say[locale].share }).click()
  const dialog = page.getByRole('dialog', { name: say[locale].share })
  await dialog.getByRole('button', { name: say[locale].make }).click()
  const field = dialog.getByRole('textbox', { name: say[locale].link })
  await expect(field).toHaveValue(/\/shared\/[\w-]{22}$/)
  return { viewer, dialog, url: await field.inputValue() }
}
const picture = (prompt: string) => ({ model: 'sketch-image', prompt, options: { size: '512', format: 'png' } })

/** Somebody else, with a browser of their own. */
async function visitor(browser: Browser, options: Parameters<Browser['newContext']>[0] = {}) {
  const context = await browser.newContext(options)
  return { page: await context.newPage(), close: () => context.close() }
}

test('a link shows the result to anybody, leaks nothing while the prompt is hidden, and is gone once it is taken back', async ({
  page,
  browser,
}) => {
  test.setTimeout(longer)
  const email = await haveAccount(page)
  const prompt = words.en.prompts.image
  const { viewer, dialog, url } = await share(page, email, picture(prompt))

  const guest = await visitor(browser, { locale: 'en-US' })
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
  expect(await meta('og:title')).toBe('A picture made with Quartet')
  const image = guest.page.getByRole('img', { name: 'A picture made with Quartet' })
  await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(512)
  await expect(guest.page.getByRole('link', { name: say.en.own })).toBeVisible()
  const src = (await image.getAttribute('src')) ?? ''

  await dialog.getByRole('checkbox', { name: say.en.prompt }).check()
  await expect(dialog.getByRole('checkbox', { name: say.en.prompt })).toBeEnabled()
  await guest.page.reload()
  await expect(guest.page.getByText(prompt)).toBeVisible()
  await expect(guest.page).toHaveTitle(`${prompt} · Quartet`)

  await dialog.getByRole('button', { name: say.en.takeBack }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: say.en.confirm }).click()
  await expect(dialog.getByRole('button', { name: say.en.make })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(viewer.getByRole('button', { name: say.en.share })).toBeVisible()

  const gone = await guest.page.goto(url)
  expect(gone?.status()).toBe(404)
  await expect(guest.page.getByRole('heading', { name: say.en.nothing })).toBeVisible()
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

test('a film and a text are shared too: the film has its own tags and plays, the text stands to be read', async ({ page, browser }) => {
  test.setTimeout(longer)
  const email = await haveAccount(page)
  const text = await share(page, email, { model: 'sketch-text', prompt: words.en.prompts.text })
  const guest = await visitor(browser, { locale: 'en-US' })
  await guest.page.goto(text.url)
  await expect(guest.page.getByRole('article')).toContainText('lanes')
  expect(await guest.page.locator('meta[property="og:title"]').first().getAttribute('content')).toBe('A text made with Quartet')

  const options = { duration: 2, resolution: '480p', sound: 'none' }
  const film = await share(page, email, { model: 'sketch-video', prompt: 'Waves at dusk', options })
  await guest.page.goto(film.url)
  expect(await guest.page.locator('meta[property="og:video"]').getAttribute('content')).toMatch(/^http:.*\/files\/0$/)
  const video = guest.page.locator('video')
  await guest.page.getByRole('button', { name: words.en.play }).first().click()
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0.2)
  await guest.close()
})

test('whoever is signed in sees the same page as whoever is not', async ({ page, browser }) => {
  const { url } = await share(page, await haveAccount(page), picture('A quiet island'))
  const guest = await visitor(browser, { locale: 'en-US' })
  await guest.page.goto(url)
  await page.goto(url)
  const words = (one: Page) => one.getByRole('main').innerText()
  await expect(page.getByRole('link', { name: say.en.own })).toBeVisible()
  expect(await words(page)).toBe(await words(guest.page))
  await guest.close()
})

test('axe finds nothing on a shared page, nor where there is none', async ({ page, browser }) => {
  test.setTimeout(longer)
  const { url } = await share(page, await haveAccount(page), picture(words.en.prompts.image))
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    const guest = await visitor(browser, { locale: 'en-US', reducedMotion: 'reduce', viewport })
    await guest.page.goto(url)
    await expect(guest.page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectNoBarriers(guest.page, 'a shared picture')
    await guest.page.goto(new URL('/shared/nothing-was-ever-here', url).href)
    await expect(guest.page.getByRole('heading', { name: say.en.nothing })).toBeVisible()
    await expectNoBarriers(guest.page, 'nothing')
    await guest.close()
  }
})

test('a language in the address is kept', async ({ page, browser }) => {
  const { url } = await share(page, await haveAccount(page), picture('A quiet island'))
  const guest = await visitor(browser, { locale: 'en-US' })
  const { origin, pathname } = new URL(url)
  await guest.page.goto(`${origin}/ru${pathname}`)
  await expect(guest.page.getByRole('link', { name: say.ru.own })).toBeVisible()
  await guest.close()
})
