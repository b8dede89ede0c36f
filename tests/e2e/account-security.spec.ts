import { TOTP } from 'otpauth'
import type { Locale } from '#config'
import { expectNoBarriers, expectNoBarriersInDialog } from './check-accessibility.ts'
import { expect, haveAccount, inEachLanguage, openHydrated, password, test, labels } from './fixtures.ts'

const say = {
  en: {
    keys: 'API keys',
    newKey: 'New API key',
    name: 'What’s the key for?',
    next: 'Continue',
    make: 'Create key',
    key: 'API key',
    done: 'Done',
    revoke: 'Revoke API key: A script',
    revokeKey: 'Revoke key',
    revoked: 'API key revoked',
    setUp: 'Set up two-factor authentication',
    goOn: 'Continue',
    secret: 'Key',
    firstCode: 'Code from the app',
    on: 'Turn on',
    codes: 'Recovery codes',
    kept: 'I’ve saved the codes',
    left: '10 recovery codes left.',
    code: 'Code',
    wrong: /wrong/,
    recovery: 'Use a recovery code',
    recoveryCode: 'Recovery code',
    nine: '9 recovery codes left.',
    passkeys: 'Passkeys',
    addPasskey: 'Add a passkey',
    passkeyName: 'Passkey name',
    makePasskey: 'Create passkey',
    usePasskey: 'Sign in with a passkey',
    everything: 'Download everything',
    remove: 'Delete account',
    removed: /Your account will be deleted in a week/,
  },
  ru: {
    keys: 'API-ключи',
    newKey: 'Новый API-ключ',
    name: 'Для чего нужен ключ',
    next: 'Продолжить',
    make: 'Создать ключ',
    key: 'API-ключ',
    done: 'Готово',
    revoke: 'Отозвать API-ключ: A script',
    revokeKey: 'Отозвать ключ',
    revoked: 'API-ключ отозван',
    setUp: 'Настроить двухфакторную аутентификацию',
    goOn: 'Продолжить',
    secret: 'Ключ',
    firstCode: 'Код из приложения',
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
    usePasskey: 'Войти с ключом доступа',
    everything: 'Скачать всё',
    remove: 'Удалить аккаунт',
    removed: /Ваш аккаунт будет удалён через неделю/,
  },
} as const satisfies Record<Locale, unknown>

inEachLanguage((locale) => {
  const w = say[locale]

  test('an API key is created, shown once, used by a program and revoked', { tag: '@full' }, async ({ page, request }) => {
    test.slow()
    await haveAccount(page)
    await openHydrated(page, '/profile/settings')
    await page.getByRole('button', { name: w.newKey }).click()
    const sheet = page.getByRole('dialog', { name: w.newKey })
    await sheet.getByLabel(w.name).fill('A script')
    await expectNoBarriersInDialog(page, 'the form of an API key')
    await sheet.getByRole('button', { name: w.next }).click()
    await sheet.getByLabel(labels[locale].password).fill(password)
    await expectNoBarriersInDialog(page, 'the proof before an API key')
    await sheet.getByRole('button', { name: w.make }).click()
    const key = await sheet.getByLabel(w.key).inputValue()
    await expectNoBarriersInDialog(page, 'a new API key')
    const sample = sheet.locator('pre')
    for (const [language, words] of [
      ['curl', 'curl -X POST'],
      ['JavaScript', 'await fetch('],
      ['Python', 'import '],
    ] as const) {
      await sheet.getByText(language, { exact: true }).click()
      await expect(sample).toContainText(words)
      await expect(sample).toContainText(key)
      await expect(sample).toContainText('/api/v1/generations')
    }
    await expect(sheet).toContainText('/openai/v1')
    await expect(sheet.locator('a[href="/developers"]')).toBeVisible()
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

  test('two-factor sign-in asks for a code and accepts a recovery code', async ({ page, context }) => {
    test.slow()
    const email = await haveAccount(page)
    await openHydrated(page, '/profile/settings')
    await page.getByRole('button', { name: w.setUp }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel(labels[locale].password).fill(password)
    await sheet.getByRole('button', { name: w.goOn }).click()
    const app = new TOTP({ secret: await sheet.getByLabel(w.secret, { exact: true }).inputValue() })
    await expectNoBarriersInDialog(page, 'the set-up of two-factor sign-in')
    await sheet.getByLabel(w.firstCode).fill(app.generate())
    await sheet.getByRole('button', { name: w.on }).click()
    const codes = sheet.getByRole('list', { name: w.codes }).getByRole('listitem')
    await expect(codes).toHaveCount(10)
    const recoveryCode = await codes.first().innerText()
    await expectNoBarriersInDialog(page, 'the recovery codes')
    await sheet.getByRole('button', { name: w.kept }).click()
    await expect(page.getByText(w.left)).toBeVisible()

    await context.clearCookies()
    await openHydrated(page, '/signin?redirect=/profile/settings')
    await page.getByLabel(labels[locale].email).fill(email)
    await page.getByLabel(labels[locale].password).fill(password)
    await page.getByRole('button', { name: labels[locale].signIn, exact: true }).click()
    const code = page.getByLabel(w.code, { exact: true })
    await expect(code).toBeFocused()
    await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
    await expectNoBarriers(page, 'the second step of the sign-in', { within: 'main' })
    await code.fill('000000')
    await page.getByRole('button', { name: labels[locale].signIn, exact: true }).click()
    await expect(page.getByText(w.wrong)).toBeVisible()
    await page.getByRole('button', { name: w.recovery }).click()
    await page.getByLabel(w.recoveryCode).fill(recoveryCode.toLowerCase())
    await page.getByRole('button', { name: labels[locale].signIn, exact: true }).click()
    await page.waitForURL((url) => url.pathname === '/profile/settings')
    await expect(page.getByText(w.nine)).toBeVisible()
  })

  test('a passkey signs in without a password', async ({ page, context }) => {
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
    await openHydrated(page, '/profile/settings')
    await page.getByRole('button', { name: w.addPasskey }).click()
    const sheet = page.getByRole('dialog', { name: w.addPasskey })
    await sheet.getByLabel(labels[locale].password).fill(password)
    await sheet.getByRole('button', { name: w.goOn }).click()
    await sheet.getByLabel(w.passkeyName).fill('This laptop')
    await expectNoBarriersInDialog(page, 'the form of a passkey')
    await sheet.getByRole('button', { name: w.makePasskey }).click()
    await expect(page.getByRole('group', { name: w.passkeys })).toContainText('This laptop')

    await context.clearCookies()
    // A browser that remembers no passkey offers only the button.
    await page.evaluate(() => localStorage.clear())
    await openHydrated(page, '/signin?redirect=/profile/settings')
    await page.getByRole('button', { name: w.usePasskey }).click()
    await page.waitForURL((url) => url.pathname === '/profile/settings')
    await expect(page.getByRole('group', { name: w.passkeys })).toContainText('This laptop')

    // A browser that remembers one offers it on its own, and this virtual device accepts at once.
    await context.clearCookies()
    await page.goto('/signin?redirect=/profile/settings')
    await page.waitForURL((url) => url.pathname === '/profile/settings')
  })

  test('all data is downloaded as a ZIP, and a sign-in within a week keeps a deleted account', async ({ page }) => {
    const email = await haveAccount(page)
    await openHydrated(page, '/profile/settings')
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: w.everything }).click()
    expect((await saving).suggestedFilename()).toMatch(/^quartet-export-.+\.zip$/)

    await page.getByRole('button', { name: w.remove }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel(labels[locale].password).fill(password)
    await expectNoBarriersInDialog(page, 'the deletion of an account')
    await sheet.getByRole('button', { name: w.remove }).click()
    await expect(page.getByText(w.removed)).toBeVisible()

    await page.getByLabel(labels[locale].email).fill(email)
    await page.getByLabel(labels[locale].password).fill(password)
    await page.getByRole('button', { name: labels[locale].signIn, exact: true }).click()
    await page.waitForURL('**/dashboard')
  })
})
