import { fileURLToPath } from 'node:url'
import { expect, haveAccount, openHydrated, password, test, labels } from './fixtures.ts'

const picture = fileURLToPath(new URL('../../public/samples/image-3.webp', import.meta.url))

test('a file that is refused because the session has ended is uploaded after the sign-in', { tag: '@full' }, async ({ page, context }) => {
  await haveAccount(page)
  await openHydrated(page, '/dashboard/image')
  // The page requests the price on its own, but the file must be the refused call.
  await expect(page.getByRole('button', { name: labels.en.generate })).toContainText(/\d/)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add image' }).click()
  const given = await chooser
  await context.clearCookies({ name: /^auth\./ })
  await given.setFiles(picture)
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  await expect(dialog).toContainText('Your last request will be sent after you sign in.')
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Sign in and continue' }).click()
  await expect(dialog).toBeHidden()
  const files = page.getByRole('form', { name: 'New result' }).getByRole('list', { name: 'Made from' }).getByRole('listitem')
  await expect(files).toHaveCount(1)
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await expect(files.getByRole('alert')).toHaveCount(0)
})
