import { fileURLToPath } from 'node:url'
import { expect, haveAccount, openLive, password, test, words } from './fixtures.ts'

const picture = fileURLToPath(new URL('../../public/samples/image-3.webp', import.meta.url))

test('a file that is refused because the session has ended waits for the sign-in, and is there after it', async ({ page, context }) => {
  await haveAccount(page)
  await openLive(page, '/dashboard/image')
  // The page asks for the price by itself: what is to be refused is the file.
  await expect(page.getByRole('button', { name: words.en.generate })).toContainText(/\d/)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add a picture' }).click()
  const given = await chooser
  await context.clearCookies({ name: /^auth\./ })
  await given.setFiles(picture)
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  await expect(dialog).toContainText('What you have just asked for is sent then.')
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Sign in and go on' }).click()
  await expect(dialog).toBeHidden()
  const files = page.getByRole('form', { name: 'New work' }).getByRole('list', { name: 'Made from' }).getByRole('listitem')
  await expect(files).toHaveCount(1)
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await expect(files.getByRole('alert')).toHaveCount(0)
})
