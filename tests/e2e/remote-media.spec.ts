import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { answerImages } from '../fakes/providers/image-servers.ts'
import { mediaSecrets, startMediaServer } from '../fakes/providers/media-server.ts'
import { confirmEmail } from '../fixtures/confirm-email.ts'
import { makePicture } from '../fixtures/make-media.ts'
import { startServer } from '../fixtures/server.ts'
import { cardOf, expect, haveAccount, openLive, test } from './fixtures.ts'

const sample = fileURLToPath(new URL('../../public/samples/image-3.webp', import.meta.url))

test('a part of a picture is made anew by a service elsewhere: its mask is asked for, and no page names or asks the service', async ({
  browser,
}) => {
  test.setTimeout(180_000)
  await using service = await startMediaServer(answerImages(await makePicture()))
  await using server = await startServer({
    built: true,
    env: { BFL_API_KEY: mediaSecrets.key, BFL_BASE_URL: `${service.url}/bfl`, OLLAMA_URL: 'off' },
  })
  const context = await browser.newContext({ baseURL: server.url, locale: 'en-US' })
  try {
    const page = await context.newPage()
    const asked = new Set<string>()
    page.on('request', (request) => asked.add(new URL(request.url()).origin))
    await confirmEmail(server, await haveAccount(page))
    await openLive(page, '/dashboard/image?model=bfl%2Fflux-pro-1.0-fill')
    const work = page.getByRole('form', { name: 'New work' })
    const given = work.getByRole('list', { name: 'Made from' }).getByRole('listitem')
    const add = async (file: string | { name: string; mimeType: string; buffer: Buffer }) => {
      const chooser = page.waitForEvent('filechooser')
      await work.getByRole('button', { name: /^Add/ }).first().click()
      await (await chooser).setFiles(file)
    }

    await add(sample)
    await expect(given).toHaveCount(1)
    await work.getByRole('textbox').first().fill('A boat')
    await work.getByRole('button', { name: /^Generate/ }).click()
    await expect(work.getByRole('alert').filter({ hasText: 'one that it needs is missing' })).toBeVisible()

    const { width, height } = await sharp(sample).metadata()
    const white = await sharp({ create: { width, height, channels: 3, background: 'white' } })
      .png()
      .toBuffer()
    await add({ name: 'mask.png', mimeType: 'image/png', buffer: white })
    await expect(given).toHaveCount(2)
    await expect(given.nth(1).getByRole('combobox', { name: 'What it is for' })).toHaveText(/Mask/)
    await work.getByRole('button', { name: /^Generate/ }).click()
    await expect(cardOf(page, 'A boat')).toHaveAttribute('data-status', 'succeeded', { timeout: 60_000 })
    const shown = cardOf(page, 'A boat').getByRole('img').first()
    await expect.poll(() => shown.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0)
    const sent = service.calls.find(({ method }) => method === 'POST')
    expect(Object.keys(JSON.parse(sent?.body ?? '{}'))).toEqual(expect.arrayContaining(['image', 'mask']))

    const own = new URL(server.url)
    for (const path of ['/dashboard/image', '/dashboard', '/profile/statistics']) {
      const answer = await page.request.get(path)
      const sources = [await answer.text()]
      await page.goto(path)
      await expect(page.getByRole('heading').first()).toBeVisible()
      sources.push(await page.content())
      for (const source of sources) expect(source, path).not.toContain(new URL(service.url).host)
    }
    expect([...asked].filter((origin) => origin !== own.origin && origin.startsWith('http'))).toEqual([])
  } finally {
    await context.close()
  }
})
