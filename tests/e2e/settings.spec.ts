import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locale } from '#config'
import { makePicture } from '#tests/fixtures/make-media.ts'
import { readMail } from '#tests/fixtures/read-mail.ts'
import { expectNoBarriers } from './barriers.ts'
import { browserLocale, expect, haveAccount, newEmail, openLive, password, test, words } from './fixtures.ts'

const say = {
  en: {
    change: 'Change e-mail',
    address: 'New e-mail',
    send: 'Send the link',
    same: 'Nothing would change: you have this already.',
    waiting: /^We wrote to/,
    confirm: 'Confirm the new address',
    changed: 'Your e-mail is changed',
    dead: 'This link does not work',
    picture: 'Picture',
    wrongPicture: 'This file could not be read. Choose another one.',
    saved: 'Picture saved',
    remove: 'Remove the picture',
    account: 'Account',
    zone: 'Time zone',
    currency: 'Currency',
    rubles: /RUB/,
    mail: 'Mail me when a long run has ended',
    on: 'We will write when a long run ends',
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
    mail: 'Писать мне, когда долгий запуск закончится',
    on: 'Напишем, когда долгий запуск закончится',
    inRubles: 'RUB ₽',
  },
} as const satisfies Record<Locale, unknown>

/** The way that the letter to this address leads. */
async function linkMailedTo(email: string, pattern: RegExp): Promise<string> {
  const outbox = join(process.env.E2E_DATA_DIR ?? '', 'outbox')
  let link: string | undefined
  await expect
    .poll(async () => {
      for (const file of (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml'))) {
        const { headers, text } = readMail(await readFile(join(outbox, file), 'utf8'))
        if (headers.to?.includes(email)) link = pattern.exec(text)?.[0] ?? link
      }
      return link
    })
    .toBeDefined()
  const { pathname, search } = new URL(link ?? '')
  return pathname + search
}

for (const locale of ['en', 'ru'] as const) {
  test.describe(locale, () => {
    test.use({ locale: browserLocale[locale], contextOptions: { reducedMotion: 'reduce' } })
    const w = say[locale]

    test('the e-mail changes when the new address has answered, and opens the account from then on', async ({ page }) => {
      const email = await haveAccount(page)
      const next = newEmail()
      await openLive(page, '/profile/settings')
      await page.getByRole('button', { name: w.change }).click()
      const sheet = page.getByRole('dialog', { name: w.change })
      await sheet.getByLabel(w.address).fill(email)
      await sheet.getByLabel(words[locale].password).fill(password)
      await sheet.getByRole('button', { name: w.send }).click()
      await expect(sheet.getByLabel(w.address)).toHaveAccessibleDescription(w.same)
      await expectNoBarriers(page)
      await sheet.getByLabel(w.address).fill(next)
      await sheet.getByRole('button', { name: w.send }).click()
      await expect(page.getByText(w.waiting)).toContainText(next)
      await expect(sheet).toHaveCount(0)
      // It is known to the server, and no passing notice is looked at.
      await openLive(page, '/profile/settings')
      await expect(page.getByText(w.waiting)).toContainText(next)
      await expectNoBarriers(page)

      const link = await linkMailedTo(next, /https?:\/\/\S+\/email\/verify\?change=\S+/)
      // A program that looks through mail changes nothing.
      expect((await page.request.get(link)).status()).toBe(200)
      await page.goto(link)
      await expect(page.locator('meta[name=referrer]')).toHaveAttribute('content', 'no-referrer')
      await page.getByRole('button', { name: w.confirm }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(w.changed)
      await page.goto('/profile/settings')
      await expect(page.getByText(next).first()).toBeVisible()
      const keep = await linkMailedTo(email, /https?:\/\/\S+\/email\/verify\?keep=\S+/)
      await page.goto(keep)
      await page.getByRole('main').getByRole('button').first().click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(w.dead)
      const entered = await page.request.post('/api/v1/auth/sign-in', { data: { email: next, password } })
      expect(entered.status()).toBe(200)
    })

    test('a picture, the time zone, the currency and the wish for mails stay as they were chosen', async ({ page }) => {
      await haveAccount(page)
      await openLive(page, '/profile/settings')
      const picture = page.getByLabel(w.picture, { exact: true })
      const inHead = page.getByRole('button', { name: w.account, exact: true }).getByRole('presentation')
      await picture.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
      await expect(page.getByText(w.wrongPicture)).toBeVisible()
      await picture.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: await makePicture() })
      await expect(page.getByText(w.saved)).toBeVisible()
      await expect(inHead).toHaveAttribute('src', /^\/api\/v1\/avatars\//)

      await page.getByRole('combobox', { name: w.zone }).click()
      await page.getByRole('option', { name: /Asia \/ Tokyo/ }).click()
      await page.getByRole('combobox', { name: w.currency }).click()
      await page.getByRole('option', { name: w.rubles }).last().click()
      await page.getByRole('switch', { name: w.mail }).click()
      await expect(page.getByText(w.on)).toBeVisible()

      await openLive(page, '/profile/settings')
      await expect(page.getByRole('combobox', { name: w.zone })).toHaveText('Asia / Tokyo')
      await expect(page.getByRole('combobox', { name: w.currency })).toHaveText(w.rubles)
      await expect(page.getByRole('switch', { name: w.mail })).toBeChecked()
      await expectNoBarriers(page)
      await page.getByRole('button', { name: w.remove }).click()
      await expect(inHead).toHaveCount(0)

      await page.goto('/profile/token-packs')
      await expect(page.getByRole('radio', { name: w.inRubles })).toBeChecked()
    })
  })
}

for (const reducedMotion of ['reduce', 'no-preference'] as const) {
  test(`a list opens at its button, and the page stays where it is, with motion: ${reducedMotion}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion })
    await haveAccount(page)
    await openLive(page, '/profile/settings')
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
