import type { Page } from '@playwright/test'

/** Repeats what the next pages play: a recording that has ended stands at its start again, and a busy machine may look only then. */
export async function loopMedia(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { play } = HTMLMediaElement.prototype
    HTMLMediaElement.prototype.play = function () {
      this.loop = true
      return play.call(this)
    }
  })
}
