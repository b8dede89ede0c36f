import { createMemoryHistory, createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import type { ColorPreference } from './color-mode-script.ts'
import { ColorModeScript, useColorMode } from './color-mode.tsx'

afterEach(() => vi.restoreAllMocks())

function Probe() {
  const { preference, value, unknown, forced } = useColorMode()
  return <output>{JSON.stringify({ preference, value, unknown, forced })}</output>
}

/** The server's first rendering of a page that forces this mode. */
async function render(colorMode?: ColorPreference): Promise<string> {
  const rootRoute = createRootRoute({
    component: () => (
      <>
        <ColorModeScript />
        <Outlet />
      </>
    ),
  })
  const page = createRoute({
    getParentRoute: () => rootRoute,
    path: '/',
    component: Probe,
    ...(colorMode && { staticData: { colorMode } }),
  })
  const router = createRouter({ routeTree: rootRoute.addChildren([page]), history: createMemoryHistory(), isServer: true })
  await router.load()
  return renderToString(<RouterProvider router={router} />).replaceAll('&quot;', '"')
}

test('the color mode is unknown on the server and until hydration', async () => {
  expect(await render()).toContain('{"preference":"system","value":"light","unknown":true,"forced":false}')
})

test.each(['light', 'dark'] as const)('a page can force a color mode: %s, in the first paint too', async (mode) => {
  const html = await render(mode)
  expect(html).toContain(`"value":"${mode}"`)
  expect(html).toContain('"forced":true')
  expect(html).toContain(`let p="${mode}"`)
})

test("forcing 'system' is ignored with a warning", async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const html = await render('system')
  expect(html).toContain('"forced":false')
  expect(html).toContain('let p=null')
  expect(warn).toHaveBeenCalledWith('You cannot force the colorMode to system at the page level.')
})
