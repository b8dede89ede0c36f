import { expect, test } from 'vitest'
import type { Call } from '#app/contract/base/call.ts'
import { getOverviewCall } from '#app/contract/library/library.calls.ts'
import { getStudioCall } from '#app/contract/studio/studios.calls.ts'
import { startFirstView } from './start-first-view.ts'

/** Returns the call that is started for the URL. */
function startedFor(path: string) {
  let started: { call: Call; data: unknown } | undefined
  const has = startFirstView(
    () => ({
      start(call, data) {
        started = { call, data }
        return true
      },
    }),
    new URL(path, 'https://quartet.example'),
  )
  expect(has).toBe(started !== undefined)
  return started
}

test.each([
  ['/dashboard', { call: getOverviewCall, data: { quote: 'usual' } }],
  ['/ru/dashboard?kind=image', { call: getOverviewCall, data: { quote: 'usual' } }],
  ['/dashboard/text?thread=x', { call: getStudioCall, data: { kind: 'text', quote: 'usual' } }],
  ['/dashboard/image?task=transcribe', { call: getStudioCall, data: { kind: 'image', quote: 'usual' } }],
  ['/dashboard/audio?task=transcribe', { call: getStudioCall, data: { kind: 'audio', quote: 'usual', task: 'transcribe' } }],
  ['/dashboard/video?task=unheard-of', { call: getStudioCall, data: { kind: 'video', quote: 'usual' } }],
])('%s starts the call that its route makes', (path, call) => expect(startedFor(path)).toEqual(call))

test.each([
  '/',
  '/signin',
  '/profile',
  '/dashboard/poems',
  '/dashboard/image/x',
  '/dashboard?chord=x',
  '/dashboard?compare=x',
  '/operator',
])('%s starts no call', (path) => expect(startedFor(path)).toBeUndefined())
