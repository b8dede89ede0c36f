import type { Page } from '@playwright/test'
import * as v from 'valibot'
import { openOpenaiServer } from '#tests/fakes/providers/openai-server.ts'
import { confirmEmail } from '#tests/fixtures/confirm-email.ts'
import { makeDocument } from '#tests/fixtures/make-document.ts'
import { startServer } from '#tests/fixtures/server.ts'
import { expectNoBarriers } from './check-accessibility.ts'
import { expect, haveAccount, inEachLanguage, openHydrated, password } from './fixtures.ts'
import { give } from './give-file.ts'
import { seen } from './seen.ts'
import { withDesk } from './with-own-server.ts'

/** A server with two language models connected: `llama` reads text, `llava` images and PDFs too. */
async function openDesk() {
  const models = await openOpenaiServer({
    models: [{ id: 'llama' }, { id: 'llava', architecture: { input_modalities: ['text', 'image', 'file'] } }],
    pieces: (_model, said) => ['You said: ', said],
  })
  const env = { OPENAI_COMPATIBLE: `desk=${models.url}`, OPENAI_COMPATIBLE_PRICE: '0.001/0.001', OLLAMA_URL: 'off', LOG_LEVEL: 'warn' }
  const server = await startServer({ built: true, env })
  const partsSchema = v.union([
    v.pipe(
      v.string(),
      v.transform(() => ['text']),
    ),
    v.pipe(
      v.array(v.object({ type: v.string() })),
      v.mapItems(({ type }) => type),
    ),
  ])
  const bodySchema = v.object({ model: v.string(), messages: v.array(v.object({ role: v.string(), content: partsSchema })) })
  return {
    url: server.url,
    dataDir: server.dataDir,
    /** Returns the model of the last request and the types of the parts of each message. */
    asked() {
      const { model, messages } = v.parse(bodySchema, models.asked().at(-1)?.body)
      return { model, parts: messages.map(({ content }) => content) }
    },
    async close() {
      await server[Symbol.asyncDispose]()
      await models[Symbol.asyncDispose]()
    },
  }
}

const test = withDesk(openDesk)

const labels = {
  en: {
    message: 'Your message',
    attach: 'Attach files',
    pages: 'letter.pdf · 2 pages',
    list: 'Made from',
    blind: 'llama can’t read images.',
    use: 'Use llava',
    remove: 'Remove',
    open: /^Open file/,
  },
  ru: {
    message: 'Ваше сообщение',
    attach: 'Прикрепить файлы',
    pages: 'letter.pdf · 2 страницы',
    list: 'На основе',
    blind: 'llama не читает изображения.',
    use: 'Выбрать llava',
    remove: 'Удалить',
    open: /^Открыть файл/,
  },
} as const

async function chooseDocument(page: Page, button: string) {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: button }).click()
  await (await chooser).setFiles({ name: 'letter.pdf', mimeType: 'application/pdf', buffer: makeDocument({ pages: 2, packed: true }) })
}

inEachLanguage((locale) => {
  const w = labels[locale]

  test(
    'an image and a PDF are read by a model that can, stay in the conversation and are sent with later questions',
    { tag: '@full' },
    async ({ page, desk }) => {
      test.slow()
      await confirmEmail(desk, { email: await haveAccount(page), password })
      await openHydrated(page, '/dashboard/text')
      const form = page.getByRole('form', { name: w.message })
      const field = page.getByRole('textbox', { name: w.message })
      const given = form.getByRole('list', { name: w.list }).getByRole('listitem')

      await give(field, 'paste', 'image-1.webp')
      await expect(form).toContainText(w.blind)
      await expect(given).toHaveCount(0)
      await page.getByRole('button', { name: w.use }).click()
      await expect(given).toHaveCount(1)
      await expect(form).not.toContainText(w.blind)
      await seen(form.getByRole('button', { name: 'llava' }))
      await given.getByRole('button', { name: w.remove }).click()
      await expect(given).toHaveCount(0)
      await give(page.getByRole('heading', { level: 2 }), 'drop', 'image-2.webp')
      await expect(given).toHaveCount(1)
      await chooseDocument(page, w.attach)
      await expect(given).toHaveCount(2)
      await expect(given.last()).toContainText(w.pages)

      await field.fill('What is this?')
      await expect(page.getByRole('progressbar')).toHaveCount(0)
      await expectNoBarriers(page, 'a message with files')
      await field.press('Enter')
      const turn = page.getByRole('article', { name: 'What is this?' })
      await expect(turn).toContainText('You said: What is this?')
      await expect(given).toHaveCount(0)
      expect(desk.asked()).toEqual({ model: 'llava', parts: [['image_url', 'file', 'text']] })

      await page.reload()
      await expect(turn.getByRole('link', { name: w.open })).toHaveCount(2)
      await field.fill('And what else?')
      await field.press('Enter')
      await expect(page.getByRole('article', { name: 'And what else?' })).toContainText('You said: And what else?')
      expect(desk.asked().parts).toEqual([['image_url', 'file', 'text'], ['text'], ['text']])

      await form.getByRole('button', { name: 'llava' }).click()
      await page.getByRole('radio', { name: 'llama' }).click()
      await page.keyboard.press('Escape')
      await expect(form).toContainText(w.blind)
      await page.reload()
      await expect(form).toContainText(w.blind)
      await page.getByRole('button', { name: w.use }).click()
      await expect(form).not.toContainText(w.blind)
    },
  )
})
