import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const guidelines = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

type Look = {
  /** A selector of the part to check; the whole page by default. */
  within?: string
  /** Also checks the colors of the theme that is not shown; on by default. */
  bothThemes?: boolean
}

/**
 * Expects that axe finds nothing against WCAG 2.2 AA: all rules in the theme that is shown, the colors in the other one too. A call takes
 * about a second, so each page and each dialog is checked by one test; `accessibility.spec.ts` has all pages as they open.
 */
export async function expectNoBarriers(page: Page, name: string, { within = 'html', bothThemes = true }: Look = {}) {
  const found = await barriers(page, within, guidelines)
  if (bothThemes) {
    const isDark = await page.evaluate(() => document.documentElement.classList.contains('dark'))
    await showTheme(page, !isDark)
    found.push(...(await barriers(page, within, ['color-contrast'])))
    await showTheme(page, isDark)
  }
  expect(found, name).toEqual([])
}

/** The same for the dialog that is open on top: the page behind it is inert. */
export const expectNoBarriersInDialog = (page: Page, name: string) => expectNoBarriers(page, name, { within: '[role$="dialog"]' })

/** The number of pixels by which the page is wider than its window. */
export const overflowOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

async function barriers(page: Page, within: string, rules: string[]): Promise<string[]> {
  // Legacy mode: no page holds frames of other origins, for which alone axe would open another page at each call.
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
