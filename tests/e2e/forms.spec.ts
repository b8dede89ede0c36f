import type { BrowserContext, Page } from '@playwright/test'
import { rm } from 'node:fs/promises'
import { openDatabase } from '#app/server/db/database.ts'
import { deriveKeys } from '#app/server/keys.ts'
import { config, type Locale, locales } from '#config'
import { createSession } from '#tests/factories/sessions.ts'
import { createUser } from '#tests/factories/users.ts'
import { makeDataDir } from '#tests/fixtures/database.ts'
import { startServer } from '#tests/fixtures/server.ts'
import { expectNoBarriers, overflowOf } from './check-accessibility.ts'
import {
  browserLocale,
  expect,
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
import { seen } from './seen.ts'

const say = labels.en
const newPassword = 'seven quiet lamps on the quay'
const emailField = (page: Page) => page.getByLabel(say.email)
const passwordField = (page: Page) => page.getByLabel(say.password).first()
const signInButton = (page: Page) => page.getByRole('main').getByRole('button', { name: say.signIn, exact: true })

test.describe('before hydration', () => {
  test('values that the browser fills in before hydration are kept and sent', { tag: '@full' }, async ({ page, context }) => {
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

  test('a box checked and values typed before hydration stay, and the password strength is shown', { tag: '@full' }, async ({ page }) => {
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

  test('an option chosen before hydration stays', { tag: '@full' }, async ({ page }) => {
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

test.describe('the strength of a password', { tag: '@full' }, () => {
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
})

test.describe('passwords', () => {
  test(
    'a forgotten password is replaced through an emailed link that works once, and the page shows the address as typed',
    { tag: '@full' },
    async ({ page, context }) => {
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
    },
  )

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
  const reminder = (page: Page) =>
    page.getByRole('complementary', { name: 'Notices' }).getByRole('listitem').filter({ hasText: 'Confirm your email' })

  test(
    'a reminder to confirm the address is on signed-in pages until it is confirmed, and blocks nothing',
    { tag: '@full' },
    async ({ page }) => {
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
    },
  )

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

  test('a confirmation link of another account asks to sign in to that one', { tag: '@full' }, async ({ page, context }) => {
    const email = await haveAccount(page)
    const link = await linkMailedTo(email, '/email/verify?token=')
    await context.clearCookies()
    await haveAccount(page)
    await page.goto(link)
    await page.getByRole('button', { name: 'Confirm address' }).click()
    await seen(page.getByRole('alert').filter({ hasText: 'Sign in to the account that this email is about' }))
  })

  test('the reminder can be dismissed for a week', { tag: '@full' }, async ({ page, context }) => {
    await haveAccount(page)
    await page.goto('/dashboard')
    await untilHydrated(page, '[data-strip]')
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
      await seen(page.getByRole('button', { name: 'Copied' }))
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
  test.describe(locale, () => {
    test.use({ locale: browserLocale[locale] })

    test(
      'nothing on these pages is cut off at 320 pixels or with letters of twice the size, and axe (WCAG 2.2 AA) finds nothing',
      { tag: '@full' },
      async ({ page }) => {
        test.slow()
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
      },
    )
  })
}
