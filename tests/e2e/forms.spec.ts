import type { BrowserContext, Page } from '@playwright/test'
import { rm } from 'node:fs/promises'
import { signInProblems } from '#app/contract/sign-in-problems.ts'
import { openDatabase } from '#app/server/db/database.ts'
import { deriveKeys } from '#app/server/keys.ts'
import { explainedEndings } from '#app/shell/calls/session-endings.ts'
import { config, type Locale, locales } from '#config'
import { createSession } from '#tests/factories/sessions.ts'
import { createUser } from '#tests/factories/users.ts'
import { makeDataDir } from '#tests/fixtures/database.ts'
import { startServer } from '#tests/fixtures/server.ts'
import { expectNoBarriers, overflowOf } from './barriers.ts'
import {
  answered,
  browserLocale,
  expect,
  goOffline,
  haveAccount,
  holdScripts,
  inEachLanguage,
  newEmail,
  openHydrated,
  password,
  signUp,
  test,
  labels,
  untilHydrated,
} from './fixtures.ts'
import { linkMailedTo } from './mailed-link.ts'

const say = labels.en
const newPassword = 'seven quiet lamps on the quay'
const emailField = (page: Page) => page.getByLabel(say.email)
const passwordField = (page: Page) => page.getByLabel(say.password).first()
const signInButton = (page: Page) => page.getByRole('main').getByRole('button', { name: say.signIn, exact: true })

/** Removes the browser's messages about calls that a test made fail. */
function forgive(problems: string[], pattern: RegExp) {
  problems.splice(0, problems.length, ...problems.filter((problem) => !pattern.test(problem)))
}

test.describe('before hydration', () => {
  test('values that the browser fills in before hydration are kept and sent', async ({ page, context }) => {
    const email = await haveAccount(page)
    await context.clearCookies()
    const release = await holdScripts(page)
    await page.goto('/signin', { waitUntil: 'commit' })
    await emailField(page).fill(email)
    await passwordField(page).fill(password)
    release()
    await page.getByRole('button', { name: 'Show password' }).click()
    await expect(emailField(page)).toHaveValue(email)
    await expect(passwordField(page)).toHaveValue(password)
    await signInButton(page).click()
    await expect(page).toHaveURL(/\/dashboard$/)
  })

  test('a form submitted before hydration looks busy and is sent once React handles it', async ({ page, context }) => {
    const email = await haveAccount(page)
    await context.clearCookies()
    const navigations: string[] = []
    page.on('request', (request) => request.isNavigationRequest() && navigations.push(`${request.method()} ${request.url()}`))
    for (const submit of [() => passwordField(page).press('Enter'), () => signInButton(page).click()]) {
      await context.clearCookies()
      const release = await holdScripts(page)
      await page.goto('/signin', { waitUntil: 'commit' })
      await emailField(page).fill(email)
      await passwordField(page).fill(password)
      await submit()
      await expect(signInButton(page)).toHaveCSS('opacity', '0.5')
      await expect(passwordField(page)).toHaveValue(password)
      release()
      await expect(page).toHaveURL(/\/dashboard$/)
    }
    expect(navigations).toEqual([expect.stringMatching(/^GET .*\/signin$/), expect.stringMatching(/^GET .*\/signin$/)])
  })

  test('a box checked and values typed before hydration stay, and the password strength is shown', async ({ page }) => {
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

  test('a click on a button before hydration takes effect', async ({ page }) => {
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

  test('an option chosen before hydration stays', async ({ page }) => {
    const release = await holdScripts(page)
    await page.goto('/', { waitUntil: 'commit' })
    await page.getByRole('radio', { name: 'Video' }).check()
    await page.getByRole('textbox').first().fill('Snow at dawn')
    release()
    await page.getByRole('button', { name: 'Create' }).click()
    await expect(page).toHaveURL(/redirect=.*video.*Snow/)
  })

  test('a form without scripts says that it needs them and cannot be sent', async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    for (const path of ['/signin', '/signin?mode=sign-up', '/password/reset?token=x', '/password/forgot']) {
      const html = await (await page.goto(path))?.text()
      expect(html).toMatch(/<noscript[^>]*><p>This form needs JavaScript/)
      await expect(page.locator('form')).toHaveAttribute('method', 'post')
      await expect(page.locator('form button[type=submit]:visible')).toHaveCount(0)
      const field = page.locator('form input:visible').first()
      await field.fill('Ann')
      await field.press('Enter')
      await expect(field).toHaveValue('Ann')
    }
    await context.close()
  })
})

test.describe('filling in', () => {
  test('password managers find the user name and the right password field of every form', async ({ page }) => {
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

  test('values that a password manager sets without events are sent', async ({ page, context }) => {
    const email = await haveAccount(page)
    await context.clearCookies()
    await page.goto('/signin')
    await expect(signInButton(page)).toBeEnabled()
    await emailField(page).evaluate((input: HTMLInputElement, value) => (input.value = value), email)
    await passwordField(page).evaluate((input: HTMLInputElement, value) => (input.value = value), password)
    await signInButton(page).click()
    await expect(page).toHaveURL(/\/dashboard$/)
  })

  test('a password can be shown, is hidden when it is sent, and is never in the HTML', async ({ page }) => {
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
    await expect(page.getByRole('alert')).toContainText('The email or password is wrong.')
    expect(await page.content()).not.toContain('a secret nobody reads')
  })

  test('the email is kept between the sign-in and the sign-up form', async ({ page }) => {
    await openHydrated(page, '/signin')
    await emailField(page).fill('ann@example.com')
    await page.getByRole('link', { name: 'Create account' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create account')
    await expect(emailField(page)).toHaveValue('ann@example.com')
  })
})

test.describe('errors', () => {
  test('errors show on submit, the first invalid field has the focus, and a corrected field loses its error', async ({ page }) => {
    await page.goto('/signin?mode=sign-up')
    await emailField(page).fill('ann')
    await passwordField(page).fill('short')
    await emailField(page).blur()
    await expect(page.locator('[aria-invalid=true]')).toHaveCount(0)
    await page.getByRole('button', { name: say.create }).click()
    await expect(emailField(page)).toBeFocused()
    await expect(emailField(page)).toHaveAccessibleDescription('That doesn’t look like an email address.')
    await expect(page.locator('[aria-invalid=true]')).toHaveCount(3)
    await emailField(page).fill('ann@')
    await expect(emailField(page)).toHaveAttribute('aria-invalid', 'true')
    await emailField(page).fill('ann@example.com')
    await expect(emailField(page)).not.toHaveAttribute('aria-invalid')
    await emailField(page).fill('ann@')
    await expect(emailField(page)).not.toHaveAttribute('aria-invalid')
    await expect(passwordField(page)).toHaveAttribute('aria-invalid', 'true')
  })

  test('a change of language keeps typed values and translates the errors', async ({ page }) => {
    await page.goto('/signin?mode=sign-up')
    await emailField(page).fill('ann')
    await passwordField(page).fill('short')
    await page.getByRole('button', { name: say.create }).click()
    await expect(emailField(page)).toHaveAccessibleDescription('That doesn’t look like an email address.')
    await page.getByRole('radio', { name: 'Русский' }).check()
    const { email, password: label } = labels.ru
    await expect(page.getByLabel(email)).toHaveAccessibleDescription('Проверьте адрес почты.')
    await expect(page.getByLabel(email)).toHaveValue('ann')
    await expect(page.getByLabel(label).first()).toHaveValue('short')
  })

  test('a taken email is reported at its field', async ({ page, context }) => {
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

  test('a common password is refused at its field, in the language of the page', async ({ page, context }) => {
    for (const [locale, refusal] of [
      ['en', /easy to guess/],
      ['ru', /[а-яё]{3}.*парол|парол.*[а-яё]{3}/i],
    ] as const) {
      await context.clearCookies()
      await context.addCookies([{ name: 'locale', value: locale, domain: 'localhost', path: '/' }])
      await page.goto('/signin?mode=sign-up')
      const field = page.getByLabel(labels[locale].password).first()
      await page.getByLabel(labels[locale].email).fill(newEmail())
      await field.fill('password123456')
      await page.getByRole('checkbox', { name: labels[locale].terms }).check()
      await page.getByRole('button', { name: labels[locale].create }).click()
      await expect(field).toHaveAccessibleDescription(refusal)
      await expect(field).toBeFocused()
    }
  })

  test('offline, typed values stay with an error message, and the next submit works', async ({ page, context, problems }) => {
    const email = await haveAccount(page)
    await context.clearCookies()
    await openHydrated(page, '/signin')
    await emailField(page).fill(email)
    await passwordField(page).fill(password)
    await goOffline(page)
    await signInButton(page).click()
    await expect(page.getByRole('alert')).toContainText('The service isn’t responding.')
    await expect(emailField(page)).toHaveValue(email)
    await expect(passwordField(page)).toHaveValue(password)
    await context.setOffline(false)
    await signInButton(page).click()
    await expect(page).toHaveURL(/\/dashboard$/)
    forgive(problems, /ERR_INTERNET_DISCONNECTED|Failed to fetch/)
  })

  test('a failing server loses nothing typed', async ({ page }) => {
    await page.goto('/password/forgot')
    await emailField(page).fill('ann@example.com')
    await page.route('**/_serverFn/**', (route) => route.fulfill({ status: 500, body: 'out of order' }))
    await page.getByRole('button', { name: 'Send link' }).click()
    await expect(page.getByRole('alert')).not.toBeEmpty()
    await expect(page.getByRole('alert')).not.toContainText('out of order')
    await expect(emailField(page)).toHaveValue('ann@example.com')
  })

  test('too many attempts show the seconds to wait, and nothing typed is lost', async ({ page }) => {
    const email = newEmail()
    await page.goto('/signin')
    await emailField(page).fill(email)
    await passwordField(page).fill('not the password')
    for (let tries = 0; tries < 11; tries += 1) {
      const answered = page.waitForResponse((response) => response.url().includes('/_serverFn/'))
      await signInButton(page).click()
      await answered
    }
    await expect(page.getByRole('alert')).toHaveText(/Wait \d+ (?:second|minute)s?/)
    await expect(emailField(page)).toHaveValue(email)
    await expect(passwordField(page)).toHaveValue('not the password')
  })
})

test.describe('the strength of a password', () => {
  const levels = {
    en: { weak: 'Weak', strong: 'Strong', short: 'Too short', more: '4 more characters.', spoken: 'Password: Strong.' },
    ru: { weak: 'Слабый', strong: 'Надёжный', short: 'Короткий', more: 'Нужно ещё 4 символа.', spoken: 'Пароль: Надёжный.' },
  }
  inEachLanguage((locale) => {
    const level = levels[locale]

    test('the strength of a password is shown by a word and by bars, announced when typing pauses, and its word lists load with the first key', async ({
      page,
    }) => {
      let lists = 0
      page.on('request', (request) => (lists += request.url().includes('estimate-password') ? 1 : 0))
      await page.goto('/signin?mode=sign-up')
      const field = page.getByLabel(labels[locale].password).first()
      const bars = page.locator('[data-level]')
      await page.getByLabel(labels[locale].email).fill('annabel.quill@example.com')
      await expect(bars).toHaveAttribute('data-level', '0')
      expect(lists).toBe(0)
      await field.fill('wander')
      await expect(field).toHaveAccessibleDescription(`${level.short} ${level.more}`)
      expect(lists).toBe(1)
      await field.fill('annabel.quill')
      await expect(field).toHaveAccessibleDescription(new RegExp(level.weak))
      await expect(bars).toHaveAttribute('data-level', '1')
      await field.fill(password)
      await expect(field).toHaveAccessibleDescription(level.strong)
      await expect(bars).toHaveAttribute('data-level', '4')
      await expect(page.getByRole('status').filter({ hasText: level.spoken })).toBeAttached()
    })
  })
})

test.describe('sign-in methods', () => {
  test(
    'only services that this server has keys for are offered, and each keeps the page that was asked for',
    { tag: '@full' },
    async ({ browser }) => {
      await using server = await startServer({
        built: true,
        env: { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret', VK_CLIENT_ID: 'id', VK_CLIENT_SECRET: 'secret', SIGN_UP: 'off' },
      })
      const page = await browser.newPage({ baseURL: server.url, javaScriptEnabled: false })
      await page.goto('/signin?redirect=%2Fdashboard%2Fimage%3Fprompt%3Da+lake')
      const services = page.getByRole('region', { name: 'Sign in through another service' }).getByRole('link')
      await expect(services).toHaveText(['Google', 'VK ID'])
      const wanted = new URLSearchParams({ redirect: '/dashboard/image?prompt=a+lake' })
      await expect(services.first()).toHaveAttribute('href', `/api/v1/auth/oauth/google?${wanted}`)
      await page.goto('/signin?redirect=%2F%2Fevil.example')
      await expect(services.last()).toHaveAttribute('href', '/api/v1/auth/oauth/vk')

      await test.step('where sign-up is switched off, no form is offered and the page says so', async () => {
        await expect(page.getByRole('main').getByRole('link', { name: 'Create account' })).toHaveCount(0)
        await page.goto('/signin?mode=sign-up')
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign-up is closed')
        await expect(page.locator('form')).toHaveCount(0)
        for (const path of ['/', '/legal']) {
          await page.goto(path)
          await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible()
          await expect(page.getByRole('link', { name: 'Create account' })).toHaveCount(0)
        }
      })
      await page.close()
    },
  )

  test('a server without keys offers no service', async ({ page }) => {
    await page.goto('/signin')
    await expect(signInButton(page)).toBeVisible()
    await expect(page.getByRole('region', { name: 'Sign in through another service' })).toHaveCount(0)
  })

  test('each reason for an ended session or a failed sign-in elsewhere has its own sentence in both languages', async ({ browser }) => {
    const notices = new Set<string>()
    for (const locale of locales) {
      const page = await browser.newPage({ locale: browserLocale[locale], javaScriptEnabled: false })
      const arrivals = [...signInProblems.map((problem) => `problem=${problem}`), ...explainedEndings.map((ended) => `ended=${ended}`)]
      for (const arrival of arrivals) {
        await page.goto(`/signin?${arrival}`)
        const notice = page.getByRole('main').getByRole('status')
        await expect(notice).toHaveText(locale === 'ru' ? /[а-яё]{3}.*\.$/i : /^[^а-яё]+\.$/i)
        notices.add(await notice.innerText())
      }
      await page.goto('/signin?problem=%3Cscript%3E&ended=never')
      await expect(page.getByRole('main').getByRole('status')).toHaveCount(0)
      await page.close()
    }
    expect(notices.size).toBe(2 * (signInProblems.length + explainedEndings.length))
  })
})

test.describe('passwords', () => {
  test('a forgotten password is replaced through an emailed link that works once, and the page shows the address as typed', async ({
    page,
    context,
  }) => {
    const email = await haveAccount(page)
    await context.clearCookies()
    await page.goto('/password/forgot')
    await emailField(page).fill(email.toUpperCase())
    await page.getByRole('button', { name: 'Send link' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(page.getByRole('main')).toContainText(email.toUpperCase())

    const link = await linkMailedTo(email, '/password/reset?token=')
    await page.goto(link)
    await expect(page.locator('meta[name=referrer]')).toHaveAttribute('content', 'no-referrer')
    const field = page.getByLabel('New password')
    const set = page.getByRole('button', { name: 'Save password' })
    await field.fill('qwertyuiop')
    await set.click()
    await expect(field).toHaveAccessibleDescription(/easy to guess/)
    await field.fill(newPassword)
    await set.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('New password set')

    await page.getByRole('link', { name: 'Sign in', exact: true }).click()
    await emailField(page).fill(email)
    await passwordField(page).fill(newPassword)
    await signInButton(page).click()
    await expect(page).toHaveURL(/\/dashboard$/)

    await page.goto(link)
    await page.getByLabel('New password').fill('another quiet lamp on the quay')
    await page.getByRole('button', { name: 'Save password' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link doesn’t work')
  })

  test('the email can be requested again after a minute, which the page counts down', async ({ page }) => {
    await page.clock.install()
    await page.goto('/password/forgot')
    await emailField(page).fill(newEmail())
    await page.getByRole('button', { name: 'Send link' }).click()
    const again = page.getByRole('main').getByRole('button')
    await expect(again).toHaveText(/^Resend in \d+ sec$/)
    await expect(again).toBeDisabled()
    await page.clock.fastForward(61_000)
    await expect(again).toHaveText('Resend')
    await again.click()
    await expect(page.getByRole('main').getByRole('status')).toHaveText('Email sent.')
    await expect(again).toBeDisabled()
  })

  test('a password change asks for the current one, whose error is shown at its field', async ({ page, context }) => {
    const email = await haveAccount(page)
    await page.goto('/password/change')
    const current = page.getByLabel('Current password')
    await expect(page.getByRole('checkbox', { name: /^Also revoke my API keys/ })).toBeChecked()
    await current.fill('not the password')
    await page.getByLabel('New password').fill(newPassword)
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(current).toHaveAccessibleDescription('This isn’t your current password.')
    await expect(current).toBeFocused()
    await expect(page.getByLabel('New password')).toHaveValue(newPassword)
    await current.fill(password)
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Password changed')
    await context.clearCookies()
    await page.goto('/signin')
    await emailField(page).fill(email)
    await passwordField(page).fill(newPassword)
    await signInButton(page).click()
    await expect(page).toHaveURL(/\/dashboard$/)
  })

  test(
    'an account that another service created sets a first password without a current one',
    { tag: '@full' },
    async ({ page, context }) => {
      const secret = 'a secret for this test that is long enough'
      const dataDir = await makeDataDir()
      const database = await openDatabase({ dataDir })
      const session = await createSession(database, deriveKeys(secret), await createUser(database))
      await database.close()
      await using server = await startServer({ built: true, dataDir, env: { SECRET: secret } })
      const cookie = { url: server.url, httpOnly: true, sameSite: 'Lax' } as const
      await context.addCookies([{ ...cookie, name: config.auth.token.cookieName, value: session.token }])

      await page.goto(`${server.url}/profile/settings`)
      await expect(page.getByText('You don’t have a password: you sign in through another service.')).toBeVisible()
      await page.getByRole('link', { name: 'Set a password' }).click()
      await expect(page.getByLabel('Current password')).toHaveCount(0)
      await page.getByLabel('New password').fill(newPassword)
      await page.getByRole('button', { name: 'Save password' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Password set')
      await page.getByRole('link', { name: 'Back to settings' }).click()
      await expect(page.getByRole('link', { name: 'Change password' })).toBeVisible()
      await page.close()
      await server[Symbol.asyncDispose]()
      await rm(dataDir, { recursive: true, force: true })
    },
  )
})

test.describe('the email address', () => {
  const reminder = (page: Page) => page.getByRole('complementary', { name: 'Confirm your email' })

  test('a reminder to confirm the address is on signed-in pages until it is confirmed, and blocks nothing', async ({ page }) => {
    const email = await haveAccount(page)
    for (const path of ['/dashboard', '/dashboard/image', '/profile/settings', '/legal']) {
      await page.goto(path)
      await expect(reminder(page)).toContainText(email)
    }
    await page.goto('/profile/settings')
    await expect(page.getByText('not confirmed')).toBeVisible()

    const link = await linkMailedTo(email, '/email/verify?token=')
    await test.step('a program that opens the link confirms nothing', async () => {
      for (let visit = 0; visit < 2; visit += 1) expect((await page.request.get(link)).status()).toBe(200)
      await page.reload()
      await expect(reminder(page)).toBeVisible()
    })
    await page.goto(link)
    await page.getByRole('button', { name: 'Confirm address' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your email is confirmed')
    await page.getByRole('link', { name: 'Go to dashboard' }).click()
    await expect(page).toHaveURL(/\/dashboard$/)
    await expect(reminder(page)).toHaveCount(0)
    await page.goto('/profile/settings')
    await expect(page.getByText('confirmed', { exact: true })).toBeVisible()
  })

  test('a confirmation link that is opened signed out returns after a sign-in, and works once', async ({ page, context }) => {
    const email = await haveAccount(page)
    const link = await linkMailedTo(email, '/email/verify?token=')
    await context.clearCookies()
    const confirm = page.getByRole('button', { name: 'Confirm address' })
    await openHydrated(page, link)
    await expect(confirm).toHaveCount(0)
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
    await page.getByLabel('Email').fill(email)
    await page.getByLabel(labels.en.password).fill(password)
    await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
    await confirm.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your email is confirmed')
    await page.goto(link)
    await confirm.click()
    // The address is confirmed already, so nothing is missing.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your email is confirmed')
  })

  test('a confirmation link of another account asks to sign in to that one', async ({ page, context }) => {
    const email = await haveAccount(page)
    const link = await linkMailedTo(email, '/email/verify?token=')
    await context.clearCookies()
    await haveAccount(page)
    await page.goto(link)
    await page.getByRole('button', { name: 'Confirm address' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Sign in to the account that this email is about' })).toBeVisible()
  })

  test('a dead link offers another email, with a pause after it', async ({ page }) => {
    await haveAccount(page)
    await page.goto('/email/verify?token=nonsense')
    await page.getByRole('button', { name: 'Confirm address' }).click()
    await page.getByRole('button', { name: 'Send a new email' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Email sent.' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('button')).toHaveText(/^Resend in/)
  })

  test('the reminder can be dismissed for a week', async ({ page, context }) => {
    await haveAccount(page)
    await page.goto('/dashboard')
    await untilHydrated(page, 'aside')
    await reminder(page).getByRole('button', { name: 'Remind me later' }).click()
    await expect(reminder(page)).toHaveCount(0)
    const html = await (await page.goto('/profile/settings'))?.text()
    expect(html).not.toContain('we sent a link to')
    await expect(page.getByText('not confirmed')).toBeVisible()
    await expect(reminder(page)).toHaveCount(0)
    const cookie = (await context.cookies()).find(({ name }) => name === 'verify_later')
    expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(6 * 86_400)
    expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeLessThan(8 * 86_400)
  })
})

test.describe('settings', () => {
  test(
    'the invitation link is copied and shared, and people who joined through it are counted',
    { tag: '@full' },
    async ({ page, context, browser }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.addInitScript(() => {
        Object.defineProperty(navigator, 'share', { value: (data: ShareData) => (document.title = data.url ?? ''), configurable: true })
      })
      await haveAccount(page)
      await page.goto('/profile/settings')
      const field = page.getByRole('textbox', { name: 'Your link' })
      await expect(field).toHaveValue(/^http.*\?ref=/)
      const link = await field.inputValue()
      await expect(page.getByText('No one has signed up with it yet.')).toBeVisible()
      await page.getByRole('button', { name: 'Copy' }).click()
      await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
      await page.getByRole('button', { name: 'Share' }).click()
      await expect(page).toHaveTitle(link)

      for (const [joined, people] of [
        [1, '1 person has signed up with it.'],
        [2, '2 people have signed up with it.'],
      ] as const) {
        await joinThrough(await browser.newContext(), link)
        await page.reload()
        await expect(page.getByText(people), `${joined}`).toBeVisible()
      }
    },
  )

  test('a name is saved, and stays typed while offline', async ({ page, context, problems }) => {
    await haveAccount(page)
    await openHydrated(page, '/profile/settings')
    const name = page.getByRole('textbox', { name: 'Name' })
    const save = page.getByRole('button', { name: 'Save' })
    await expect(save).toBeDisabled()
    await name.fill('Anna')
    await save.click()
    await expect(page.getByText('Name saved')).toBeVisible()
    await name.fill('Ann')
    await goOffline(page)
    await save.click()
    await expect(page.getByRole('main').getByRole('alert')).toContainText('The service isn’t responding.')
    await expect(name).toHaveValue('Ann')
    await context.setOffline(false)
    const saved = answered(page, 'Ann')
    await save.click()
    await saved
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

/** Opens each page with a form and brings it into each of its states. `isNew`: `accessibility.spec.ts` does not check that state. */
async function inEachState(page: Page, locale: Locale, look: (state: string, options?: { isNew: boolean }) => Promise<void>) {
  const submit = page.locator('form button[type=submit]')
  const wrong = page.locator('[aria-invalid=true]')
  const isNew = true
  await page.goto('/signin')
  await look('sign-in')
  await page.goto('/signin?problem=oauth_email_taken')
  await look('sign-in, after a failed one elsewhere', { isNew })
  for (const ended of ['reused', 'expired']) {
    await page.goto(`/signin?ended=${ended}`)
    await look(`sign-in, after a session that ended: ${ended}`)
  }
  await page.goto('/signin?mode=sign-up')
  await page.getByLabel(labels[locale].email).fill('ann')
  await page.getByLabel(labels[locale].password).first().fill('annabel.quill')
  await expect(page.locator('[data-level="0"]')).toHaveCount(0)
  await look('sign-up, with a password')
  await submit.click()
  await expect(wrong).toHaveCount(2)
  await look('sign-up, with errors', { isNew })
  await page.goto('/signin')
  await page.getByLabel(labels[locale].email).fill(newEmail())
  await page.getByLabel(labels[locale].password).first().fill('not the password')
  await submit.click()
  await expect(page.getByRole('alert')).not.toBeEmpty()
  await look('sign-in, refused', { isNew })
  await page.goto('/password/forgot')
  await page.getByLabel(labels[locale].email).fill('a-long-name-of-a-person-that-does-not-end@a-long-domain-name.example.com')
  await look('forgotten password, with a long address')
  await submit.click()
  await expect(submit).toHaveCount(0)
  await look('forgotten password, sent', { isNew })
  await page.goto('/password/reset')
  await look('new password, with a dead link', { isNew })
  await page.goto('/password/reset?token=x')
  await submit.click()
  await expect(wrong).toHaveCount(1)
  await look('new password, with an error', { isNew })
  await page.goto('/email/verify?token=x')
  await look('verification, signed out', { isNew })
  await haveAccount(page)
  await page.goto('/email/verify?token=x')
  await page.getByRole('main').getByRole('button').click()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await look('verification, with a dead link', { isNew })
  for (const path of ['/profile/settings', '/password/change', '/email/verify?token=x']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await look(`${path}, signed in`)
  }
}

for (const locale of locales) {
  // Russian words are longer. Roles and colors do not depend on the language.
  test.describe(locale, { tag: locale === 'ru' ? [] : '@full' }, () => {
    test.use({ locale: browserLocale[locale] })

    test('nothing on these pages is cut off at 320 pixels or with letters of twice the size, and axe (WCAG 2.2 AA) finds nothing', async ({
      page,
    }) => {
      await inEachState(page, locale, async (state, { isNew } = { isNew: false }) => {
        if (isNew && locale === 'ru') await expectNoBarriers(page, state, { within: 'main' })
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
