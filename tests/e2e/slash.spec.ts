import { expectNoBarriers } from './check-accessibility.ts'
import { expect, haveAccount, openHydrated, test } from './fixtures.ts'
import { seen } from './seen.ts'

test('without a language model, a command typed on a keyboard makes a picture in the conversation', { tag: '@full' }, async ({ page }) => {
  await haveAccount(page)
  await openHydrated(page, '/dashboard/text')
  const field = page.getByRole('textbox', { name: 'Paste your text' })
  await field.focus()
  await page.keyboard.type('/pic')
  const list = page.getByRole('listbox', { name: 'Tools and recipes' })
  await expect(list.getByRole('option')).toHaveCount(1)
  await expectNoBarriers(page, 'the list of commands')
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('/picture ')
  await page.keyboard.type('a lake at night')
  await seen(page.getByRole('button', { name: /^Create\s?· 4 tokens$/ }))
  await page.keyboard.press('Control+Enter')
  await expect(page).toHaveURL(/thread=/)
  await seen(page.getByRole('article').last().getByRole('img').first())
  await page.reload()
  await seen(page.getByRole('article').last().getByRole('img').first())
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('the button with the plus lists the tools, and the result is in the conversation', async ({ page }) => {
    await haveAccount(page)
    await openHydrated(page, '/dashboard/text')
    await page.getByRole('button', { name: 'Paste your text' }).tap()
    await page.getByRole('textbox', { name: 'Paste your text' }).fill('/picture a lake at night')
    await page.getByRole('button', { name: /^Create\s?· 4 tokens$/ }).tap()
    await expect(page).toHaveURL(/thread=/)
    await seen(page.getByRole('article').last().getByRole('img').first())
    await page.getByRole('button', { name: 'Tools and recipes' }).tap()
    const list = page.getByRole('listbox', { name: 'Tools and recipes' })
    await list.getByRole('option', { name: /^\/say/ }).tap()
    await expect(page.getByRole('textbox', { name: 'Your message' })).toHaveValue('/say ')
  })
})
