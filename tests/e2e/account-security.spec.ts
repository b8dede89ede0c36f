import { TOTP } from 'otpauth'
import type { Locale } from '#config'
import { expectNoBarriers } from './barriers.ts'
import { browserLocale, expect, haveAccount, openLive, password, test, words } from './fixtures.ts'

const say = {
  en: {
    keys: 'API keys',
    newKey: 'New API key',
    name: 'What it is for',
    make: 'Make the key',
    key: 'API key',
    done: 'Done',
    revoke: 'Revoke API key: A script',
    revokeKey: 'Revoke key',
    revoked: 'API key revoked',
    setUp: 'Set up two-factor sign-in',
    goOn: 'Go on',
    secret: 'Key',
    firstCode: 'Code that the app shows',
    on: 'Switch on',
    codes: 'Recovery codes',
    kept: 'I have kept them',
    left: '10 recovery codes are left.',
    code: 'Code',
    wrong: /wrong/,
    recovery: 'Use a recovery code',
    recoveryCode: 'Recovery code',
    nine: '9 recovery codes are left.',
    passkeys: 'Passkeys',
    addPasskey: 'Add a passkey',
    passkeyName: 'Name of the passkey',
    makePasskey: 'Make the passkey',
    usePasskey: 'Use a passkey',
    everything: 'Download everything',
    remove: 'Delete the account',
    removed: /Your account will be deleted in a week/,
  },
  ru: {
    keys: 'Ключи API',
    newKey: 'Новый ключ API',
    name: 'Для чего он',
    make: 'Создать ключ',
    key: 'Ключ API',
    done: 'Готово',
    revoke: 'Отозвать ключ API: A script',
    revokeKey: 'Отозвать ключ',
    revoked: 'Ключ API отозван',
    setUp: 'Настроить двухфакторный вход',
    goOn: 'Дальше',
    secret: 'Ключ',
    firstCode: 'Код, который показывает приложение',
    on: 'Включить',
    codes: 'Резервные коды',
    kept: 'Коды сохранены',
    left: 'Осталось 10 резервных кодов.',
    code: 'Код',
    wrong: /неверен/,
    recovery: 'Ввести резервный код',
    recoveryCode: 'Резервный код',
    nine: 'Осталось 9 резервных кодов.',
    passkeys: 'Ключи доступа',
    addPasskey: 'Добавить ключ доступа',
    passkeyName: 'Название ключа',
    makePasskey: 'Создать ключ доступа',
    usePasskey: 'Использовать ключ доступа',
    everything: 'Скачать всё',
    remove: 'Удалить аккаунт',
    removed: /Ваш аккаунт будет удалён через неделю/,
  },
} as const satisfies Record<Locale, unknown>

for (const locale of ['en', 'ru'] as const) {
  test.describe(locale, () => {
    test.use({ locale: browserLocale[locale], contextOptions: { reducedMotion: 'reduce' } })
    const w = say[locale]

    test('a key is made, shown once, used by a program, and revoked', async ({ page, request }) => {
      await haveAccount(page)
      await openLive(page, '/profile/settings')
      await page.getByRole('button', { name: w.newKey }).click()
      const sheet = page.getByRole('dialog', { name: w.newKey })
      await sheet.getByLabel(w.name).fill('A script')
      await expectNoBarriers(page)
      await sheet.getByRole('button', { name: w.make }).click()
      const key = await sheet.getByLabel(w.key).inputValue()
      await expectNoBarriers(page)
      await sheet.getByRole('button', { name: w.done }).click()

      const list = page.getByRole('group', { name: w.keys })
      await expect(list).toContainText('A script')
      await expect(list).not.toContainText(key)
      const asked = await request.get('/openai/v1/models', { headers: { authorization: `Bearer ${key}` } })
      expect(asked.status()).toBe(200)

      await list.getByRole('button', { name: w.revoke }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: w.revokeKey }).click()
      await expect(page.getByText(w.revoked)).toBeVisible()
      const refused = await request.get('/openai/v1/models', { headers: { authorization: `Bearer ${key}` } })
      expect(refused.status()).toBe(401)
    })

    test('two-factor sign-in is switched on, asked for, and a recovery code helps', async ({ page, context }) => {
      const email = await haveAccount(page)
      await openLive(page, '/profile/settings')
      await page.getByRole('button', { name: w.setUp }).click()
      const sheet = page.getByRole('dialog')
      await sheet.getByLabel(words[locale].password).fill(password)
      await sheet.getByRole('button', { name: w.goOn }).click()
      const app = new TOTP({ secret: await sheet.getByLabel(w.secret, { exact: true }).inputValue() })
      await expectNoBarriers(page)
      await sheet.getByLabel(w.firstCode).fill(app.generate())
      await sheet.getByRole('button', { name: w.on }).click()
      const codes = sheet.getByRole('list', { name: w.codes }).getByRole('listitem')
      await expect(codes).toHaveCount(10)
      const recoveryCode = await codes.first().innerText()
      await expectNoBarriers(page)
      await sheet.getByRole('button', { name: w.kept }).click()
      await expect(page.getByText(w.left)).toBeVisible()

      await context.clearCookies()
      await openLive(page, '/signin?redirect=/profile/settings')
      await page.getByLabel(words[locale].email).fill(email)
      await page.getByLabel(words[locale].password).fill(password)
      await page.getByRole('button', { name: words[locale].signIn, exact: true }).click()
      const code = page.getByLabel(w.code, { exact: true })
      await expect(code).toBeFocused()
      await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
      await expectNoBarriers(page)
      await code.fill('000000')
      await page.getByRole('button', { name: words[locale].signIn, exact: true }).click()
      await expect(page.getByText(w.wrong)).toBeVisible()
      await page.getByRole('button', { name: w.recovery }).click()
      await page.getByLabel(w.recoveryCode).fill(recoveryCode.toLowerCase())
      await page.getByRole('button', { name: words[locale].signIn, exact: true }).click()
      await page.waitForURL((url) => url.pathname === '/profile/settings')
      await expect(page.getByText(w.nine)).toBeVisible()
    })

    test('a passkey is added and signs in by itself', async ({ page, context }) => {
      const device = await context.newCDPSession(page)
      await device.send('WebAuthn.enable')
      await device.send('WebAuthn.addVirtualAuthenticator', {
        options: {
          protocol: 'ctap2',
          transport: 'internal',
          hasResidentKey: true,
          hasUserVerification: true,
          isUserVerified: true,
          automaticPresenceSimulation: true,
        },
      })
      await haveAccount(page)
      await openLive(page, '/profile/settings')
      await page.getByRole('button', { name: w.addPasskey }).click()
      const sheet = page.getByRole('dialog', { name: w.addPasskey })
      await sheet.getByLabel(words[locale].password).fill(password)
      await sheet.getByRole('button', { name: w.goOn }).click()
      await sheet.getByLabel(w.passkeyName).fill('This laptop')
      await expectNoBarriers(page)
      await sheet.getByRole('button', { name: w.makePasskey }).click()
      await expect(page.getByRole('group', { name: w.passkeys })).toContainText('This laptop')

      await context.clearCookies()
      // Without what the browser remembers the button is the way.
      await page.evaluate(() => localStorage.clear())
      await openLive(page, '/signin?redirect=/profile/settings')
      await page.getByRole('button', { name: w.usePasskey }).click()
      await page.waitForURL((url) => url.pathname === '/profile/settings')
      await expect(page.getByRole('group', { name: w.passkeys })).toContainText('This laptop')

      // With it, the device is among what the browser offers: this one agrees at once.
      await context.clearCookies()
      await page.goto('/signin?redirect=/profile/settings')
      await page.waitForURL((url) => url.pathname === '/profile/settings')
    })

    test('everything is saved as a ZIP; the account is deleted, and a sign-in within the week keeps it', async ({ page }) => {
      const email = await haveAccount(page)
      await openLive(page, '/profile/settings')
      const saving = page.waitForEvent('download')
      await page.getByRole('button', { name: w.everything }).click()
      expect((await saving).suggestedFilename()).toMatch(/^quartet-export-.+\.zip$/)

      await page.getByRole('button', { name: w.remove }).click()
      const sheet = page.getByRole('dialog')
      await sheet.getByLabel(words[locale].password).fill(password)
      await expectNoBarriers(page)
      await sheet.getByRole('button', { name: w.remove }).click()
      await expect(page.getByText(w.removed)).toBeVisible()

      await page.getByLabel(words[locale].email).fill(email)
      await page.getByLabel(words[locale].password).fill(password)
      await page.getByRole('button', { name: words[locale].signIn, exact: true }).click()
      await page.waitForURL('**/dashboard')
    })
  })
}
