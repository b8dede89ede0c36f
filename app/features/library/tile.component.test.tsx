import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Generation } from '#app/contract/runs/generations.ts'
import { generation } from '#tests/factories/generation.ts'
import { messages } from '#locales/en/messages.ts'
import { Tile } from './tile.tsx'

const join: Partial<Generation> = { type: 'video', model: 'sketch-join', prompt: '', options: { transition: 'cut' } }

function show(given: Partial<Generation>) {
  render(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: messages } })}>
      <QueryClientProvider client={new QueryClient()}>
        <ul>
          <Tile
            generation={generation(1, { ...join, ...given })}
            index={0}
            href="/dashboard?item="
            selected={false}
            tabbable
            onPress={() => undefined}
            onToggle={() => undefined}
            onMenu={() => undefined}
          />
        </ul>
      </QueryClientProvider>
    </I18nProvider>,
  )
  return screen.getByRole('listitem')
}

test.each([
  ['queued', 'Waiting', 'hourglass'],
  ['running', 'In progress', 'hourglass'],
  ['failed', 'Failed', 'circle-x'],
  ['canceled', 'Canceled', 'circle-slash'],
] as const)('the tile of a %s join says “%s” with its own sign, and has a name', (status, said, sign) => {
  const tile = show({ status })
  for (const name of ['hourglass', 'circle-x', 'circle-slash'])
    expect(tile.querySelectorAll(`.lucide-${name}`)).toHaveLength(name === sign ? 1 : 0)
  expect(tile).toHaveTextContent(said)
  expect(tile).toHaveTextContent('Untitled video')
  expect(screen.getByRole('link')).toHaveAccessibleName('Video: Untitled video')
})

const file: Generation['files'][number] = {
  id: 'f',
  url: '/f',
  poster_url: '/p',
  thumbnail_url: null,
  media_type: 'video/mp4',
  bytes: 1,
  width: 1280,
  height: 720,
  duration_ms: 1_000,
  peaks: null,
  placeholder: null,
}

test.each([
  ['a running join', { status: 'running' }],
  ['a finished join', { status: 'succeeded', files: [file] }],
] as const)('the tile of %s has the shape of the film', (_what, { status, ...rest }) => {
  expect(show({ status, files: 'files' in rest ? [...rest.files] : [] })).toHaveStyle({ flexGrow: '1778' })
})

afterEach(() => vi.unstubAllGlobals())

const playing = () => screen.getByRole('listitem').querySelector('video')
const point = (pointerType: string) => fireEvent.pointerEnter(show({ status: 'succeeded', files: [file] }), { pointerType })

test('a film plays silently under the mouse, and stops when it leaves', async () => {
  point('mouse')
  await waitFor(() => expect(playing()).toHaveAttribute('src', '/f'))
  expect(playing()).toHaveProperty('muted', true)
  fireEvent.pointerLeave(screen.getByRole('listitem'))
  expect(playing()).toBeNull()
})

test.each([
  ['a finger', 'touch', ''],
  ['a mouse with reduced motion', 'mouse', '(prefers-reduced-motion: reduce)'],
  ['a mouse with data saving', 'mouse', '(prefers-reduced-data: reduce)'],
])('a film does not play under %s', async (_what, pointerType, preference) => {
  const asked = vi.fn((query: string) => ({ matches: query === preference, addEventListener: vi.fn(), removeEventListener: vi.fn() }))
  vi.stubGlobal('matchMedia', asked)
  vi.useFakeTimers()
  point(pointerType)
  await vi.dynamicImportSettled()
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  vi.useRealTimers()
  expect(playing()).toBeNull()
})
