import { expectNoBarriers } from './check-accessibility.ts'
import { expect, haveAccount, openHydrated, test } from './fixtures.ts'

const prompt = 'Rain on the roof of a small house'

test('one prompt runs on two models, whose names are hidden until the best result is chosen', async ({ page }) => {
  test.slow()
  await haveAccount(page)
  await openHydrated(page, '/dashboard?compare=audio')
  const submit = page.getByRole('button', { name: /^Compare/ })
  await expect(submit).toContainText(/\d+ tokens/)
  await page.getByRole('textbox', { name: 'Prompt for all models' }).fill(prompt)
  await page.getByRole('textbox', { name: 'Prompt for all models' }).press('Control+Enter')

  await expect(page.getByRole('heading', { level: 1, name: prompt })).toBeVisible()
  for (const name of ['Result 1', 'Result 2']) await expect(page.getByRole('region', { name })).toHaveAttribute('data-status', 'succeeded')
  await expectNoBarriers(page, 'a comparison')
  await page.getByRole('region', { name: 'Result 2' }).getByRole('button', { name: 'Best' }).click()
  await expect(page.getByRole('button', { name: 'Best', pressed: true })).toHaveCount(1)
  await expect(page.getByRole('region', { name: 'Result 2' })).toHaveCount(0)

  await page.getByRole('link', { name: 'New comparison' }).click()
  await expect(page.getByRole('list').filter({ hasText: 'best 1 of 1' })).toBeVisible()
  await expect(page.getByRole('link', { name: new RegExp(prompt) })).toContainText(/^.*Best:/s)
  await expectNoBarriers(page, 'the form of a comparison')
})
