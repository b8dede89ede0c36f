import { browserLocale, cardOf, expect, haveAccount, newEmail, openHydrated, password, signUp, test, labels } from './fixtures.ts'
import { closedPages, publicRoutes } from './pages.ts'

const closed = ['/profile', ...closedPages]

test('every page of the route table answers: public ones to everybody, the others after a sign-in', async ({ page }) => {
  async function expectPage(path: string, address = path) {
    const response = await page.request.get(path)
    expect(response.status(), path).toBe(200)
    const { pathname, search } = new URL(response.url())
    expect(pathname + search, path).toBe(address)
    expect(await response.text(), path).toMatch(/<title>[^<]*Quartet[^]*<h1/)
  }
  for (const path of publicRoutes) await expectPage(path)
  for (const path of closed) await expectPage(path, `/signin?${new URLSearchParams({ redirect: path })}`)
  await haveAccount(page)
  for (const path of closed) await expectPage(path, path === '/profile' ? '/profile/settings' : path)
})

test('a signed-out visitor is redirected to the sign-in page and back, with the query', { tag: '@full' }, async ({ page }) => {
  const email = await haveAccount(page)
  await page.context().clearCookies()
  await page.goto('/dashboard/image?prompt=a%20lake')
  await expect(page).toHaveURL(/\/signin\?redirect=%2Fdashboard%2Fimage%3Fprompt%3D/)
  await page.getByLabel(labels.en.email).fill(email)
  await page.getByLabel(labels.en.password).first().fill(password)
  await page.getByRole('button', { name: labels.en.signIn, exact: true }).click()
  await expect(page).toHaveURL(/\/dashboard\/image/)
  await expect(page.getByRole('textbox').first()).toHaveValue('a lake')
})

for (const { locale, width, height, isExtra } of [
  { locale: 'en', width: 1440, height: 900, isExtra: false },
  { locale: 'ru', width: 390, height: 844, isExtra: true },
  { locale: 'en', width: 390, height: 844, isExtra: true },
  { locale: 'ru', width: 1440, height: 900, isExtra: true },
] as const)
  test.describe(`${locale}, ${width} px`, { tag: isExtra ? '@full' : [] }, () => {
    test.use({ locale: browserLocale[locale], viewport: { width, height } })

    test('a prompt typed on the home page survives signing up, and the only primary button runs it', async ({ page }) => {
      const say = labels[locale]
      await page.goto('/')
      await page.getByRole('textbox').first().fill(say.prompts.image)
      await page.getByRole('textbox').first().press('Enter')
      await page.getByRole('link', { name: /^(?:Sign up and continue with this prompt|Создать аккаунт и продолжить)$/ }).click()
      await expect(page).toHaveURL(/\/signin/)
      await page.getByLabel(say.email).fill(newEmail())
      await page.getByLabel(say.password).first().fill(password)
      await page.getByRole('checkbox', { name: say.terms }).check()
      await page.getByRole('button', { name: say.create }).click()
      await expect(page).toHaveURL(/\/dashboard\/image/)
      const primary = page.locator('#content :is(.button-primary, button.bg-ink)').filter({ visible: true })
      await expect(primary).toHaveAccessibleName(/^(?:Create|Создать)[ ,].*\d/)
      await expect(page.getByText(say.prompts.image, { exact: true }).first()).toBeVisible()
      await primary.click()
      await expect(cardOf(page, say.prompts.image)).toBeVisible()
    })
  })

test(
  'an invitation link is remembered for 30 days, and a visitor who follows it can sign up',
  { tag: '@full' },
  async ({ page, browser }) => {
    await haveAccount(page)
    await page.goto('/profile/settings')
    const link = page.getByRole('textbox', { name: 'Your link' })
    await expect(link).toHaveValue(/^http.*\?ref=/)
    const invitation = new URL(await link.inputValue())
    const guest = await browser.newContext()
    const visitor = await guest.newPage()
    const remembered = async () => (await guest.cookies()).find(({ name }) => name === 'referral_code')
    await visitor.goto('/?ref=%3Cscript%3E')
    expect(await remembered()).toBeUndefined()
    await visitor.goto(`/legal?ref=first&ref=${invitation.searchParams.get('ref')}`)
    const cookie = await remembered()
    expect(cookie?.value).toBe(invitation.searchParams.get('ref'))
    expect(Math.round(((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400)).toBe(30)
    await signUp(visitor)
    await guest.close()
  },
)

test('a wrong password and an unknown email get the same answer', { tag: '@full' }, async ({ page }) => {
  const email = await haveAccount(page)
  await page.context().clearCookies()
  for (const address of [email, newEmail()]) {
    await page.goto('/signin')
    await page.getByLabel(labels.en.email).fill(address)
    await page.getByLabel(labels.en.password).first().fill('not the password')
    await page.getByRole('button', { name: labels.en.signIn, exact: true }).click()
    await expect(page.getByText('The email or password is wrong.')).toBeVisible()
  }
})

test('signing out ends the session here and in other tabs', { tag: '@full' }, async ({ page, context }) => {
  await haveAccount(page)
  const second = await context.newPage()
  await openHydrated(second, '/dashboard')
  await openHydrated(page, '/profile/settings')
  await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click()
  await expect(page.locator('html[data-plain]')).toBeAttached()
  await expect(second).toHaveURL((url) => !url.pathname.startsWith('/dashboard'))
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/signin/)
})

test.describe('in a Russian browser', () => {
  test.use({ locale: browserLocale.ru })

  test('the language follows the browser, then the choice, on every page', { tag: '@full' }, async ({ page, context }) => {
    await page.goto('/')
    await expect(page.locator('html')).toHaveAttribute('lang', 'ru')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ваша студия видео, изображений, аудио и текстов')
    await page
      .getByRole('radio', { name: 'English' })
      .or(page.getByRole('button', { name: 'English' }))
      .first()
      .click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your own studio for video, images, audio and text')
    await page.goto('/legal')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    const cookie = (await context.cookies()).find(({ name }) => name === 'locale')
    expect(cookie?.value).toBe('en')
    expect(cookie?.expires).toBeGreaterThan(Date.now() / 1000 + 364 * 86_400)
  })
})
