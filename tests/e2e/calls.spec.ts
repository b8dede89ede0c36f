import { openCallingServer } from '#tests/fakes/providers/calling-server.ts'
import { openTrap } from '#tests/fakes/trap-server.ts'
import { startServer } from '#tests/fixtures/server.ts'
import type { Page } from '@playwright/test'
import { expectNoBarriers } from './check-accessibility.ts'
import { expect, haveAccount, openHydrated } from './fixtures.ts'
import { seen } from './seen.ts'
import { withDesk } from './with-own-server.ts'

/** A server with a language model of its own that asks for a picture, and an address that the model writes into its answer. */
async function openDesk() {
  const trap = await openTrap()
  const model = await openCallingServer({
    script: ({ said, step }) =>
      step === 0
        ? Array.from(said.includes('two') ? ['', ' and a moon'] : [''], (rest) => [
            'create',
            { kind: 'picture', prompt: `A lake at night with a boat${rest}` },
          ])
        : `Here is your lake. ![data](${trap.url}/leak.png?d=secret)`,
  })
  const server = await startServer({ built: true, env: { OLLAMA_URL: model.url, LOG_LEVEL: 'warn' } })
  return {
    url: server.url,
    opened: trap.opened,
    async close() {
      await server[Symbol.asyncDispose]()
      await model[Symbol.asyncDispose]()
      await trap[Symbol.asyncDispose]()
    },
  }
}

const test = withDesk(openDesk)

async function askAssistant(page: Page, words: string): Promise<void> {
  await haveAccount(page)
  await openHydrated(page, '/dashboard/text')
  await page.getByRole('button', { name: /caller/ }).click()
  await page.getByRole('switch', { name: /^Create/ }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('textbox', { name: 'Your message' }).fill(words)
  await page.getByRole('button', { name: /^Send for/ }).click()
}

test('an assistant asks on a card and in the header, a press makes the picture in the conversation and the library, and no address of the answer is opened', async ({
  page,
  desk,
}) => {
  await askAssistant(page, 'Draw a lake')
  const card = page.getByRole('region', { name: 'Create an image?' })
  await seen(card.getByRole('button', { name: 'Allow · 4 tokens' }))
  await expect(card).toContainText('A lake at night with a boat')
  await expectNoBarriers(page, 'a conversation with a question')

  // The question is in the header of every page, and leads back to its card.
  const conversation = new URL(page.url()).searchParams.get('thread') ?? 'no conversation'
  await openHydrated(page, '/dashboard/image')
  await page.getByRole('button', { name: /1 request for approval/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /A lake at night/ })
    .click()
  await expect(page).toHaveURL((url) => url.searchParams.get('thread') === conversation)

  await card.getByRole('button', { name: 'Allow · 4 tokens' }).click()
  const answer = page.getByText('Here is your lake.').first()
  await seen(answer)
  await expect(card).toBeHidden()
  await seen(
    page
      .getByRole('article')
      .getByRole('img', { name: /A lake at night/ })
      .first(),
  )
  await seen(page.getByText(/^4 tokens · 2 steps, 1 result$/))
  await expectNoBarriers(page, 'an answer with a picture')
  await openHydrated(page, '/dashboard')
  await seen(page.getByRole('link', { name: /A lake at night/ }).first())
  expect(desk.opened).toEqual([])
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test(
    'a card that is longer than the window ends above the composer, with the press that allows all',
    { tag: '@full' },
    async ({ page }) => {
      await askAssistant(page, 'Draw two lakes')
      await seen(page.getByRole('region', { name: 'Create 2 results?' }).getByRole('button', { name: 'Allow all 2 · 8 tokens' }))
    },
  )
})
