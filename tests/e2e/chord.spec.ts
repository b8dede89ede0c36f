import { expectNoBarriers } from './check-accessibility.ts'
import { expect, haveAccount, openHydrated, test } from './fixtures.ts'

const prompt = 'A lighthouse above the sea, evening'

test('one prompt becomes linked works, and a kind can be switched off with the keyboard', async ({ page }) => {
  test.slow()
  await haveAccount(page)
  await openHydrated(page, '/dashboard?chord=new')
  const submit = page.getByRole('button', { name: /Create chord/ })
  await expect(submit).toContainText('27 tokens')

  // A video takes seconds.
  await page.getByRole('checkbox', { name: /Video/ }).press('Space')
  await expect(submit).toContainText('12 tokens')
  await page.getByRole('textbox').fill(prompt)
  await page.getByRole('textbox').press('Control+Enter')

  await expect(page.getByRole('heading', { level: 1, name: prompt })).toBeVisible()
  for (const part of ['Image', 'Narration', 'Music', 'Text'])
    await expect(page.getByRole('region', { name: part })).toHaveAttribute('data-status', 'succeeded')
  await expect(page.getByRole('status').filter({ hasText: '4 of 4 ready' })).toBeVisible()
  await expectNoBarriers(page, 'a chord')

  await page.getByRole('link', { name: 'New chord' }).click()
  await expect(page.getByRole('link', { name: new RegExp(prompt) })).toBeVisible()
})
