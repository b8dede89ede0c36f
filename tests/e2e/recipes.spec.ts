import { expectNoBarriers, expectNoBarriersInDialog } from './check-accessibility.ts'
import { expect, haveAccount, openHydrated, test } from './fixtures.ts'
import { makeWork } from './make-work.ts'
import { seen } from './seen.ts'

test(
  'a result becomes a recipe with a link, which a guest fills in and runs after the sign-up',
  { tag: '@full' },
  async ({ page, browser }) => {
    await haveAccount(page)
    const { id } = await makeWork(page, { model: 'sketch-image', prompt: 'Mountain lake at dawn, watercolor', options: { size: '512' } })
    await page.goto(`/dashboard?item=${id}`)
    const viewer = page.getByRole('dialog').first()
    await viewer.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Use as a recipe' }).click()
    const sheet = page.getByRole('dialog', { name: 'Use as a recipe' })
    await sheet.getByRole('textbox', { name: 'Name' }).fill('Postcard')
    const field = sheet.getByRole('textbox', { name: 'Prompt' })
    await field.evaluate((area) => area instanceof HTMLTextAreaElement && area.setSelectionRange(0, 'Mountain lake'.length))
    await sheet.getByRole('button', { name: 'Make the marked words a field' }).click()
    await expect(field).toHaveValue('{{Mountain lake}} at dawn, watercolor')
    await sheet.getByRole('textbox', { name: 'Help below the field' }).fill('Any place')
    await expectNoBarriersInDialog(page, 'the form of a new recipe')
    await sheet.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Recipe “Postcard” saved.')).toBeVisible()

    await openHydrated(page, '/dashboard/image')
    await page.getByRole('button', { name: 'Ideas', exact: true }).click()
    const ideas = page.getByRole('dialog')
    await ideas.getByText('Saved', { exact: true }).click()
    await seen(ideas.getByRole('button', { name: /^Postcard/ }))
    await ideas.getByRole('button', { name: 'Share “Postcard”' }).click()
    const dialog = page.getByRole('dialog', { name: 'Share “Postcard”' })
    await dialog.getByRole('button', { name: 'Create link' }).click()
    const link = dialog.getByRole('textbox', { name: 'Link' })
    await expect(link).toHaveValue(/\/shared\/[\w-]{22}$/)
    await expectNoBarriersInDialog(page, 'the link of a recipe')
    const url = new URL(await link.inputValue())

    const guest = await (await browser.newContext()).newPage()
    await openHydrated(guest, url.pathname)
    await expect(guest.getByRole('heading', { name: 'Postcard' })).toBeVisible()
    await guest.getByRole('textbox', { name: 'Mountain lake' }).fill('Desert with cacti')
    await expectNoBarriers(guest, 'the page of a recipe')
    await expect(guest.getByRole('link', { name: /^Sign in to make yours · \d/ })).toHaveAttribute(
      'href',
      new RegExp(`redirect=.*${url.pathname.slice(8)}`),
    )
    await haveAccount(guest)
    await openHydrated(guest, url.pathname)
    await expect(guest.getByRole('textbox', { name: 'Mountain lake' })).toHaveValue('Desert with cacti')
    await guest.getByRole('button', { name: /^Create · \d/ }).click()
    await expect(guest).toHaveURL(/\/dashboard\/image/)
    await seen(guest.getByRole('article').first().getByRole('img').first())
    await guest.context().close()
  },
)
