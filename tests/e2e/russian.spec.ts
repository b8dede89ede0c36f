import { packSelection } from '#app/features/library/selection.ts'
import { isFull } from '#tests/fixtures/campaign.ts'
import { expectNoBarriers, overflowOf } from './check-accessibility.ts'
import { browserLocale, expect, haveAccount, test, labels } from './fixtures.ts'
import { makeWorks } from './make-work.ts'
import { desktop, openPages, personPages, phone } from './pages.ts'

test.use({ locale: browserLocale.ru, viewport: phone })

/** Pages on which a usual run checks the colors of both themes: media, forms, prices and a table of figures. */
const inBothThemes = new Set(['/', '/signin', '/dashboard', '/dashboard/image', '/profile/tokens', '/profile/subscription/pricing'])
/** Legal documents, which share the frame of the terms of service. */
const repeatsTerms = /^\/legal\/(?:aup|offer|privacy|commercial)$/

/** Matches English: three words in a row that occur in no name of a model, a service or a file. */
const english = /(?:^|[\s“(])(?:the|your|is|are|with|for|and|you|to|of|no) [a-z]+/

/** The visible text of a page, without parts that say that they are English, as the reference of the API does. */
function ownText(main: HTMLElement): string {
  const foreign = [...main.querySelectorAll<HTMLElement>('[lang=en]')].filter((part) => !part.hidden)
  for (const part of foreign) part.hidden = true
  const text = main.innerText
  for (const part of foreign) part.hidden = false
  return text
}

test('every page is in Russian and fits a 390 px screen, and axe (WCAG 2.2 AA) finds nothing on it', async ({ page }) => {
  test.slow()
  const look = async (path: string) => {
    await page.goto(path)
    await expect(page.locator('html'), path).toHaveAttribute('lang', 'ru')
    await expect(page.getByRole('heading', { level: 1 }), path).toContainText(/[а-яё]{3}/i)
    await expect(page, path).toHaveTitle(/[а-яё]{3}/i)
    expect(english.exec(await page.getByRole('main').evaluate(ownText))?.[0], path).toBeUndefined()
    expect(await overflowOf(page), path).toBeLessThanOrEqual(0)
    if (!isFull && repeatsTerms.test(path)) return
    // The page has more parts in a wide window.
    await page.setViewportSize(desktop)
    await expectNoBarriers(page, path, { bothThemes: isFull || inBothThemes.has(path) })
    await page.setViewportSize(phone)
  }
  for (const path of openPages) await look(path)
  await haveAccount(page)
  for (const path of personPages) await look(path)
})

test('numbers take the Russian plural', { tag: '@full' }, async ({ page }) => {
  await haveAccount(page)
  const works = await makeWorks(
    page,
    [1, 2, 3, 4, 5].map((place) => ({ model: 'sketch-text', prompt: `${place}. ${labels.ru.prompts.text}`, options: {} })),
  )
  for (const [count, text] of [
    [1, 'Выбран 1 результат'],
    [2, 'Выбраны 2 результата'],
    [5, 'Выбрано 5 результатов'],
  ] as const) {
    await page.goto(`/dashboard?select=${packSelection(works.slice(0, count).map(({ id }) => id))}`)
    await expect(page.getByRole('toolbar')).toContainText(text)
  }
})
