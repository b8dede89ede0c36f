import { expect, onTestFinished, test, vi } from 'vitest'

test('nothing is prefetched before a touch is painted, and then one part after each paint', async () => {
  const page = new EventTarget()
  const paints: (() => void)[] = []
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', { visibilityState: 'visible' })
  vi.stubGlobal('requestAnimationFrame', (paint: () => void) => paints.push(paint))
  vi.stubEnv('SSR', false)
  // The modules read these once, and other files of this thread share them.
  vi.resetModules()
  onTestFinished(() => {
    vi.unstubAllEnvs()
    vi.resetModules()
  })
  const { prefetch } = await import('./chunk-reload.ts')
  const fetched: string[] = []
  for (const part of ['menu', 'dialog']) void prefetch(async () => fetched.push(part))
  /** Paints once there is a frame to paint, and waits for all that follows it. */
  async function paint() {
    await vi.waitUntil(() => paints.length > 0)
    for (const one of paints.splice(0)) one()
    await new Promise((resolve) => setTimeout(resolve))
  }

  page.dispatchEvent(new Event('pointermove'))
  expect(paints).toHaveLength(1)
  await paint()
  expect(fetched).toEqual([])
  await paint()
  expect(fetched).toEqual(['menu'])
  await paint()
  expect(fetched).toEqual(['menu', 'dialog'])
})
