import { expectNoBarriers } from './check-accessibility.ts'
import { expect, openHydrated, test } from './fixtures.ts'

test('a reader finds a call by its address, searches with the keyboard, and tries one with a key', async ({ page }) => {
  await openHydrated(page, '/developers#createGeneration')
  const call = page.locator('#createGeneration')
  await expect(call.getByRole('button', { name: /POST.*\/v1\/generations/ })).toHaveAttribute('aria-expanded', 'true')
  await expect(call.getByRole('region', { name: 'Sample' })).toContainText('sketch-image')

  await call.getByText('Try it').click()
  await expect(call).toContainText('This call needs your API key')
  await expectNoBarriers(page, 'an open call')

  await page.getByRole('searchbox', { name: 'Find a call' }).fill('no such call')
  await expect(page.getByText('No results.')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Find a call' }).fill('balance token')
  const balance = page.locator('#getBalance').getByRole('button')
  await balance.focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Your API key').fill('qk_wrong')
  const details = page.locator('#getBalance')
  await expect(details.getByRole('region', { name: 'Sample' })).toContainText('Bearer qk_wrong')
  await details.getByText('Try it').click()
  await expect(details).not.toContainText('This call needs your API key')
  await details.getByRole('button', { name: 'Send request' }).click()
  await expect(details.getByRole('status')).toContainText('Status 401')
  expect(new URL(page.url()).hash).toBe('#getBalance')
})

test(
  'a call of the administration is found by its address, although the list begins with the calls of keys',
  { tag: '@full' },
  async ({ page }) => {
    await openHydrated(page, '/developers#listPeople')
    await expect(page.getByRole('radio', { name: 'All, with administration' })).toBeChecked()
    await expect(page.locator('#listPeople').getByRole('button').first()).toHaveAttribute('aria-expanded', 'true')
    await page.getByText('For API keys').click()
    await expect(page.locator('#listPeople')).toHaveCount(0)
    await expect(page.locator('#createGeneration')).toBeVisible()
  },
)

test('the home page and the list for programs lead to the reference', { tag: '@full' }, async ({ page, request }) => {
  const list = await (await request.get('/llms.txt')).text()
  expect(list).toMatch(/\/developers\).*\n.*\/api\/v1\/openapi\.json/)
  await openHydrated(page, '/')
  await page.getByRole('link', { name: 'API', exact: true }).first().click()
  await expect(page.getByRole('heading', { name: 'API for developers' })).toBeVisible()
  await expect(page.locator('#createGeneration')).toBeAttached()
})
