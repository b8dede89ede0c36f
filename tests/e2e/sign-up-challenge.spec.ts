import type { Locator, Page } from '@playwright/test'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import * as v from 'valibot'
import { signUpChallengeSchema } from '#app/contract/account/sign-up-challenge.ts'
import { startServer } from '#tests/fixtures/server.ts'
import { expectNoBarriers, overflowOf } from './check-accessibility.ts'
import { browserLocale, expect, holdScripts, newEmail, openHydrated, password, test, labels } from './fixtures.ts'

const say = labels.ru
const strings = {
  idle: 'Короткая проверка защищает от ботов. Она начнётся, когда вы будете заполнять форму.',
  passed: 'Проверка пройдена.',
  start: 'Начать проверку',
}

test.use({ locale: browserLocale.ru, viewport: { width: 320, height: 720 } })

/** Moves the focus with the Tab key. */
async function tabTo(page: Page, control: Locator) {
  await expect(async () => {
    await page.keyboard.press('Tab')
    expect(await control.evaluate((element) => element === document.activeElement)).toBe(true)
  }).toPass({ intervals: [0] })
}

/** Creates an account through the API. */
async function haveAccountAt({ request }: Page, api: string): Promise<string> {
  const email = newEmail()
  const challenge = v.parse(signUpChallengeSchema, await (await request.get(`${api}/v1/auth/challenge`)).json())
  const solved = { challenge, solution: await solveChallenge({ challenge, deriveKey }) }
  const data = { email, password, accept_terms: true, challenge: Buffer.from(JSON.stringify(solved)).toString('base64') }
  expect((await request.post(`${api}/v1/auth/sign-up`, { data })).status()).toBe(201)
  return email
}

test(
  'the security check of the sign-up form works with the keyboard alone and runs again when its result is used up',
  { tag: '@full' },
  async ({ page }) => {
    await using server = await startServer({ built: true, env: { SIGN_UP_CHALLENGE: 'on' } })
    const taken = await haveAccountAt(page, `${server.url}/api`)
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
    const solvers = () => loaded.filter((path) => /solve-challenge/.test(path)).length
    const status = page
      .getByRole('main')
      .getByRole('status')
      .filter({ hasText: /провер/i })
    const check = page.getByRole('button', { name: strings.start })
    const email = page.getByLabel(say.email)
    await openHydrated(page, `${server.url}/signin?mode=sign-up`)
    await expect(status).toHaveText(strings.idle)
    expect(await overflowOf(page)).toBe(0)
    await expectNoBarriers(page, 'the security check', { within: 'main' })
    expect(solvers()).toBe(0)

    await test.step('the button starts the check', async () => {
      await tabTo(page, check)
      await page.keyboard.press('Enter')
      await expect(status).toHaveText(strings.passed)
      await expectNoBarriers(page, 'the passed security check', { within: 'main' })
    })

    await test.step('typing starts the check', async () => {
      await openHydrated(page, `${server.url}/signin?mode=sign-up`)
      await tabTo(page, email)
      await page.keyboard.type(taken)
      await expect(status).toHaveText(strings.passed)
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

    await test.step('a form submitted before hydration is checked and sent', async () => {
      await page.context().clearCookies()
      const release = await holdScripts(page)
      await page.goto(`${server.url}/signin?mode=sign-up`, { waitUntil: 'commit' })
      await email.fill(newEmail())
      await page.getByLabel(say.password).first().fill(password)
      await page.getByRole('checkbox', { name: say.terms }).check()
      await email.press('Enter')
      release()
      await page.waitForURL('**/dashboard')
    })
    // The page is closed before its server, whose loss it would report.
    await page.close()
  },
)
