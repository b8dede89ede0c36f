import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Call } from '#app/contract/studio/tool-calls.ts'
import { listToolsCall } from '#app/contract/studio/tools.calls.ts'
import { generationQuery, modelsQuery } from '#app/shell/data/generations.queries.ts'
import { sessionQuery } from '#app/shell/data/session.queries.ts'
import { threadCallsQuery, toolsQuery } from '#app/shell/data/tools.queries.ts'
import { InputSource } from '#app/runs/input-source.tsx'
import { generation, idAt } from '#tests/factories/generation.ts'
import { modelOf } from '#tests/factories/model.ts'
import { ann } from '#tests/factories/signed-in-user.ts'
import { api } from '#tests/fixtures/component/api.ts'
import { messages } from '#locales/en/messages.ts'
import { MakeOfAnswer } from './make-of-answer.tsx'
import { useCalls } from './use-calls.ts'

const thread = idAt(9)
const at = '2026-11-01T10:00:10.000Z'
const offered = {
  commands: true,
  items: [{ name: 'create' as const, title: 'Create', description: '', on: true, model_tokens: 90 }],
  rules: [],
  allowance: { limit_milli: 10_000, used_milli: 0 },
}
const call: Call = {
  id: idAt(2),
  step: idAt(1),
  call_id: 'c1',
  tool: 'create',
  state: 'asks',
  makes: 'picture',
  by: null,
  thread,
  run: { type: 'image', model: 'Painter', prompt: 'A lighthouse', options: {}, inputs: [], recipe: null },
  price: 4,
  price_milli: 4_000,
  next_milli: 1_300,
  created_at: at,
  ended_at: null,
}

/** Makes a cache with what the loader of the page reads, on the server and then in the browser. */
function loaded(): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData(modelsQuery().queryKey, [modelOf('Painter', 'image')])
  client.setQueryData(sessionQuery.queryKey, {
    status: 'authenticated',
    user: ann,
    locale: 'en',
    failure: null,
    expires_at: null,
    read_at: at,
    ended: null,
    link_problem: null,
  })
  return client
}

const page = (client: QueryClient, part: ReactNode) => (
  <I18nProvider i18n={i18n}>
    <QueryClientProvider client={client}>{part}</QueryClientProvider>
  </I18nProvider>
)

function Calls() {
  const { id, step, call_id, tool, state, makes, by } = call
  const states = [{ id, step, call_id, tool, state, makes, by }]
  return useCalls(generation(1, { type: 'text', thread_id: thread, call_states: states })).map((one) => (
    <p key={one.id}>{one.run?.prompt}</p>
  ))
}

// Several answers of a conversation read the same, and each is hydrated by itself.
test.each([
  {
    what: 'the ways to make something of an answer',
    part: <MakeOfAnswer text="A lake in autumn." onWrite={() => undefined} />,
    shown: 'Create an image of this',
    read: (client: QueryClient) => client.setQueryData(toolsQuery(undefined).queryKey, offered),
  },
  {
    what: 'the source of an input',
    part: <InputSource input={{ generation_id: idAt(5), index: 0, role: 'source' }} roleName={null} opens />,
    shown: 'A lighthouse',
    read: (client: QueryClient) =>
      client.setQueryData(generationQuery(idAt(5)).queryKey, generation(5, { status: 'succeeded', title: 'A lighthouse' })),
  },
  {
    what: 'the calls of an answer',
    part: <Calls />,
    shown: 'A lighthouse',
    read: (client: QueryClient) => client.setQueryData(threadCallsQuery(thread).queryKey, [call]),
  },
])(
  'a part that is hydrated after another has read $what takes over the HTML of the server, then shows it',
  async ({ part, shown, read }) => {
    i18n.loadAndActivate({ locale: 'en', messages })
    api.answer(listToolsCall, () => offered)
    const container = document.body.appendChild(document.createElement('div'))
    container.innerHTML = renderToString(page(loaded(), part))
    const client = loaded()
    read(client)
    const problems: unknown[] = []
    render(page(client, part), { container, hydrate: true, onRecoverableError: (error) => void problems.push(error) })
    await waitFor(() => expect(container.innerHTML).toContain(shown))
    expect(problems).toEqual([])
    cleanup()
    container.remove()
  },
)
