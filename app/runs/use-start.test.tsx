// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeEach, expect, test, vi } from 'vitest'
import { type ApiFailure, type ApiResult, localFailure } from '#app/contract/base/api-result.ts'
import { modelsQuery, quoteKey } from '#app/shell/data/generations.queries.ts'
import { noticesQuery } from '#app/shell/data/notices.queries.ts'
import { useStart } from './use-start.ts'

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers({ toFake: ['setTimeout'] })
})

type Answer = ApiResult<string>
const refused = (code: ApiFailure['code'], statusCode = 409): Answer => ({
  ok: false,
  error: { ...localFailure('page'), code, statusCode },
})
const offline: Answer = { ok: false, error: localFailure('offline') }

async function open() {
  const queryClient = new QueryClient()
  const invalidate = vi.spyOn(queryClient, 'invalidateQueries')
  let hook: ReturnType<typeof useStart> | undefined
  function Page() {
    const start = useStart()
    useEffect(() => {
      hook = start
    })
    return null
  }
  await act(() =>
    createRoot(document.createElement('div')).render(
      <QueryClientProvider client={queryClient}>
        <Page />
      </QueryClientProvider>,
    ),
  )
  const keys: string[] = []
  async function start(request: object, ...answers: Answer[]) {
    const send = ({ idempotency_key }: { idempotency_key: string }) => {
      keys.push(idempotency_key)
      return Promise.resolve(answers.shift() ?? ({ ok: true, data: 'run' } as const))
    }
    let started: Promise<Answer> | undefined
    await act(async () => {
      started = hook?.start(request, { send, runsOf: () => [] })
      await vi.advanceTimersByTimeAsync(10_000)
    })
    return started
  }
  return { start, keys, invalidate }
}

const request = { prompt: 'a boat', max_price: 4 }

test('the same request after no definite response has the same key, and after a response a new one', async () => {
  const { start, keys } = await open()
  await start(request, refused('maintenance', 503))
  await start(request, refused('content_blocked', 402))
  await start(request)
  expect(keys[0]).toBe(keys[1])
  expect(keys[2]).not.toBe(keys[1])
})

test.each([
  ['another price', { ...request, max_price: 5 }],
  ['another prompt', { ...request, prompt: 'two boats' }],
])('a request with %s has a new key, whatever became of the one before', async (_name, changed) => {
  const { start, keys } = await open()
  await start(request, refused('maintenance', 503))
  await start(changed)
  expect(keys[1]).not.toBe(keys[0])
})

test('a request that did not reach the server is sent once more, with the same key', async () => {
  const { start, keys } = await open()
  expect(await start(request, offline)).toEqual({ ok: true, data: 'run' })
  expect(keys).toHaveLength(2)
  expect(await start({ prompt: 'offline' }, offline, offline)).toEqual(offline)
  expect(keys).toHaveLength(4)
  await start({ prompt: 'offline' })
  expect([new Set(keys.slice(0, 2)).size, new Set(keys.slice(2)).size]).toEqual([1, 1])
})

test.each<[ApiFailure['code'], readonly unknown[]]>([
  ['model_unavailable', modelsQuery().queryKey],
  ['model_not_allowed', modelsQuery().queryKey],
  ['maintenance', noticesQuery.queryKey],
  ['price_changed', quoteKey],
])('the refusal %s is returned, and what the page showed is read again', async (code, queryKey) => {
  const { start, invalidate } = await open()
  expect(await start(request, refused(code))).toMatchObject({ ok: false, error: { code } })
  expect(invalidate).toHaveBeenCalledExactlyOnceWith({ queryKey })
})
