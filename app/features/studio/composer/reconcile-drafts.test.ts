import { expect, test } from 'vitest'
import type { Draft } from '#app/contract/studio/studio.ts'
import { emptyDraft } from './draft-storage.ts'
import { reconcileDrafts, sameDraft } from './reconcile-drafts.ts'

const [monday, tuesday] = ['2026-11-16T08:00:00.000Z', '2026-11-17T08:00:00.000Z']
const of = (prompt: string): Draft => ({ ...emptyDraft, prompt })
const here = (prompt: string, unsaved: boolean, seen: string | null = monday) => ({
  draft: of(prompt),
  asked: of(prompt),
  seen,
  unsaved,
})

test('an account that knows nothing newer leaves everything as it is', () => {
  expect(reconcileDrafts(here('a fox', true, null), { draft: null, updated_at: null })).toEqual({ do: 'keep' })
  expect(reconcileDrafts(here('a fox', true), { draft: of('a hare'), updated_at: monday })).toEqual({ do: 'keep' })
})

test('a new device loads the draft of another device', () => {
  expect(reconcileDrafts(here('', false, null), { draft: of('a hare'), updated_at: tuesday })).toEqual({ do: 'take', draft: of('a hare') })
})

test('a device without unsaved changes loads a newer draft of another device', () => {
  expect(reconcileDrafts(here('a fox', false), { draft: of('a hare'), updated_at: tuesday })).toEqual({ do: 'take', draft: of('a hare') })
})

test('an unsaved local draft stays, and the one from the account is offered', () => {
  expect(reconcileDrafts(here('a fox', true), { draft: of('a hare'), updated_at: tuesday })).toEqual({ do: 'offer', draft: of('a hare') })
})

test('an edit made while the copy was read is not undone by it', () => {
  const copy = { draft: of('a fox'), updated_at: tuesday }
  expect(reconcileDrafts({ ...here('a fox', true, null), draft: of('') }, copy)).toEqual({ do: 'keep' })
  expect(reconcileDrafts({ ...here('a fox', true, null), draft: of('a fox runs') }, copy)).toEqual({ do: 'keep' })
})

test('a draft that was emptied on another device removes no unsaved text', () => {
  expect(reconcileDrafts(here('a fox', true), { draft: of(' '), updated_at: tuesday })).toEqual({ do: 'keep' })
})

test('the same draft with its keys in another order is not a newer one', () => {
  const one: Draft = { ...of('a fox'), options: { m: { a: 1, b: 2 } } }
  const other: Draft = { ...of('a fox'), options: { m: { b: 2, a: 1 } } }
  expect(sameDraft(one, other)).toBe(true)
  expect(reconcileDrafts({ draft: one, asked: one, seen: monday, unsaved: true }, { draft: other, updated_at: tuesday })).toEqual({
    do: 'keep',
  })
})
