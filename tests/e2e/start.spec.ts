import type { Page } from '@playwright/test'
import { listServerFunctions } from '#tests/fixtures/server-functions.ts'
import { expect } from './fixtures.ts'
import { test } from './signed-in.ts'

const listModels = listServerFunctions().find(({ name }) => name === 'listModels')?.id

/** Returns the number of requests for the list of models since the page began. */
function countModels(page: Page) {
  let requests = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === `/_serverFn/${listModels}`) requests += 1
  })
  return () => requests
}

test.describe('the list of models', () => {
  // The hydrated page is left alone: the helper for hydrated pages touches it.
  const start = async (page: Page, path: string) => {
    await page.goto(path)
    await page.locator('html[data-live]').waitFor({ state: 'attached' })
  }

  test('a guest’s page of the app loads the models when it is idle, before anybody touches it', async ({ page }) => {
    const models = countModels(page)
    await start(page, '/signin')
    await expect.poll(models).toBe(1)
  })

  test('a person’s page without models loads them when it is idle, and later pages use the same list', async ({ signedIn, page }) => {
    await signedIn.clock.install()
    const models = countModels(page)
    await start(page, '/legal/terms')
    await signedIn.clock.fastForward(1_000)
    await expect.poll(models).toBe(1)
    await page.getByRole('banner').getByRole('link', { name: 'Image', exact: true }).first().click()
    await expect(page.getByRole('textbox').first()).toBeVisible()
    await signedIn.clock.fastForward(5_000)
    expect(models()).toBe(1)
  })
})
