import type { Page } from '@playwright/test'
import { expect, haveAccount, labels, openHydrated, test, untilHydrated } from './fixtures.ts'
import { seen } from './seen.ts'

/** Translates as browsers do: replaces each text by elements, now and whenever one appears. Each word gets an accent, so that it shows. */
async function translate(page: Page) {
  await page.evaluate(() => {
    const mark = '\u0301'
    const skipped = 'script, style, textarea, title, noscript, svg, font'
    function replace(text: Text) {
      const words = text.textContent ?? ''
      if (!words.trim() || text.parentElement?.closest(skipped)) return
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      inner.textContent = words.replaceAll(/\p{L}+/gu, (word) => word + mark)
      outer.append(inner)
      text.replaceWith(outer)
    }
    function within(node: Node) {
      const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
      const texts: Text[] = []
      for (let next: Node | null = node instanceof Text ? node : walker.nextNode(); next; next = walker.nextNode())
        if (next instanceof Text) texts.push(next)
      for (const text of texts) replace(text)
    }
    within(document.body)
    new MutationObserver((records) => {
      for (const { type, target, addedNodes } of records) {
        if (type === 'characterData' && target.isConnected) within(target)
        for (const node of addedNodes) if (node.isConnected) within(node)
      }
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
}

/** The pages that a person reaches from the header, which React renders without a reload. */
const links = ['Image', 'Video', 'Audio', 'Text', 'Dashboard'] as const

test(
  'a page translator breaks no page: typing, running and moving between pages work, and nothing typed is lost',
  { tag: '@full' },
  async ({ page }) => {
    await haveAccount(page)
    await openHydrated(page, '/dashboard/text')
    await translate(page)
    const field = page.locator('#content').getByRole('textbox').first()
    const text = 'Haiku: rain on the harbor'
    await field.focus()
    await page.keyboard.type(text)
    await expect(field).toHaveValue(text)
    const generate = page.locator('#content').getByRole('button').filter({ hasText: labels.en.generate })
    await expect(generate).toBeEnabled()
    await generate.click()
    await expect(page.getByRole('article').first()).toHaveAttribute('data-status', 'succeeded')
    for (const link of links) {
      await page
        .getByRole('navigation')
        .first()
        .getByRole('link', { name: new RegExp(`^${link}`) })
        .click()
      await expect(page).toHaveURL(link === 'Dashboard' ? /dashboard$/ : new RegExp(`/${link.toLowerCase()}`))
      await expect(page.locator('h1')).not.toBeEmpty()
    }
    await page.getByRole('link', { name: /^Balance/ }).click()
    await expect(page).toHaveURL(/\/profile\/tokens/)
    await seen(page.getByRole('heading', { level: 1 }))
    await expect(page.locator('main[data-layout="error"]')).toHaveCount(0)
  },
)

test('a page that is translated before it is hydrated works', { tag: '@full' }, async ({ page, problems }) => {
  await haveAccount(page)
  const held = Promise.withResolvers<void>()
  await page.route(/\.js(?:\?|$)/, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/dashboard/text', { waitUntil: 'commit' })
  await page.locator('#content').waitFor()
  await translate(page)
  held.resolve()
  await untilHydrated(page)
  // React reports that it has rendered the parts again that were not as the server had sent them.
  problems.splice(0)
  const field = page.locator('#content').getByRole('textbox').first()
  await field.fill('Haiku: rain')
  await expect(field).toHaveValue('Haiku: rain')
})
