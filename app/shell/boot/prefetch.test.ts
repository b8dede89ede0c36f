import { expect, onTestFinished, test, vi } from 'vitest'

test('nothing is prefetched before the first touch is painted, and a mouse at rest is none', async () => {
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
  void prefetch(async () => fetched.push('menu'))

  page.dispatchEvent(Object.assign(new Event('pointermove'), { movementX: 0, movementY: 0 }))
  expect(paints).toEqual([])
  page.dispatchEvent(Object.assign(new Event('pointermove'), { movementX: 0, movementY: 1 }))
  await new Promise((resolve) => setTimeout(resolve))
  expect(fetched).toEqual([])
  for (const paint of paints) paint()
  await expect.poll(() => fetched).toEqual(['menu'])
})
