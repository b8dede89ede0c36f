import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ApiError, localFailure } from '#app/contract/base/api-result.ts'
import { messages } from '#locales/en/messages.ts'
import { LoadError } from './load-error.tsx'

test.each([
  ['a server that does not answer', new ApiError(localFailure('offline')), /isn’t responding/],
  ['an answer that is not as agreed', new ApiError(localFailure('unreadable')), /answer couldn’t be read/],
  ['a fault of the page during the call', new ApiError(localFailure('page')), /stopped working in your browser/],
  ['a lost part of the page', new Error('Lost chunk: a'), /didn’t load/],
  ['an error of the server', new ApiError({ ...localFailure('offline'), code: 'internal' }), /server returned an error/],
])('a section that could not be loaded names its true cause: %s', async (_what, error, words) => {
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <LoadError error={error} /> }),
    history: createMemoryHistory(),
  })
  render(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: messages } })}>
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </I18nProvider>,
  )
  expect(await screen.findByRole('alert')).toHaveTextContent(words)
})
