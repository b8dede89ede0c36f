import { describe, expect, test } from 'vitest'
import type { Generation } from '#app/contract/generations.ts'
import { generation, idAt } from '#tests/factories/generation.ts'
import { appendText, fits, type GenerationList, patchGeneration, placeInList, removeFromList } from './generation-state.ts'

const listOf = (pages: Generation[][], more = false): GenerationList => ({
  pages: pages.map((items, index) => ({ items, next_cursor: more || index < pages.length - 1 ? `after-${index}` : null })),
  pageParams: pages.map(String),
})
const idsOf = (list: GenerationList) => list.pages.map((page) => page.items.map(({ id }) => Number(id.slice(-4))))

describe('an event about a generation', () => {
  test('changes the fields it carries and leaves the others', () => {
    expect(patchGeneration(generation(1), { id: idAt(1), progress: 0.7 })).toEqual(generation(1, { progress: 0.7 }))
  })

  test('cannot wake what has ended', () => {
    const done = generation(1, { status: 'succeeded', progress: 1, charged: 4 })
    expect(patchGeneration(done, { id: idAt(1), status: 'running', progress: 0.9, charged: null })).toEqual(done)
  })

  test('that is late still brings a heart and a title', () => {
    const done = generation(1, { status: 'succeeded', title: 'Old' })
    expect(patchGeneration(done, { id: idAt(1), status: 'queued', favorite: true, title: null })).toMatchObject({
      status: 'succeeded',
      favorite: true,
      title: null,
    })
  })
})

describe('a piece of text', () => {
  const writing = generation(1, { type: 'text', text: 'Good ' })

  test('is written at its offset', () => {
    expect(appendText(writing, { id: idAt(1), offset: 5, delta: 'evening' })).toMatchObject({ text: 'Good evening' })
  })

  test('begins a text that has none', () => {
    expect(appendText(generation(1, { text: null }), { id: idAt(1), offset: 0, delta: 'Good' })).toMatchObject({ text: 'Good' })
  })

  test('that is there already changes nothing', () => {
    expect(appendText(writing, { id: idAt(1), offset: 0, delta: 'Good' })).toBe(writing)
  })

  test('that overlaps adds only what is new', () => {
    expect(appendText(writing, { id: idAt(1), offset: 2, delta: 'od evening' })).toMatchObject({ text: 'Good evening' })
  })

  test('after a hole is not guessed at', () => {
    expect(appendText(writing, { id: idAt(1), offset: 9, delta: 'evening' })).toBe('gap')
  })

  test('after the end of an ended text is ignored', () => {
    const done = generation(1, { type: 'text', status: 'succeeded', text: 'Good' })
    expect(appendText(done, { id: idAt(1), offset: 9, delta: '!' })).toBe(done)
  })
})

describe('a list', () => {
  test('shows a new generation at its top', () => {
    expect(idsOf(placeInList(listOf([[generation(3), generation(2)]]), {}, generation(4)))).toEqual([[4, 3, 2]])
  })

  test('shows the first one in an empty list', () => {
    expect(idsOf(placeInList(listOf([[]]), {}, generation(1)))).toEqual([[1]])
  })

  test('of one kind takes no other', () => {
    expect(idsOf(placeInList(listOf([[]]), { type: 'video' }, generation(1)))).toEqual([[]])
  })

  test('that is searched takes nothing by itself', () => {
    expect(fits({ q: 'lighthouse' }, generation(1))).toBe(false)
  })

  test('keeps the order of creation when an older one is learned of late', () => {
    expect(idsOf(placeInList(listOf([[generation(5)], [generation(3), generation(1)]]), {}, generation(2)))).toEqual([[5], [3, 2, 1]])
  })

  test('leaves out what belongs to a page that is not loaded', () => {
    expect(idsOf(placeInList(listOf([[generation(5)]], true), {}, generation(2)))).toEqual([[5]])
  })

  test('changes what it holds in place, and only the page that holds it', () => {
    const before = listOf([[generation(5)], [generation(3)]])
    const after = placeInList(before, {}, generation(3, { progress: 0.9 }))
    expect(after.pages[1]?.items[0]?.progress).toBe(0.9)
    expect(after.pages[0]).toBe(before.pages[0])
  })

  test('of running ones lets go of what succeeded and keeps what failed in sight', () => {
    const running = listOf([[generation(2), generation(1)]])
    expect(idsOf(placeInList(running, { status: 'active' }, generation(2, { status: 'succeeded' })))).toEqual([[1]])
    expect(idsOf(placeInList(running, { status: 'active' }, generation(2, { status: 'failed' })))).toEqual([[2, 1]])
    expect(idsOf(placeInList(running, { status: 'active' }, generation(3, { status: 'failed' })))).toEqual([[2, 1]])
  })

  test('of finished ones takes a run when it succeeds', () => {
    expect(idsOf(placeInList(listOf([[]]), { status: 'done' }, generation(1)))).toEqual([[]])
    expect(idsOf(placeInList(listOf([[]]), { status: 'done' }, generation(1, { status: 'succeeded' })))).toEqual([[1]])
  })

  test('lets go of what was thrown away, which the trash takes, and gets it back', () => {
    const trashed = generation(2, { deleted_at: '2026-11-02T10:00:00.000Z' })
    const library = placeInList(listOf([[generation(3), generation(2)]]), {}, trashed)
    expect(idsOf(library)).toEqual([[3]])
    const trash = placeInList(listOf([[]]), { trash: true }, trashed)
    expect(idsOf(trash)).toEqual([[2]])
    expect(idsOf(placeInList(trash, { trash: true }, generation(2)))).toEqual([[]])
    expect(idsOf(placeInList(library, {}, generation(2)))).toEqual([[3, 2]])
  })

  test('of a collection holds what is in it, for as long as it is', () => {
    const filter = { collection: 'c' }
    const list = placeInList(listOf([[]]), filter, generation(1, { collection_ids: ['a', 'c'] }))
    expect(idsOf(list)).toEqual([[1]])
    expect(idsOf(placeInList(list, filter, generation(1, { collection_ids: ['a'] })))).toEqual([[]])
  })

  test.each([
    [{ model: 'other' }, false],
    [{ model: 'sketch-image' }, true],
    [{ from: '2026-11-01T10:00:00.000Z' }, true],
    [{ from: '2026-11-01T10:00:00.001Z' }, false],
    [{ to: '2026-11-01T10:00:00.000Z' }, false],
    [{ status: 'failed' as const }, false],
    [{ status: 'ended' as const }, true],
  ])('of works with %j takes a finished one: %s', (filter, taken) => {
    expect(fits(filter, generation(1, { status: 'succeeded' }))).toBe(taken)
  })

  test('of favourites lets go of what lost its heart', () => {
    expect(idsOf(placeInList(listOf([[generation(1, { favorite: true })]]), { favorite: true }, generation(1)))).toEqual([[]])
  })

  test('forgets what was deleted and stays the same object when it never held it', () => {
    const list = listOf([[generation(2), generation(1)]])
    expect(idsOf(removeFromList(list, idAt(2)))).toEqual([[1]])
    expect(removeFromList(list, idAt(9))).toBe(list)
  })
})
