import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { getDraftCall, saveDraftCall } from '#app/contract/studio/drafts.calls.ts'
import { emptyDraft } from '#app/features/studio/composer/draft-storage.ts'
import { useDraft } from '#app/features/studio/composer/use-draft.ts'
import { sessionQuery } from '#app/shell/data/session.queries.ts'
import { ann } from '#tests/factories/signed-in-user.ts'
import { answerSettings } from '#tests/fixtures/component/answers.ts'
import { api } from '#tests/fixtures/component/api.ts'
import { openPage } from '#tests/fixtures/component/page.tsx'

const storages = ['localStorage', 'sessionStorage', 'indexedDB'] as const
const usual = storages.map((name) => [name, Object.getOwnPropertyDescriptor(window, name)] as const)

/** Browsers that block cookies throw at the name itself. */
beforeEach(() => {
  for (const name of storages)
    Object.defineProperty(window, name, {
      configurable: true,
      get() {
        throw new DOMException(`${name} is blocked`, 'SecurityError')
      },
    })
})
afterEach(() => {
  for (const [name, property] of usual)
    if (property) Object.defineProperty(window, name, property)
    else Reflect.deleteProperty(window, name)
})

test('the theme can be chosen while storage is blocked, and lasts as long as the page', async () => {
  answerSettings()
  const { person } = await openPage('/profile/settings', { user: ann })
  for (const name of storages) expect(() => Reflect.get(globalThis, name)).toThrow('is blocked')
  // The footer has a second group, which comes later.
  const settings = within(await screen.findByRole('main'))
  const theme = within(await settings.findByRole('group', { name: 'Theme' }))
  for (const name of ['Dark', 'Light']) {
    const choice = theme.getByRole('radio', { name })
    await person.click(choice)
    await waitFor(() => expect(choice).toBeChecked())
  }
})

test('a draft is read from the account and saved there while storage is blocked', async () => {
  const draft = { ...emptyDraft, prompt: 'a quiet' }
  const updated_at = '2026-11-29T08:00:00.000Z'
  api.answer(getDraftCall, () => ({ draft, updated_at }))
  api.answer(saveDraftCall, () => ({ updated_at, replaced: null }))
  const queryClient = new QueryClient()
  queryClient.setQueryData(sessionQuery.queryKey, {
    status: 'authenticated',
    user: ann,
    locale: 'en',
    failure: null,
    expires_at: null,
    read_at: updated_at,
    ended: null,
    link_problem: null,
  })
  const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  const { result } = renderHook(() => useDraft({ userId: ann.id, kind: 'image', seed: emptyDraft }), { wrapper })
  await waitFor(() => expect(result.current.draft.prompt).toBe('a quiet'))
  act(() => result.current.change((known) => ({ ...known, prompt: 'a quiet harbour' })))
  await waitFor(() => expect(api.inputs(saveDraftCall)).toMatchObject([{ draft: { prompt: 'a quiet harbour' }, seen: updated_at }]))
})
