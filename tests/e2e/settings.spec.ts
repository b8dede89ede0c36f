import type { Locale } from '#config'
import { makePicture } from '#tests/fixtures/make-media.ts'
import { expectNoBarriers, expectNoBarriersInDialog } from './check-accessibility.ts'
import { choose, expect, haveAccount, inEachLanguage, newEmail, openHydrated, password, test, labels } from './fixtures.ts'
import { linkMailedTo } from './mailed-link.ts'

const say = {
  en: {
    change: 'Change email',
    address: 'New email',
    send: 'Send link',
    same: 'Nothing would change: you already have this.',
    waiting: /^We emailed/,
    confirm: 'Confirm new address',
    changed: 'Your email was changed',
    dead: 'This link doesn’t work',
    picture: 'Photo',
    wrongPicture: 'This file couldn’t be read. Choose another one.',
    saved: 'Photo saved',
    remove: 'Remove photo',
    account: 'Account',
    zone: 'Time zone',
    currency: 'Currency',
    rubles: /RUB/,
    mail: 'Email me when a long job is done',
    on: 'We’ll email you when a long job is done',
    zoneSaved: 'Time zone saved',
    currencySaved: 'Currency saved',
    inRubles: 'RUB ₽',
  },
  ru: {
    change: 'Сменить почту',
    address: 'Новая почта',
    send: 'Отправить ссылку',
    same: 'Ничего не изменится: это у вас уже есть.',
    waiting: /^Мы отправили письмо на/,
    confirm: 'Подтвердить новый адрес',
    changed: 'Почта изменена',
    dead: 'Ссылка не действует',
    picture: 'Фото',
    wrongPicture: 'Не удалось прочитать этот файл. Выберите другой.',
    saved: 'Фото сохранено',
    remove: 'Удалить фото',
    account: 'Аккаунт',
    zone: 'Часовой пояс',
    currency: 'Валюта',
    rubles: /RUB/,
    mail: 'Присылать письмо, когда долгий результат готов',
    on: 'Пришлём письмо, когда долгий результат будет готов',
    zoneSaved: 'Часовой пояс сохранён',
    currencySaved: 'Валюта сохранена',
    inRubles: 'RUB ₽',
  },
} as const satisfies Record<Locale, unknown>

inEachLanguage((locale) => {
  const w = say[locale]

  test('the email changes when the new address is confirmed, and then signs in', async ({ page }) => {
    const email = await haveAccount(page)
    const next = newEmail()
    await openHydrated(page, '/profile/settings')
    await page.getByRole('button', { name: w.change }).click()
    const sheet = page.getByRole('dialog', { name: w.change })
    await sheet.getByLabel(w.address).fill(email)
    await sheet.getByLabel(labels[locale].password).fill(password)
    await sheet.getByRole('button', { name: w.send }).click()
    await expect(sheet.getByLabel(w.address)).toHaveAccessibleDescription(w.same)
    await expectNoBarriersInDialog(page, 'the change of the email address')
    await sheet.getByLabel(w.address).fill(next)
    await sheet.getByRole('button', { name: w.send }).click()
    await expect(page.getByText(w.waiting)).toContainText(next)
    await expect(sheet).toHaveCount(0)
    // After a reload, the server's value is shown.
    await openHydrated(page, '/profile/settings')
    await expect(page.getByText(w.waiting)).toContainText(next)
    await expectNoBarriers(page, 'the settings while the email address changes', { within: 'main' })

    const link = await linkMailedTo(next, '/email/verify?change=')
    // A mail scanner that opens the link changes nothing.
    expect((await page.request.get(link)).status()).toBe(200)
    await page.goto(link)
    await expect(page.locator('meta[name=referrer]')).toHaveAttribute('content', 'no-referrer')
    await page.getByRole('button', { name: w.confirm }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(w.changed)
    await page.goto('/profile/settings')
    await expect(page.getByText(next).first()).toBeVisible()
    const keep = await linkMailedTo(email, '/email/verify?keep=')
    await page.goto(keep)
    await page.getByRole('main').getByRole('button').first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(w.dead)
    const entered = await page.request.post('/api/v1/auth/sign-in', { data: { email: next, password } })
    expect(entered.status()).toBe(200)
  })

  test('the picture, the time zone, the currency and the choice of emails are saved', { tag: '@full' }, async ({ page }) => {
    await haveAccount(page)
    await openHydrated(page, '/profile/settings')
    const picture = page.getByLabel(w.picture, { exact: true })
    const inHead = page.getByRole('button', { name: w.account, exact: true }).getByRole('presentation')
    await picture.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
    await expect(page.getByText(w.wrongPicture)).toBeVisible()
    await picture.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: await makePicture() })
    await expect(page.getByText(w.saved)).toBeVisible()
    await expect(inHead).toHaveAttribute('src', /^\/api\/v1\/avatars\//)

    await page.getByRole('combobox', { name: w.zone }).click()
    await choose(page.getByRole('option', { name: /Asia \/ Tokyo/ }))
    await expect(page.getByText(w.zoneSaved)).toBeVisible()
    await page.getByRole('combobox', { name: w.currency }).click()
    await choose(page.getByRole('option', { name: w.rubles }).last())
    await expect(page.getByText(w.currencySaved)).toBeVisible()
    await page.getByRole('switch', { name: w.mail }).click()
    await expect(page.getByText(w.on)).toBeVisible()

    await openHydrated(page, '/profile/settings')
    await expect(page.getByRole('combobox', { name: w.zone })).toHaveText('Asia / Tokyo')
    await expect(page.getByRole('combobox', { name: w.currency })).toHaveText(w.rubles)
    await expect(page.getByRole('switch', { name: w.mail })).toBeChecked()
    await page.getByRole('button', { name: w.remove }).click()
    await expect(inHead).toHaveCount(0)

    await page.goto('/profile/token-packs')
    await expect(page.getByRole('radio', { name: w.inRubles })).toBeChecked()
  })
})

for (const reducedMotion of ['reduce', 'no-preference'] as const) {
  test(`a list opens at its button, and the page stays where it is, with motion: ${reducedMotion}`, { tag: '@full' }, async ({ page }) => {
    await page.emulateMedia({ reducedMotion })
    await haveAccount(page)
    await openHydrated(page, '/profile/settings')
    for (const name of ['Time zone', 'Currency']) {
      const button = page.getByRole('combobox', { name })
      await button.evaluate((element) => element.scrollIntoView({ block: 'center' }))
      const before = await page.evaluate(() => window.scrollY)
      expect(before).toBeGreaterThan(100)
      await button.click()
      const chosen = page.getByRole('listbox', { name }).getByRole('option', { selected: true })
      await expect(chosen).toBeFocused()
      await expect(chosen).toBeInViewport()
      expect(await page.evaluate(() => window.scrollY)).toBe(before)
      await page.keyboard.press('Escape')
      await expect(button).toBeFocused()
    }
  })
}
