import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import * as v from 'valibot'
import { answerImages } from '#tests/fakes/providers/image-servers.ts'
import { mediaSecrets, startMediaServer } from '#tests/fakes/providers/media-server.ts'
import { openOpenaiServer } from '#tests/fakes/providers/openai-server.ts'
import { answerTranscripts } from '#tests/fakes/providers/transcription-servers.ts'
import { confirmEmail } from '#tests/fixtures/confirm-email.ts'
import { makePicture } from '#tests/fixtures/make-media.ts'
import { type ServerProcess, startServer } from '#tests/fixtures/server.ts'
import { expectNoBarriers, expectNoBarriersInDialog } from './check-accessibility.ts'
import { cardOf, expect, haveAccount, labels, openHydrated, password, test as base, openOptions } from './fixtures.ts'
import { loopMedia } from './loop-media.ts'
import { seen } from './seen.ts'

type Services = { server: ServerProcess; images: Awaited<ReturnType<typeof startMediaServer>> }

/** A server connected to fakes of a language model, an image service and a service of speech recognition. */
const test = base.extend<object, { services: Services }>({
  services: [
    async ({ browserName: _browser }, use) => {
      await using models = await openOpenaiServer({ pieces: () => ['A grey ', 'heron in ', 'the morning mist'] })
      await using images = await startMediaServer(answerImages(await makePicture()), answerTranscripts)
      await using server = await startServer({
        built: true,
        env: {
          OPENAI_COMPATIBLE: `desk=${models.url}`,
          OPENAI_COMPATIBLE_PRICE: '0.1/0.4',
          OLLAMA_URL: 'off',
          OPENAI_API_KEY: 'sk-good',
          OPENAI_BASE_URL: `${models.url}/v1`,
          BFL_API_KEY: mediaSecrets.key,
          BFL_BASE_URL: `${images.url}/bfl`,
          GROQ_API_KEY: mediaSecrets.key,
          GROQ_BASE_URL: `${images.url}/groq`,
        },
      })
      await use({ server, images })
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: async ({ services }, use) => use(services.server.url),
})

const sample = fileURLToPath(new URL('../../public/samples/image-3.webp', import.meta.url))
const speech = fileURLToPath(new URL('../../public/samples/speech-en.mp3', import.meta.url))
const bodySchema = v.pipe(v.string(), v.parseJson(), v.looseObject({ mask: v.optional(v.string()) }))
const bodyOf = (body: string | undefined) => v.parse(bodySchema, body)
const composer = (page: Page) => page.getByRole('form', { name: 'New result' })

test('a model is found, filtered and chosen by keyboard', { tag: '@full' }, async ({ page }) => {
  await haveAccount(page)
  await openHydrated(page, '/dashboard/image')
  await openOptions(page)
  const picker = page.getByRole('group', { name: 'Options' }).getByRole('button', { name: /^Model/ })
  await picker.click()
  const popup = page.getByRole('dialog', { name: 'Choose a model' })
  const search = popup.getByRole('combobox', { name: 'Search the models' })
  await expect(search).toBeFocused()
  const all = await popup.getByRole('option').count()
  expect(all).toBeGreaterThan(3)
  await expectNoBarriersInDialog(page, 'the open picker')
  await popup.getByRole('button', { name: 'accepts images' }).click()
  await popup.getByRole('button', { name: 'Black Forest Labs' }).click()
  expect(await popup.getByRole('option').count()).toBeLessThan(all)
  await search.fill('no such model')
  await expect(popup.getByText('No models match.')).toBeVisible()
  await popup.getByRole('button', { name: 'Show all' }).click()
  await expect(popup.getByRole('option')).toHaveCount(all)
  await search.fill('flux')
  await search.press('ArrowDown')
  await search.press('Enter')
  await expect(popup).toBeHidden()
  await expect(page).toHaveURL(/model=bfl/)
  await expect(picker).toContainText(/flux/i)
})

test('a language model improves the prompt, and one key restores the old one', { tag: '@full' }, async ({ page, services }) => {
  await confirmEmail(services.server, { email: await haveAccount(page), password })
  await openHydrated(page, '/dashboard/image')
  const prompt = composer(page).getByRole('textbox').first()
  await prompt.fill('A heron')
  await page.getByRole('button', { name: 'Improve', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Improve the prompt' })
  await sheet.getByRole('button', { name: /^Improve · up to/ }).click()
  await expect(sheet.getByRole('group', { name: 'Changes' })).toContainText('in the morning mist')
  await expectNoBarriersInDialog(page, 'the changes to the prompt')
  await sheet.getByRole('button', { name: 'Use it' }).click()
  await expect(prompt).toHaveValue('A grey heron in the morning mist')
  await prompt.press('ControlOrMeta+z')
  await expect(prompt).toHaveValue('A heron')
})

test(
  'an image service repaints the area selected by keyboard and extends the result, and no page names or contacts the service',
  { tag: '@full' },
  async ({ page, services: { server, images } }) => {
    const contacted = new Set<string>()
    page.on('request', (request) => contacted.add(new URL(request.url()).origin))
    await confirmEmail(server, { email: await haveAccount(page), password })
    await openHydrated(page, '/dashboard/image?model=bfl%2Fflux-pro-1.0-fill')
    const form = composer(page)
    const given = form.getByRole('list', { name: 'Made from' }).getByRole('listitem')
    const add = async (file: string) => {
      const chooser = page.waitForEvent('filechooser')
      await form.getByRole('button', { name: /^Add/ }).first().click()
      await (await chooser).setFiles(file)
    }

    await add(sample)
    await expect(given).toHaveCount(1)
    await form.getByRole('textbox').first().fill('A boat')
    await form.getByRole('button', { name: labels.en.generate }).click()
    await seen(form.getByRole('alert').filter({ hasText: 'needs a file that’s missing' }))

    await form.getByRole('button', { name: 'Select an area' }).click()
    const editor = page.getByRole('dialog', { name: 'Select the area to change' })
    await editor.getByRole('button', { name: 'Use selection' }).click()
    await expect(editor.getByRole('alert')).toHaveText('Paint over the part to change first.')
    const stage = editor.getByRole('application')
    await stage.press('Space')
    await expect(stage.getByRole('status')).toHaveText('Brush down')
    await stage.press('Shift+ArrowRight')
    await stage.press('Space')
    await stage.press('Delete')
    await stage.press('ControlOrMeta+z')
    await expectNoBarriersInDialog(page, 'the mask editor')
    await editor.getByRole('button', { name: 'Use selection' }).click()
    await expect(editor).toBeHidden()
    await expect(given).toHaveCount(2)
    await expect(given.nth(1).getByRole('combobox', { name: 'Use as' })).toHaveText(/Mask/)
    await form.getByRole('button', { name: labels.en.generate }).click()
    await expect(cardOf(page, 'A boat')).toHaveAttribute('data-status', 'succeeded')
    const shown = cardOf(page, 'A boat').getByRole('img').first()
    await expect.poll(() => shown.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0)
    const fill = bodyOf(images.calls.find(({ path }) => path.endsWith('-fill'))?.body)
    const mask = await sharp(Buffer.from(fill.mask ?? '', 'base64'))
      .greyscale()
      .raw()
      .toBuffer()
    // The brush starts where the pointer is, so only the amount is known.
    const selected = mask.filter((value) => value > 127).length / mask.length
    expect(selected).toBeGreaterThan(0.002)
    expect(selected).toBeLessThan(0.05)

    await cardOf(page, 'A boat').getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Extend' }).click()
    const extend = page.getByRole('dialog', { name: 'Extend image' })
    await extend.getByRole('button', { name: '16:9' }).click()
    await extend.getByRole('slider', { name: 'Top edge' }).press('ArrowUp')
    await expectNoBarriersInDialog(page, 'the frame of an image')
    await extend.getByRole('button', { name: /^Extend · \d/ }).click()
    await expect(extend).toBeHidden()
    await expect.poll(() => images.calls.some(({ path }) => path.endsWith('-expand'))).toBe(true)
    const expand = bodyOf(images.calls.find(({ path }) => path.endsWith('-expand'))?.body)
    expect(expand).toMatchObject({ top: 16, bottom: 0, left: expect.any(Number) })
    expect(expand.left).toBe(expand.right)

    for (const path of ['/dashboard/image', '/dashboard', '/profile/statistics']) {
      const answer = await page.request.get(path)
      const sources = [await answer.text()]
      await page.goto(path)
      await expect(page.getByRole('heading').first()).toBeVisible()
      sources.push(await page.content())
      for (const source of sources) expect(source, path).not.toContain(new URL(images.url).host)
    }
    expect([...contacted].filter((origin) => origin !== new URL(server.url).origin && origin.startsWith('http'))).toEqual([])
  },
)

test(
  'an answer from the web shows its sources as links, and the model’s thinking on request',
  { tag: '@full' },
  async ({ page, services: { server } }) => {
    await confirmEmail(server, { email: await haveAccount(page), password })
    await openHydrated(page, '/dashboard/text?model=openai/gpt-6-luna')
    await page.getByRole('button', { name: 'Search the web' }).click()
    await page.getByRole('button', { name: 'GPT-6 Luna' }).click()
    await page.getByRole('checkbox', { name: 'Show thinking' }).click()
    await page.keyboard.press('Escape')
    const field = page.getByRole('textbox', { name: 'Your message' })
    await field.fill('How do herons fish?')
    await field.press('Enter')
    const turn = page.getByRole('article', { name: 'How do herons fish?' })
    await expect(turn).toHaveAttribute('data-status', 'succeeded')
    const links = turn.getByRole('region', { name: 'Sources' }).getByRole('link')
    await expect(links).toHaveText([/Herons of the northern lakes.*birds\.example/, /Ardea cinerea.*encyclopedia\.example/])
    await expect(links.first()).toHaveAttribute('rel', /noopener/)
    // A thought of less than a millisecond has no time.
    await turn.getByText(/^(?:Thinking$|Thought for)/).click()
    await expect(turn.getByText('I compare two sources.')).toBeVisible()
    await expectNoBarriers(page, 'an answer with sources')
  },
)

test('a recording becomes a transcript that plays from the pressed passage and downloads as subtitles', async ({
  page,
  services: { server },
}) => {
  await loopMedia(page)
  await confirmEmail(server, { email: await haveAccount(page), password })
  await openHydrated(page, '/dashboard/audio?task=transcribe&model=groq/whisper-large-v3-turbo')
  await expect(page.getByRole('radio', { name: 'Speech to text' })).toBeChecked()
  const form = composer(page)
  const send = form.getByRole('button', { name: /^Transcribe/ })
  await expect(send).toBeDisabled()
  const chooser = page.waitForEvent('filechooser')
  await form.getByRole('button', { name: 'Add a file' }).click()
  await (await chooser).setFiles(speech)
  await expect(send).toHaveText(/· .*token/)
  await send.click()

  const transcript = page.getByRole('article').first()
  const passages = transcript.getByRole('list', { name: 'Transcript' }).getByRole('button')
  await expect(passages).toHaveText([/0:00.*Hello there\./, /0:01.*Good morning!/])
  await passages.nth(1).click()
  await expect(passages.nth(1)).toHaveAttribute('aria-current', 'true')
  await expect.poll(() => transcript.locator('audio').evaluate((audio: HTMLAudioElement) => !audio.paused)).toBe(true)
  const download = page.waitForEvent('download')
  await transcript.getByRole('button', { name: 'Download as SRT' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/\.srt$/)
  expect(await readFile(await file.path(), 'utf8')).toContain('1\n00:00:00,100 --> 00:00:00,900\nHello there.')
})
