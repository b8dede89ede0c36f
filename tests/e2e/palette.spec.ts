import type { Page } from '@playwright/test'
import { expectNoBarriersInDialog } from './check-accessibility.ts'
import { expect, haveAccount, openHydrated, test, labels } from './fixtures.ts'
import { makeWork } from './make-work.ts'
import { seen } from './seen.ts'

const say = {
  en: { palette: 'Commands and search', sheet: 'Keyboard shortcuts', single: 'Single-key shortcuts' },
  ru: { palette: 'Команды и поиск', sheet: 'Горячие клавиши', single: 'Одиночные клавиши' },
} as const

const palette = (page: Page, locale: 'en' | 'ru' = 'en') => page.getByRole('dialog', { name: say[locale].palette })
const sheet = (page: Page, locale: 'en' | 'ru' = 'en') => page.getByRole('dialog', { name: say[locale].sheet })

async function openPalette(page: Page, locale: 'en' | 'ru' = 'en') {
  await page.keyboard.press('ControlOrMeta+k')
  await expect(palette(page, locale).getByRole('combobox')).toBeFocused()
}

test('axe finds nothing in the palette and in the sheet of shortcuts', { tag: '@full' }, async ({ page }) => {
  await haveAccount(page)
  await openHydrated(page, '/dashboard')
  await openPalette(page)
  await expect(palette(page).getByRole('option').first()).toBeVisible()
  await expectNoBarriersInDialog(page, 'the palette')
  await page.keyboard.press('Escape')
  await expect(palette(page)).toBeHidden()
  await page.keyboard.press('?')
  await seen(sheet(page))
  await expectNoBarriersInDialog(page, 'the sheet of shortcuts')
})

test('a page is found by a few letters, by its name in the other language and by keys of the other layout', async ({ page }) => {
  await haveAccount(page)
  await openHydrated(page, '/dashboard')
  for (const [typed, path] of [
    ['stat', '/profile/statistics'],
    ['настройки', '/profile/settings'],
    ['zebra crossing', null],
    ['ещлут', '/profile/tokens'],
    ['new vid', '/dashboard/video'],
  ] as const) {
    await openPalette(page)
    await page.keyboard.type(typed)
    if (path === null) await expect(palette(page).getByRole('option', { name: 'Create an image: “zebra crossing”' })).toBeVisible()
    else {
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(path)
    }
    if (path === null) await page.keyboard.press('Escape')
    await expect(palette(page)).toBeHidden()
  }
})

test('a work is found by a word of its prompt and opened', { tag: '@full' }, async ({ page }) => {
  await haveAccount(page)
  await makeWork(page, { model: 'sketch-text', prompt: labels.en.prompts.text, options: {} })
  await openHydrated(page, '/legal')
  await openPalette(page)
  await page.keyboard.type('bicycle')
  await palette(page)
    .getByRole('option', { name: /The city council/ })
    .click()
  await expect(page).toHaveURL(/\/dashboard\?item=/)
})

test('the palette is empty when it is opened again', { tag: '@full' }, async ({ page }) => {
  await openHydrated(page, '/signin')
  await openPalette(page)
  await page.keyboard.type('zeppelin')
  await page.keyboard.press('Escape')
  await openPalette(page)
  await expect(palette(page).getByRole('combobox')).toHaveValue('')
})

test('the palette changes the theme and the language', { tag: '@full' }, async ({ page }) => {
  await openHydrated(page, '/signin')
  await openPalette(page)
  await page.keyboard.type('dark')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveClass(/dark/)
  await openPalette(page)
  await page.keyboard.type('русский')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru')
  // Guests see no command that requires an account.
  await openPalette(page, 'ru')
  await expect(palette(page, 'ru').getByRole('option', { name: 'Войти' })).toBeVisible()
  await expect(palette(page, 'ru').getByRole('option', { name: 'Выйти' })).toBeHidden()
})

test('single keys navigate, focus the prompt and focus the search, on either layout', { tag: '@full' }, async ({ page }) => {
  await haveAccount(page)
  await openHydrated(page, '/profile/settings')
  await page.keyboard.press('g')
  await page.keyboard.press('i')
  await expect(page).toHaveURL('/dashboard/image')
  await page.keyboard.press('n')
  await expect(page.getByRole('textbox').first()).toBeFocused()
  // In a field, keys type letters.
  await page.keyboard.type('gd?/')
  await expect(page.getByRole('textbox').first()).toHaveValue('gd?/')
  await expect(page).toHaveURL(/\/dashboard\/image/)
  await page.getByRole('heading', { level: 1 }).click()
  await page.evaluate(() => {
    for (const [key, code] of [
      ['п', 'KeyG'],
      ['в', 'KeyD'],
    ] as const)
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true }))
  })
  await expect(page).toHaveURL('/dashboard')
})

test('single keys can be switched off, and ⌘K keeps working', { tag: '@full' }, async ({ page }) => {
  await haveAccount(page)
  await openHydrated(page, '/dashboard')
  await page.keyboard.press('?')
  await sheet(page).getByRole('switch', { name: say.en.single }).click()
  await page.keyboard.press('Escape')
  await expect(sheet(page)).toBeHidden()
  await page.keyboard.press('?')
  await page.keyboard.press('g')
  await page.keyboard.press('i')
  await openPalette(page)
  await expect(sheet(page)).toBeHidden()
  await expect(page).toHaveURL('/dashboard')
  await openHydrated(page, '/dashboard')
  await page.keyboard.press('?')
  await openPalette(page)
  await page.keyboard.type('shortcuts')
  await page.keyboard.press('Enter')
  await expect(sheet(page).getByRole('switch', { name: say.en.single })).not.toBeChecked()
})

test('the palette opens from the account menu on a phone and fills the width', { tag: '@full' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await haveAccount(page)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('button', { name: say.en.palette }).click()
  await seen(palette(page))
  const box = await palette(page).boundingBox()
  expect(box?.width).toBeGreaterThan(360)
  await palette(page).getByRole('button', { name: 'Close' }).click()
  await expect(palette(page)).toBeHidden()
})
