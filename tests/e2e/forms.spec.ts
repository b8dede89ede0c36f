import type { BrowserContext, Page } from '@playwright/test'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { signInProblems } from '#app/contract/accounts.ts'
import { openDatabase } from '#app/server/db/database.ts'
import { users } from '#app/server/db/schema.ts'
import { toldEndings } from '#app/shell/session-endings.ts'
import { locales } from '#config'
import { readMail } from '#tests/fixtures/read-mail.ts'
import { startServer } from '#tests/fixtures/server.ts'
import { expectNoBarriers, overflowOf } from './barriers.ts'
import {
  browserLocale,
  expect,
  goOffline,
  haveAccount,
  holdScripts,
  newEmail,
  openLive,
  password,
  signUp,
  test,
  words,
} from './fixtures.ts'

const say = words.en
const newPassword = 'seven quiet lamps on the quay'
const emailField = (page: Page) => page.getByLabel(say.email)
const passwordField = (page: Page) => page.getByLabel(say.password).first()
const signInButton = (page: Page) => page.getByRole('main').getByRole('button', { name: say.signIn, exact: true })

/** Takes what the browser says about calls that a test made fail out of what it complained about. */
function forgive(problems: string[], pattern: RegExp) {
  problems.splice(0, problems.length, ...problems.filter((problem) => !pattern.test(problem)))
}

/** The address of the link in the newest letter to `email`; waits for it. */
async function linkMailedTo(email: string, path: string): Promise<string> {
  const outbox = join(process.env.E2E_DATA_DIR ?? '', 'outbox')
  let link: string | undefined
  await expect
    .poll(async () => {
      const files = (await readdir(outbox).catch(() => [])).filter((file) => file.endsWith('.eml')).sort()
      for (const file of files) {
        const { headers, text } = readMail(await readFile(join(outbox, file), 'utf8'))
        if (headers.to?.includes(email)) link = new RegExp(`https?://\\S+${path}\\?token=\\S+`).exec(text)?.[0] ?? link
      }
      return link
    })
    .toBeDefined()
  const { pathname, search } = new URL(link ?? '')
  return pathname + search
}

test.describe('before the page lives', () => {
  test('what the browser fills in is not lost, and is what is sent', async ({ page, context }) => {
    const email = await haveAccount(page)
    await context.clearCookies()
    const release = await holdScripts(page)
    await page.goto('/signin', { waitUntil: 'commit' })
    await expect(signInButton(page)).toBeDisabled()
    await emailField(page).fill(email)
    await passwordField(page).fill(password)
    release()
    await expect(signInButton(page)).toBeEnabled()
    await page.getByRole('button', { name: 'Show password' }).click()
    await expect(emailField(page)).toHaveValue(email)
    await expect(passwordField(page)).toHaveValue(password)
    await signInButton(page).click()
    await expect(page).toHaveURL(/\/dashboard$/)
  })

  test('a box that was ticked and a name that was typed stay, and a password chosen so is judged', async ({ page }) => {
    const release = await holdScripts(page)
    await page.goto('/signin?mode=sign-up', { waitUntil: 'commit' })
    await emailField(page).fill(newEmail())
    await passwordField(page).fill(password)
    await page.getByLabel(/^Name/).fill('Ann')
    await page.getByRole('checkbox', { name: say.terms }).check()
    release()
    await expect(page.getByText('Strong', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: say.create }).click()
    await expect(page).toHaveURL(/\/dashboard$/)
    await page.goto('/profile/settings')
    await expect(page.getByLabel('Name')).toHaveValue('Ann')
  })

  test('a button that is pressed is not pressed in vain', async ({ page }) => {
    const release = await holdScripts(page)
    await page.goto('/signin', { waitUntil: 'commit' })
    await passwordField(page).fill(password)
    await page.getByRole('button', { name: 'Show password' }).click()
    await expect(passwordField(page)).toHaveAttribute('type', 'password')
    release()
    await expect(passwordField(page)).toHaveAttribute('type', 'text')
    await page.getByRole('button', { name: 'Show password' }).click()
    await expect(passwordField(page)).toHaveAttribute('type', 'password')
  })

  test('what is chosen of several is taken over', async ({ page }) => {
    const release = await holdScripts(page)
    await page.goto('/', { waitUntil: 'commit' })
    await page.getByRole('radio', { name: 'Video' }).check()
    await page.getByRole('textbox').first().fill('Snow at dawn')
    release()
    await page.getByRole('button', { name: 'Create' }).click()
    await expect(page).toHaveURL(/redirect=.*video.*Snow/)
  })

  test('a form without scripts says so, takes no press and would never put a password into the address', async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    for (const path of ['/signin', '/signin?mode=sign-up', '/password/reset?token=x', '/password/forgot']) {
      const html = await (await page.goto(path))?.text()
      expect(html).toMatch(/<noscript[^>]*><p>This form needs JavaScript/)
      await expect(page.locator('form')).toHaveAttribute('method', 'post')
      await expect(page.locator('form button[type=submit]')).toBeDisabled()
    }
    await context.close()
  })
})

test.describe('filling in', () => {
  test('a password manager finds what it looks for, and the pair it saves is the right one', async ({ page }) => {
    await page.goto('/signin')
    await expect(emailField(page)).toHaveAttribute('autocomplete', 'username webauthn')
    await expect(emailField(page)).toHaveAttribute('type', 'email')
    await expect(passwordField(page)).toHaveAttribute('autocomplete', 'current-password')
    await expect(passwordField(page)).toHaveAttribute('type', 'password')
    await page.goto('/signin?mode=sign-up')
    await expect(emailField(page)).toHaveAttribute('autocomplete', 'username')
    await expect(passwordField(page)).toHaveAttribute('autocomplete', 'new-password')
    await page.goto('/password/reset?token=x')
    await expect(page.getByLabel('New password')).toHaveAttribute('autocomplete', 'new-password')
    const email = await haveAccount(page)
    await page.goto('/password/change')
    await expect(page.locator('input[autocomplete=username]')).toHaveValue(email)
    await expect(page.getByLabel('Current password')).toHaveAttribute('autocomplete', 'current-password')
    await expect(page.getByLabel('New password')).toHaveAttribute('autocomplete', 'new-password')
  })

  test('what a password manager writes without telling the page is sent', async ({ page, context }) => {
    const email = await haveAccount(page)
    await context.clearCookies()
    await page.goto('/signin')
    await expect(signInButton(page)).toBeEnabled()
    await emailField(page).evaluate((input: HTMLInputElement, value) => (input.value = value), email)
    await passwordField(page).evaluate((input: HTMLInputElement, value) => (input.value = value), password)
    await signInButton(page).click()
    await expect(page).toHaveURL(/\/dashboard$/)
  })

  test('a password can be looked at, hides itself when it is sent, and never stands in the HTML', async ({ page }) => {
    await page.goto('/signin')
    await emailField(page).fill(newEmail())
    await passwordField(page).fill('a secret nobody reads')
    const show = page.getByRole('button', { name: 'Show password' })
    await show.click()
    await expect(passwordField(page)).toHaveAttribute('type', 'text')
    await expect(show).toHaveAttribute('aria-pressed', 'true')
    expect(await page.content()).not.toContain('a secret nobody reads')
    await signInButton(page).click()
    await expect(passwordField(page)).toHaveAttribute('type', 'password')
    await expect(page.getByRole('alert')).toContainText('The e-mail or the password is wrong.')
    expect(await page.content()).not.toContain('a secret nobody reads')
  })

  test('the e-mail goes along from one form to the other', async ({ page }) => {
    await page.goto('/signin')
    await emailField(page).fill('ann@example.com')
    await page.getByRole('link', { name: 'Create an account' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create an account')
    await expect(emailField(page)).toHaveValue('ann@example.com')
  })
})

test.describe('what is wrong', () => {
  test('nothing is said before the first try; then the first wrong field has the focus, and an error goes when it is mended', async ({
    page,
  }) => {
    await page.goto('/signin?mode=sign-up')
    await emailField(page).fill('ann')
    await passwordField(page).fill('short')
    await emailField(page).blur()
    await expect(page.locator('[aria-invalid=true]')).toHaveCount(0)
    await page.getByRole('button', { name: say.create }).click()
    await expect(emailField(page)).toBeFocused()
    await expect(emailField(page)).toHaveAccessibleDescription('This does not look like an e-mail address.')
    await expect(page.locator('[aria-invalid=true]')).toHaveCount(3)
    await emailField(page).fill('ann@')
    await expect(emailField(page)).toHaveAttribute('aria-invalid', 'true')
    await emailField(page).fill('ann@example.com')
    await expect(emailField(page)).not.toHaveAttribute('aria-invalid')
    await emailField(page).fill('ann@')
    await expect(emailField(page)).not.toHaveAttribute('aria-invalid')
    await expect(passwordField(page)).toHaveAttribute('aria-invalid', 'true')
  })

  test('a change of language keeps what is typed, and says what is wrong in the new one', async ({ page }) => {
    await page.goto('/signin?mode=sign-up')
    await emailField(page).fill('ann')
    await passwordField(page).fill('short')
    await page.getByRole('button', { name: say.create }).click()
    await expect(emailField(page)).toHaveAccessibleDescription('This does not look like an e-mail address.')
    await page.getByRole('radio', { name: 'Русский' }).check()
    const { email, password: label } = words.ru
    await expect(page.getByLabel(email)).toHaveAccessibleDescription('Это не похоже на адрес почты.')
    await expect(page.getByLabel(email)).toHaveValue('ann')
    await expect(page.getByLabel(label).first()).toHaveValue('short')
  })

  test('an e-mail that is taken is told at its field', async ({ page, context }) => {
    const email = await haveAccount(page)
    await context.clearCookies()
    await page.goto('/signin?mode=sign-up')
    await emailField(page).fill(email)
    await passwordField(page).fill(password)
    await page.getByRole('checkbox', { name: say.terms }).check()
    await page.getByRole('button', { name: say.create }).click()
    await expect(emailField(page)).toHaveAccessibleDescription(/account/)
    await expect(emailField(page)).toBeFocused()
    await expect(page.getByRole('alert')).toBeEmpty()
    await expect(passwordField(page)).toHaveValue(password)
    await emailField(page).fill(newEmail())
    await expect(emailField(page)).not.toHaveAttribute('aria-invalid')
    await page.getByRole('button', { name: say.create }).click()
    await expect(page).toHaveURL(/\/dashboard$/)
  })

  test('a password that is guessed first is refused at its field, in the words of the language', async ({ page, context }) => {
    for (const [locale, refusal] of [
      ['en', /easy to guess/],
      ['ru', /[а-яё]{3}.*парол|парол.*[а-яё]{3}/i],
    ] as const) {
      await context.clearCookies()
      await context.addCookies([{ name: 'locale', value: locale, domain: 'localhost', path: '/' }])
      await page.goto('/signin?mode=sign-up')
      const field = page.getByLabel(words[locale].password).first()
      await page.getByLabel(words[locale].email).fill(newEmail())
      await field.fill('password123456')
      await page.getByRole('checkbox', { name: words[locale].terms }).check()
      await page.getByRole('button', { name: words[locale].create }).click()
      await expect(field).toHaveAccessibleDescription(refusal)
      await expect(field).toBeFocused()
    }
  })

  test('without a connection nothing typed is lost, the person is told, and the next press works', async ({ page, context, problems }) => {
    const email = await haveAccount(page)
    await context.clearCookies()
    await page.goto('/signin')
    await emailField(page).fill(email)
    await passwordField(page).fill(password)
    await goOffline(page)
    await signInButton(page).click()
    await expect(page.getByRole('alert')).toContainText('The service does not answer.')
    await expect(emailField(page)).toHaveValue(email)
    await expect(passwordField(page)).toHaveValue(password)
    await context.setOffline(false)
    await signInButton(page).click()
    await expect(page).toHaveURL(/\/dashboard$/)
    forgive(problems, /ERR_INTERNET_DISCONNECTED|Failed to fetch/)
  })

  test('a server that fails costs nothing that was typed', async ({ page }) => {
    await page.goto('/password/forgot')
    await emailField(page).fill('ann@example.com')
    await page.route('**/_serverFn/**', (route) => route.fulfill({ status: 500, body: 'out of order' }))
    await page.getByRole('button', { name: 'Send the link' }).click()
    await expect(page.getByRole('alert')).not.toBeEmpty()
    await expect(page.getByRole('alert')).not.toContainText('out of order')
    await expect(emailField(page)).toHaveValue('ann@example.com')
  })

  test('too many tries are told with the seconds to wait, and nothing typed is lost', async ({ page }) => {
    const email = newEmail()
    await page.goto('/signin')
    await emailField(page).fill(email)
    await passwordField(page).fill('not the password')
    for (let tries = 0; tries < 11; tries += 1) {
      const answered = page.waitForResponse((response) => response.url().includes('/_serverFn/'))
      await signInButton(page).click()
      await answered
    }
    await expect(page.getByRole('alert')).toHaveText(/Wait \d+ seconds?/)
    await expect(emailField(page)).toHaveValue(email)
    await expect(passwordField(page)).toHaveValue('not the password')
  })
})

test.describe('how hard a password is to guess', () => {
  const levels = {
    en: { weak: 'Weak', strong: 'Strong', short: 'Too short', more: '4 more characters.', spoken: 'Password: Strong.' },
    ru: { weak: 'Слабый', strong: 'Надёжный', short: 'Короткий', more: 'Нужно ещё 4 символа.', spoken: 'Пароль: Надёжный.' },
  }
  for (const locale of locales) {
    const told = levels[locale]
    test.describe(locale, () => {
      test.use({ locale: browserLocale[locale] })

      test('is said in a word and by bars, spoken when typing pauses, and its lists come with the first key', async ({ page }) => {
        let lists = 0
        page.on('request', (request) => (lists += request.url().includes('estimate-password') ? 1 : 0))
        await page.goto('/signin?mode=sign-up')
        const field = page.getByLabel(words[locale].password).first()
        const bars = page.locator('[data-level]')
        await page.getByLabel(words[locale].email).fill('annabel.quill@example.com')
        await expect(bars).toHaveAttribute('data-level', '0')
        expect(lists).toBe(0)
        await field.fill('wander')
        await expect(field).toHaveAccessibleDescription(`${told.short} ${told.more}`)
        expect(lists).toBe(1)
        await field.fill('annabel.quill')
        await expect(field).toHaveAccessibleDescription(new RegExp(told.weak))
        await expect(bars).toHaveAttribute('data-level', '1')
        await field.fill(password)
        await expect(field).toHaveAccessibleDescription(told.strong)
        await expect(bars).toHaveAttribute('data-level', '4')
        await expect(page.getByRole('status').filter({ hasText: told.spoken })).toBeAttached()
      })
    })
  }
})

test.describe('ways in', () => {
  test('only the services that this server has keys for are offered, and each begins with the page that was wanted', async ({
    browser,
  }) => {
    await using server = await startServer({
      built: true,
      env: { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret', VK_CLIENT_ID: 'id', VK_CLIENT_SECRET: 'secret', SIGN_UP: 'off' },
    })
    const page = await browser.newPage({ baseURL: server.url })
    await page.goto('/signin?redirect=%2Fdashboard%2Fimage%3Fprompt%3Da+lake')
    const services = page.getByRole('region', { name: 'Sign in through another service' }).getByRole('link')
    await expect(services).toHaveText(['Google', 'VK ID'])
    const wanted = new URLSearchParams({ redirect: '/dashboard/image?prompt=a+lake' })
    await expect(services.first()).toHaveAttribute('href', `/api/v1/auth/oauth/google?${wanted}`)
    await page.goto('/signin?redirect=%2F%2Fevil.example')
    await expect(services.last()).toHaveAttribute('href', '/api/v1/auth/oauth/vk')

    await test.step('where sign-up is switched off, no form is offered and the page says so', async () => {
      await expect(page.getByRole('main').getByRole('link', { name: 'Create an account' })).toHaveCount(0)
      await page.goto('/signin?mode=sign-up')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('New accounts are not open here')
      await expect(page.locator('form')).toHaveCount(0)
      for (const path of ['/', '/legal']) {
        await page.goto(path)
        await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible()
        await expect(page.getByRole('link', { name: 'Create an account' })).toHaveCount(0)
      }
    })
    await page.close()
  })

  test('a server without keys offers no service', async ({ page }) => {
    await page.goto('/signin')
    await expect(signInButton(page)).toBeVisible()
    await expect(page.getByRole('region', { name: 'Sign in through another service' })).toHaveCount(0)
  })

  test('why a session ended, or a sign-in elsewhere failed, is said in a sentence of its own in both languages', async ({ browser }) => {
    const told = new Set<string>()
    for (const locale of locales) {
      const page = await browser.newPage({ locale: browserLocale[locale] })
      const arrivals = [...signInProblems.map((problem) => `problem=${problem}`), ...toldEndings.map((ended) => `ended=${ended}`)]
      for (const arrival of arrivals) {
        await page.goto(`/signin?${arrival}`)
        const notice = page.getByRole('main').getByRole('status')
        await expect(notice).toHaveText(locale === 'ru' ? /[а-яё]{3}.*\.$/i : /^[^а-яё]+\.$/i)
        told.add(await notice.innerText())
      }
      await page.goto('/signin?problem=%3Cscript%3E&ended=never')
      await expect(page.getByRole('main').getByRole('status')).toHaveCount(0)
      await page.close()
    }
    expect(told.size).toBe(2 * (signInProblems.length + toldEndings.length))
  })
})

test.describe('passwords', () => {
  test('a forgotten password is replaced by a letter: the address shown is the one typed, the link works once', async ({
    page,
    context,
  }) => {
    const email = await haveAccount(page)
    await context.clearCookies()
    await page.goto('/password/forgot')
    await emailField(page).fill(email.toUpperCase())
    await page.getByRole('button', { name: 'Send the link' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(page.getByRole('main')).toContainText(email.toUpperCase())

    const link = await linkMailedTo(email, '/password/reset')
    await page.goto(link)
    await expect(page.locator('meta[name=referrer]')).toHaveAttribute('content', 'no-referrer')
    const field = page.getByLabel('New password')
    const set = page.getByRole('button', { name: 'Set the password' })
    await field.fill('qwertyuiop')
    await set.click()
    await expect(field).toHaveAccessibleDescription(/easy to guess/)
    await field.fill(newPassword)
    await set.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The new password is set')

    await page.getByRole('link', { name: 'Sign in', exact: true }).click()
    await emailField(page).fill(email)
    await passwordField(page).fill(newPassword)
    await signInButton(page).click()
    await expect(page).toHaveURL(/\/dashboard$/)

    await page.goto(link)
    await page.getByLabel('New password').fill('another quiet lamp on the quay')
    await page.getByRole('button', { name: 'Set the password' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link does not work')
  })

  test('a letter can be asked for again after a minute, and the page counts down', async ({ page }) => {
    await page.clock.install()
    await page.goto('/password/forgot')
    await emailField(page).fill(newEmail())
    await page.getByRole('button', { name: 'Send the link' }).click()
    const again = page.getByRole('main').getByRole('button')
    await expect(again).toHaveText(/^Again in \d+ sec$/)
    await expect(again).toBeDisabled()
    await page.clock.fastForward(61_000)
    await expect(again).toHaveText('Send it again')
    await again.click()
    await expect(page.getByRole('main').getByRole('status')).toHaveText('The letter is on its way.')
    await expect(again).toBeDisabled()
  })

  test('a password is changed with the current one, whose error is told at its field', async ({ page, context }) => {
    const email = await haveAccount(page)
    await page.goto('/password/change')
    const current = page.getByLabel('Current password')
    await expect(page.getByRole('checkbox', { name: /^Also revoke my API keys/ })).toBeChecked()
    await current.fill('not the password')
    await page.getByLabel('New password').fill(newPassword)
    await page.getByRole('button', { name: 'Change the password' }).click()
    await expect(current).toHaveAccessibleDescription('This is not your current password.')
    await expect(current).toBeFocused()
    await expect(page.getByLabel('New password')).toHaveValue(newPassword)
    await current.fill(password)
    await page.getByRole('button', { name: 'Change the password' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The password is changed')
    await context.clearCookies()
    await page.goto('/signin')
    await emailField(page).fill(email)
    await passwordField(page).fill(newPassword)
    await signInButton(page).click()
    await expect(page).toHaveURL(/\/dashboard$/)
  })

  test('who has only come in through another service sets a first password without being asked for one', async ({ browser }) => {
    await using first = await startServer({ built: true })
    const page = await browser.newPage({ baseURL: first.url })
    await signUp(page)
    await first.kill('SIGTERM')
    const { db, close } = await openDatabase({ dataDir: first.dataDir })
    await db.update(users).set({ passwordHash: null })
    await close()
    await using again = await first.restart()

    await page.goto(`${again.url}/profile/settings`)
    await expect(page.getByText('You have no password: you come in through another service.')).toBeVisible()
    await page.getByRole('link', { name: 'Set a password' }).click()
    await expect(page.getByLabel('Current password')).toHaveCount(0)
    await page.getByLabel('New password').fill(newPassword)
    await page.getByRole('button', { name: 'Set the password' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The password is set')
    await page.getByRole('link', { name: 'Back to settings' }).click()
    await expect(page.getByRole('link', { name: 'Change password' })).toBeVisible()
    await page.close()
  })
})

test.describe('the e-mail', () => {
  const reminder = (page: Page) => page.getByRole('complementary', { name: 'Confirm your e-mail' })

  test('a reminder stands on signed-in pages until the address is confirmed, and keeps nobody from anything', async ({ page }) => {
    const email = await haveAccount(page)
    for (const path of ['/dashboard', '/dashboard/image', '/profile/settings', '/legal']) {
      await page.goto(path)
      await expect(reminder(page)).toContainText(email)
    }
    await page.goto('/profile/settings')
    await expect(page.getByText('not confirmed')).toBeVisible()

    const link = await linkMailedTo(email, '/email/verify')
    await test.step('a program that opens the link confirms nothing', async () => {
      for (let visit = 0; visit < 2; visit += 1) expect((await page.request.get(link)).status()).toBe(200)
      await page.reload()
      await expect(reminder(page)).toBeVisible()
    })
    await page.goto(link)
    await page.getByRole('button', { name: 'Confirm the address' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your e-mail is confirmed')
    await page.getByRole('link', { name: 'Go to the dashboard' }).click()
    await expect(page).toHaveURL(/\/dashboard$/)
    await expect(reminder(page)).toHaveCount(0)
    await page.goto('/profile/settings')
    await expect(page.getByText('confirmed', { exact: true })).toBeVisible()
  })

  test('the link works for who is signed out, and once', async ({ page, context }) => {
    const email = await haveAccount(page)
    const link = await linkMailedTo(email, '/email/verify')
    await context.clearCookies()
    const confirm = page.getByRole('button', { name: 'Confirm the address' })
    await page.goto(link)
    await confirm.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your e-mail is confirmed')
    await page.goto(link)
    await confirm.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link does not work')
    await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toBeVisible()
  })

  test('a dead link offers another letter, with a pause after it', async ({ page }) => {
    await haveAccount(page)
    await page.goto('/email/verify?token=nonsense')
    await page.getByRole('button', { name: 'Confirm the address' }).click()
    await page.getByRole('button', { name: 'Send another letter' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'The letter is on its way.' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('button')).toHaveText(/^Again in/)
  })

  test('the reminder can be put off for a week', async ({ page, context }) => {
    await signUp(page)
    await reminder(page).getByRole('button', { name: 'Remind me later' }).click()
    await expect(reminder(page)).toHaveCount(0)
    const html = await (await page.goto('/profile/settings'))?.text()
    expect(html).not.toContain('we sent a letter to')
    await expect(page.getByText('not confirmed')).toBeVisible()
    await expect(reminder(page)).toHaveCount(0)
    const cookie = (await context.cookies()).find(({ name }) => name === 'verify_later')
    expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(6 * 86_400)
    expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeLessThan(8 * 86_400)
  })
})

test.describe('settings', () => {
  test('the own link is copied and shared, and who joined through it is counted', async ({ page, context, browser }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'share', { value: (data: ShareData) => (document.title = data.url ?? ''), configurable: true })
    })
    await haveAccount(page)
    await page.goto('/profile/settings')
    const field = page.getByRole('textbox', { name: 'Your link' })
    await expect(field).toHaveValue(/^http.*\?ref=/)
    const link = await field.inputValue()
    await expect(page.getByText('Nobody has joined through it yet.')).toBeVisible()
    await page.getByRole('button', { name: 'Copy' }).click()
    await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
    await page.getByRole('button', { name: 'Share' }).click()
    await expect(page).toHaveTitle(link)

    for (const [joined, people] of [
      [1, '1 person has joined through it.'],
      [2, '2 people have joined through it.'],
    ] as const) {
      await joinThrough(await browser.newContext(), link)
      await page.reload()
      await expect(page.getByText(people), `${joined}`).toBeVisible()
    }
  })

  test('a name is saved, and without a connection what was typed stays', async ({ page, context, problems }) => {
    await haveAccount(page)
    await openLive(page, '/profile/settings')
    const name = page.getByRole('textbox', { name: 'Name' })
    const save = page.getByRole('button', { name: 'Save' })
    await expect(save).toBeDisabled()
    await name.fill('Ann')
    await goOffline(page)
    await save.click()
    await expect(page.getByRole('main').getByRole('alert')).toContainText('The service does not answer.')
    await expect(name).toHaveValue('Ann')
    await context.setOffline(false)
    await save.click()
    await expect(page.getByText('Name saved')).toBeVisible()
    await expect(save).toBeDisabled()
    await name.fill('A'.repeat(81))
    await save.click()
    await expect(name).toHaveAccessibleDescription('This is too long.')
    await page.reload()
    await expect(name).toHaveValue('Ann')
    forgive(problems, /ERR_INTERNET_DISCONNECTED|Failed to fetch/)
  })
})

async function joinThrough(guest: BrowserContext, link: string) {
  const visitor = await guest.newPage()
  await visitor.goto(link)
  await signUp(visitor)
  await guest.close()
}

/** Each of these pages in each state that it can be brought into by hand. */
async function inEachState(page: Page, locale: 'en' | 'ru', look: (state: string) => Promise<void>) {
  const submit = page.locator('form button[type=submit]')
  const told = page.locator('[aria-invalid=true]')
  for (const path of ['/signin', '/signin?problem=oauth_email_taken', '/signin?ended=reused', '/signin?ended=expired']) {
    await page.goto(path)
    await look(path)
  }
  await page.goto('/signin?mode=sign-up')
  await page.getByLabel(words[locale].email).fill('ann')
  await page.getByLabel(words[locale].password).first().fill('annabel.quill')
  await expect(page.locator('[data-level="0"]')).toHaveCount(0)
  await look('sign-up, with a password')
  await submit.click()
  await expect(told).toHaveCount(2)
  await look('sign-up, with errors')
  await page.goto('/signin')
  await page.getByLabel(words[locale].email).fill(newEmail())
  await page.getByLabel(words[locale].password).first().fill('not the password')
  await submit.click()
  await expect(page.getByRole('alert')).not.toBeEmpty()
  await look('sign-in, refused')
  await page.goto('/password/forgot')
  await look('forgot')
  await page.getByLabel(words[locale].email).fill('a-long-name-of-a-person-that-does-not-end@a-long-domain-name.example.com')
  await submit.click()
  await expect(submit).toHaveCount(0)
  await look('forgot, sent')
  await page.goto('/password/reset')
  await look('reset, dead link')
  await page.goto('/password/reset?token=x')
  await submit.click()
  await expect(told).toHaveCount(1)
  await look('reset, with an error')
  await page.goto('/email/verify?token=x')
  await look('verify')
  await page.getByRole('main').getByRole('button').click()
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  await look('verify, dead link')
  await haveAccount(page)
  for (const path of ['/profile/settings', '/password/change', '/email/verify?token=x']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await look(`${path}, signed in`)
  }
}

for (const locale of locales) {
  test.describe(locale, () => {
    test.use({ locale: browserLocale[locale], contextOptions: { reducedMotion: 'reduce' } })

    test('axe (WCAG 2.2 AA) finds nothing in any state of these pages, nothing is cut off at 320 pixels or with letters of twice the size', async ({
      page,
    }) => {
      test.setTimeout(240_000)
      await inEachState(page, locale, async (state) => {
        await expectNoBarriers(page, state, { bothThemes: locale === 'en' })
        for (const [width, size] of [
          [320, '100%'],
          [640, '200%'],
        ] as const) {
          await page.setViewportSize({ width, height: 800 })
          await page.evaluate((fontSize) => (document.documentElement.style.fontSize = fontSize), size)
          const overflow = await overflowOf(page)
          expect(overflow, `${state} at ${width} px and ${size}`).toBeLessThanOrEqual(0)
        }
        await page.setViewportSize({ width: 1280, height: 800 })
        await page.evaluate(() => (document.documentElement.style.fontSize = ''))
      })
    })
  })
}
