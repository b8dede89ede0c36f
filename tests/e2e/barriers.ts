import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const guidelines = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

type Look = {
  /** A selector; the whole page unless told. */
  within?: string
  /** Whether the colours of the theme that is not shown are judged too. */
  bothThemes?: boolean
}

/** What axe finds against WCAG 2.2 AA: everything in the theme that is shown, and the colours in the other one too. */
export async function expectNoBarriers(page: Page, what = new URL(page.url()).pathname, { within = 'html', bothThemes = true }: Look = {}) {
  const found = await barriers(page, within, guidelines)
  if (bothThemes) {
    const isDark = await page.evaluate(() => document.documentElement.classList.contains('dark'))
    await showTheme(page, !isDark)
    found.push(...(await barriers(page, within, ['color-contrast'])))
    await showTheme(page, isDark)
  }
  expect(found, what).toEqual([])
}

/** By how many pixels the page is wider than its window: no page is to be scrolled sideways. */
export const overflowOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

async function barriers(page: Page, within: string, rules: string[]): Promise<string[]> {
  // Our pages hold no frames of others; for them alone axe would open a page of its own each time.
  const axe = new AxeBuilder({ page }).setLegacyMode().include(within)
  const { violations } = await axe.options({ runOnly: rules, resultTypes: ['violations'] }).analyze()
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target, failureSummary }) => `${target.join(' ')} ${failureSummary}`).join('\n')}`,
  )
}

async function showTheme(page: Page, dark: boolean) {
  await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' })
  await page.waitForFunction((wanted) => document.documentElement.classList.contains('dark') === wanted, dark)
}
