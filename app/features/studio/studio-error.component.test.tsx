import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { listGenerationsCall } from '#app/contract/runs/generations.calls.ts'
import { ann } from '#tests/factories/signed-in-user.ts'
import { api } from '#tests/fixtures/component/api.ts'
import { browser } from '#tests/fixtures/component/browser.ts'
import { openPage, refuse } from '#tests/fixtures/component/page.tsx'

test('a studio that could not be loaded says so, and leads to the other pages, on phones too', async () => {
  api.answer(listGenerationsCall, refuse('internal'))
  const { person } = await openPage('/dashboard/image', { user: ann })
  expect(await screen.findByRole('alert')).toHaveTextContent('Couldn’t load this section')
  await person.pointer({ target: document.body, keys: '[MouseLeft]' })
  // The header has the same links, which phones do not show.
  await waitFor(() => expect(screen.getAllByRole('navigation', { name: 'Main' })).toHaveLength(2))
  // The router's own note of the refused call.
  expect(browser.problems.splice(0)).toEqual([expect.stringContaining('Error in route match')])
})
