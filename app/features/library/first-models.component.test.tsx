import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { getModelSourcesCall } from '#app/contract/operator/operator.calls.ts'
import { modelsQuery } from '#app/shell/data/generations.queries.ts'
import { api } from '#tests/fixtures/component/api.ts'
import { messages } from '#locales/en/messages.ts'
import { FirstModels } from './first-models.tsx'

const local = (id: string, kind: 'text' | 'speech', bytes: number, fits = true) => ({ id, kind, name: id, bytes, memory: bytes, fits })

beforeEach(() => {
  api.answer(getModelSourcesCall, () => ({
    local: [
      local('large', 'text', 5_000_000_000),
      local('small', 'text', 500_000_000),
      local('voice', 'speech', 60_000_000),
      local('huge', 'speech', 1_000_000, false),
    ],
    servers: [],
  }))
})

async function show(hasWorks: boolean) {
  i18n.loadAndActivate({ locale: 'en', messages })
  const queryClient = new QueryClient()
  queryClient.setQueryData(modelsQuery().queryKey, [])
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <FirstModels hasWorks={hasWorks} /> }),
    history: createMemoryHistory(),
  })
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </I18nProvider>,
  )
  return { person: userEvent.setup(), title: await screen.findByRole('button', { name: 'Add real AI models' }) }
}

test('the ways to real models are shown on an empty dashboard, with the smallest download of each kind that fits', async () => {
  const { title } = await show(false)
  expect(title).toHaveAttribute('aria-expanded', 'true')
  expect(await screen.findByText('from 500 MB')).toBeVisible()
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Text from 500 MB', 'Speech from 60 MB'])
})

test('the ways are folded above a library with works, and asked for when a person opens them', async () => {
  const { person, title } = await show(true)
  expect(title).toHaveAttribute('aria-expanded', 'false')
  expect(screen.queryByRole('link', { name: 'Enter a key' })).toBeNull()
  expect(api.inputs(getModelSourcesCall)).toEqual([])
  await person.click(title)
  expect(await screen.findByRole('link', { name: 'Choose a model' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Enter a key' })).toBeVisible()
})
