import type { Locator, Page } from '@playwright/test'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import * as v from 'valibot'
import { signUpChallengeSchema } from '#app/contract/sign-up-challenge.ts'
import { startServer } from '#tests/fixtures/server.ts'
import { expectNoBarriers, overflowOf } from './barriers.ts'
import { browserLocale, expect, newEmail, openLive, password, test, words } from './fixtures.ts'

const say = words.ru
const told = {
  idle: 'Короткая проверка защищает от ботов. Она начнётся, когда вы будете заполнять форму.',
  passed: 'Проверка пройдена.',
  start: 'Начать проверку',
}

test.use({ locale: browserLocale.ru, viewport: { width: 320, height: 720 } })

/** Moves the focus as a person without a mouse does. */
async function tabTo(page: Page, control: Locator) {
  await expect(async () => {
    await page.keyboard.press('Tab')
    await expect(control).toBeFocused({ timeout: 50 })
  }).toPass({ intervals: [0] })
}

/** Makes an account as a program does. */
async function haveAccountAt({ request }: Page, api: string): Promise<string> {
  const email = newEmail()
  const challenge = v.parse(signUpChallengeSchema, await (await request.get(`${api}/v1/auth/challenge`)).json())
  const solved = { challenge, solution: await solveChallenge({ challenge, deriveKey }) }
  const data = { email, password, accept_terms: true, challenge: Buffer.from(JSON.stringify(solved)).toString('base64') }
  expect((await request.post(`${api}/v1/auth/sign-up`, { data })).status()).toBe(201)
  return email
}

test('the security check of the sign-up form works with the keyboard alone, and runs again by itself when its result is used up', async ({
  page,
}) => {
  await using server = await startServer({ built: true, env: { SIGN_UP_CHALLENGE: 'on' } })
  const taken = await haveAccountAt(page, `${server.url}/api`)
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  const solvers = () => loaded.filter((path) => /solve-challenge/.test(path)).length
  const status = page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: /провер/i })
  const check = page.getByRole('button', { name: told.start })
  const email = page.getByLabel(say.email)
  await openLive(page, `${server.url}/signin?mode=sign-up`)
  await expect(status).toHaveText(told.idle)
  expect(await overflowOf(page)).toBe(0)
  await expectNoBarriers(page)
  expect(solvers()).toBe(0)

  await test.step('its button starts it', async () => {
    await tabTo(page, check)
    await page.keyboard.press('Enter')
    await expect(status).toHaveText(told.passed)
    await expectNoBarriers(page)
  })

  await test.step('typing starts it', async () => {
    await openLive(page, `${server.url}/signin?mode=sign-up`)
    await tabTo(page, email)
    await page.keyboard.type(taken)
    await expect(status).toHaveText(told.passed)
  })

  await test.step('a try that fails uses the result up; the next try gets a new one and keeps what was typed', async () => {
    await tabTo(page, page.getByLabel(say.password).first())
    await page.keyboard.type(password)
    await tabTo(page, page.getByRole('checkbox', { name: say.terms }))
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    await expect(email).toBeFocused()
    await expect(email).toHaveAttribute('aria-invalid', 'true')
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type(newEmail())
    await page.keyboard.press('Enter')
    await page.waitForURL('**/dashboard')
  })
  // Before its server ends.
  await page.close()
})
