import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { listCollectionsCall } from '#app/contract/library/collections.calls.ts'
import { getLibraryCall } from '#app/contract/library/library.calls.ts'
import { listGenerationsCall } from '#app/contract/runs/generations.calls.ts'
import type { Generation } from '#app/contract/runs/generations.ts'
import type { Model } from '#app/contract/runs/models.ts'
import { modelsQuery } from '#app/shell/data/generations.queries.ts'
import { applyLiveEvent } from '#app/shell/live/generation-cache.ts'
import type { Locale } from '#config'
import { generation } from '#tests/factories/generation.ts'
import { ann } from '#tests/factories/signed-in-user.ts'
import { api } from '#tests/fixtures/component/api.ts'
import { openPage } from '#tests/fixtures/component/page.tsx'

/** A model of an own server, whose runs usually take some seconds. */
const flux: Model = {
  id: 'comfyui/flux',
  name: 'Flux',
  type: 'image',
  provider: 'comfyui',
  description: 'Flux',
  price: { base: 0, per: null },
  options: { type: 'object', properties: {}, additionalProperties: false },
  inputs: [],
  history: false,
  prompt: { placeholder: '', max_length: 1_000, examples: [] },
  // Nothing on the page asks what it costs.
  available: false,
  retired: true,
  unavailable_reason: null,
  measured: { wait_p50_ms: 1, wait_p95_ms: 1, success_rate: 1, run_ms_per_unit: 0.01, usual_run_ms: null },
}

/** Opens the dashboard while a run has been handed to its server, and returns what the page and the list in the header say of it. */
async function open(locale: Locale, running: string) {
  // Its start is ahead of any pause of the test, because a run that takes longer than usual says so.
  let run = generation(1, { model: flux.id, started_at: new Date(Date.now() + 3_600_000).toISOString(), progress: null })
  api.answer(listGenerationsCall, () => ({ items: [run], next_cursor: null }))
  api.answer(listCollectionsCall, () => ({ items: [] }))
  api.answer(getLibraryCall, () => ({ total: 1, trash: 0, models: [] }))
  const { person, router } = await openPage('/dashboard', { user: ann, locale })
  const { queryClient } = router.options.context
  act(() => queryClient.setQueryData(modelsQuery().queryKey, [flux]))
  await person.click(await screen.findByRole('button', { name: running }))
  const panel = await screen.findByRole('dialog')
  const row = within(panel).getByRole('listitem')
  return {
    row,
    work: () => screen.getByRole('region', { name: locale === 'ru' ? 'Сейчас создаётся' : 'Running now' }),
    /** An event of the stream that every page listens to. */
    hear(news: Partial<Generation>) {
      // The list may be asked for again at any time.
      run = { ...run, ...news }
      act(() => void applyLiveEvent(queryClient, { type: 'generation', data: { id: run.id, ...news } }))
    },
  }
}

test.each([
  ['en', '1 result in progress', 'Waiting: 2 ahead of yours', 'In the queue, 2 ahead', 'Waiting: 1 ahead of yours', 'usually about 10 sec'],
  [
    'ru',
    'Создаётся 1 результат',
    'В очереди: перед вами 2 результата',
    'В очереди, впереди 2',
    'В очереди: перед вами 1 результат',
    'обычно около 10 с',
  ],
] as const)(
  'a run in the queue of its own server says how many are ahead, and no usual time, until it is drawn (%s)',
  async (locale, running, waiting, short, one, usual) => {
    const { row, work, hear } = await open(locale, running)
    hear({ ahead: 2 })
    await waitFor(() => expect(work()).toHaveTextContent(waiting))
    expect(row).toHaveTextContent(short)
    for (const place of [row, work()]) expect(place).not.toHaveTextContent(usual)
    hear({ ahead: 1 })
    await waitFor(() => expect(work()).toHaveTextContent(one))
    hear({ ahead: null })
    await waitFor(() => expect(work()).toHaveTextContent(usual))
    expect(work()).not.toHaveTextContent(one)
    expect(row).not.toHaveTextContent(short)
  },
)
