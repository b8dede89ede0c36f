import { expectNoBarriers } from './check-accessibility.ts'
import { expect, haveAccount, openHydrated, test, untilHydrated } from './fixtures.ts'

const script = `A lighthouse above the sea. [[2 s]]

Keeper: Every night.

The keeper lights the lamp. [[2 s]]

A small fox waits at the door. [[2 s]]`

test('a script becomes a board, a change is there after a reload, and the film is made', async ({ page }) => {
  await haveAccount(page)
  await openHydrated(page, '/dashboard?film=new')
  await page.getByRole('textbox', { name: /What is your film about/ }).fill(script)
  await page.getByRole('button', { name: /Split into shots/ }).click()
  const shots = page.getByRole('list', { name: 'Shots in order' }).getByRole('button', { name: /^Shot \d/ })
  await expect(shots).toHaveCount(3)
  await expectNoBarriers(page, 'a board')

  await shots.first().click()
  await page.getByRole('textbox', { name: 'What is seen' }).fill('A lighthouse on a cliff.')
  // The note is true again once the card shows the change: until then it may be the one from before the first letter.
  await expect(shots.first()).toHaveAccessibleName(/A lighthouse on a cliff/)
  await expect(page.getByRole('status').filter({ hasText: 'All changes saved' })).toBeVisible()
  await page.reload()
  await expect(shots.first()).toHaveAccessibleName(/A lighthouse on a cliff/)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(shots.first()).toHaveAccessibleName(/A lighthouse above the sea/)

  await page.getByRole('button', { name: /Make the animatic/ }).click()
  const animatic = page.getByRole('region', { name: 'Animatic' })
  await expect(animatic).toHaveAttribute('data-status', 'succeeded')
  await expect(animatic).toContainText('as it is now')

  await openHydrated(page, '/dashboard')
  await page
    .getByRole('link', { name: /A lighthouse above the sea/ })
    .first()
    .click()
  const work = page.getByRole('dialog')
  await expect(work.getByRole('group', { name: /^Video/ })).toBeVisible()
  await work.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Open its film' }).click()

  await page.getByRole('radio', { name: 'Cut' }).press('Space')
  await expect(page.getByRole('group', { name: /^Video/ })).toBeVisible()
  // A page that the server renders shows the same, without an error of hydration.
  await expect(page).toHaveURL(/view=cut/)
  await page.reload()
  await expect(page.getByRole('group', { name: /^Video/ })).toBeVisible()
  await untilHydrated(page)
  await expectNoBarriers(page, 'a film')
  await page.getByRole('button', { name: 'Longer: shot 1' }).click()
  await expect(animatic).toContainText('Out of date: its length changed')
  await expect(page.getByRole('group', { name: 'Preview' })).toBeVisible()
  await expectNoBarriers(page, 'a cut')
})
