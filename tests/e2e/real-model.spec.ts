import type { Page } from '@playwright/test'
import { startLlama } from '../fakes/llama/llama-server.ts'
import { vocabulary } from '../fakes/llama/tiny-model.ts'
import { confirmEmail } from '../fixtures/confirm-email.ts'
import { startServer } from '../fixtures/server.ts'
import { expect, haveAccount, openHydrated, password, test } from './fixtures.ts'

/** The environment of an operator with a model server. */
const connected = (url: string) => ({ OPENAI_COMPATIBLE: `desk=${url}`, OPENAI_COMPATIBLE_PRICE: '0.1/0.4', OLLAMA_URL: 'off' })

const word = vocabulary.join('|')
const turnOf = (page: Page, prompt: string) => page.getByRole('article', { name: prompt })

async function say(page: Page, prompt: string) {
  await page.getByRole('textbox', { name: 'Your message' }).fill(prompt)
  await page.getByRole('button', { name: /^Send/ }).click()
}

test(
  'an answer of llama.cpp streams through the whole app, is stored word for word and can be stopped',
  { tag: '@full' },
  async ({ browser }) => {
    await using llama = await startLlama()
    await using server = await startServer({ built: true, env: connected(llama.url) })
    const context = await browser.newContext({ baseURL: server.url, locale: 'en-US' })
    try {
      const page = await context.newPage()
      await confirmEmail(server, { email: await haveAccount(page), password })
      await openHydrated(page, '/dashboard/text')
      await page.getByRole('button', { name: 'missing.gguf' }).click()
      await page.getByRole('dialog').getByRole('radio', { name: 'tiny.gguf' }).check()
      await page.keyboard.press('Escape')

      await say(page, 'Say something about a lake')
      const turn = turnOf(page, 'Say something about a lake')
      await expect(page.locator('article[data-status="running"]').filter({ hasText: new RegExp(`(?:${word}) (?:${word})`) })).toBeVisible()
      await expect(turn).toHaveAttribute('data-status', 'succeeded')
      const [answer = ''] = await llama.said()
      expect(answer.trim().split(' ').length).toBeGreaterThan(100)
      await expect(turn).toContainText(answer.trim())
      await page.reload()
      await expect(turn).toContainText(answer.trim())

      await say(page, 'And the wind?')
      const second = turnOf(page, 'And the wind?')
      // The model first reads the whole conversation, on cores that it shares.
      await expect(second).toContainText(new RegExp(`(?:${word}) (?:${word})`))
      await page.getByRole('button', { name: 'Stop answer' }).click()
      await expect(second).toHaveAttribute('data-status', 'canceled')
    } finally {
      await context.close()
    }
  },
)
