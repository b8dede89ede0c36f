import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { isFull } from '#tests/fixtures/campaign.ts'

const guidelines = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

type Look = {
  /** Selector of the part to check; the whole page by default. */
  within?: string
  /** Whether to check the colors of the other theme too; by default in full runs. */
  bothThemes?: boolean
}

/**
 * Expects that axe finds no violation of WCAG 2.2 AA: by all rules in the current theme, by the colors in the other one. A call takes about
 * a second, so one test checks each page and each dialog; `russian.spec.ts` checks all pages as they open, some in both themes. Whatever
 * has the colors of the palette in one theme has them in the other, and `styles.test.ts` checks that both are readable.
 */
export async function expectNoBarriers(page: Page, name: string, { within = 'html', bothThemes = isFull }: Look = {}) {
  const found = await barriers(page, within, guidelines)
  if (bothThemes) {
    const isDark = await page.evaluate(() => document.documentElement.classList.contains('dark'))
    await showTheme(page, !isDark)
    found.push(...(await barriers(page, within, ['color-contrast'])))
    await showTheme(page, isDark)
  }
  expect(found, name).toEqual([])
}

/** Expects the same of the topmost dialog, behind which the page is inert. */
export const expectNoBarriersInDialog = (page: Page, name: string) => expectNoBarriers(page, name, { within: '[role$="dialog"]' })

/** Returns the number of pixels by which the page is wider than its window. */
export const overflowOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

async function barriers(page: Page, within: string, rules: string[]): Promise<string[]> {
  // Legacy mode, because no page has frames of other origins, and axe would open another page at each call only for those.
  // Its half a megabyte is sent and evaluated once for each document.
  const isLoaded = await page.evaluate(() => 'axe' in window)
  const axe = new AxeBuilder({ page, ...(isLoaded && { axeSource: 'window.axe' }) }).setLegacyMode().include(within)
  const { violations } = await axe.options({ runOnly: rules, resultTypes: ['violations'] }).analyze()
  return violations.flatMap(({ id, nodes }) => {
    // A control partly under a bar that floats over the page is whole after scrolling; how much of it shows depends on the window.
    const found = nodes.filter(({ failureSummary }) => !failureSummary?.includes('because it is partially obscured'))
    return found.length === 0
      ? []
      : [`${id}: ${found.map(({ target, failureSummary }) => `${target.join(' ')} ${failureSummary}`).join('\n')}`]
  })
}

async function showTheme(page: Page, dark: boolean) {
  await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' })
  await page.waitForFunction((wanted) => document.documentElement.classList.contains('dark') === wanted, dark)
}
