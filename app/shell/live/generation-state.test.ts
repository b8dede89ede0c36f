import { describe, expect, test } from 'vitest'
import type { Generation } from '#app/contract/runs/generations.ts'
import { generation, idAt } from '#tests/factories/generation.ts'
import { appendText, appendThinking, fits, type GenerationList, joinThinking, placeInList, removeFromList } from './generation-state.ts'

const listOf = (pages: Generation[][], more = false): GenerationList => ({
  pages: pages.map((items, index) => ({ items, next_cursor: more || index < pages.length - 1 ? `after-${index}` : null })),
  pageParams: pages.map(String),
})
const idsOf = (list: GenerationList) => list.pages.map((page) => page.items.map(({ id }) => Number(id.slice(-4))))

test('a list of images takes an answer once it has an image', () => {
  const shows = (made: Generation) => fits({ shows: 'image' }, made)
  const answer = generation(1, { type: 'text', text: 'Here it is' })
  const imageFile = {
    id: idAt(9),
    url: '/a',
    media_type: 'image/png',
    bytes: 1,
    width: 1,
    height: 1,
    duration_ms: null,
    poster_url: null,
    thumbnail_url: null,
    peaks: null,
  }
  expect(shows(answer)).toBe(false)
  expect(shows({ ...answer, files: [imageFile] })).toBe(true)
  expect(shows(generation(3, { type: 'image' }))).toBe(true)
  expect(shows(generation(4, { type: 'video', files: [imageFile] }))).toBe(false)
})

test('a step of a program is listed in its conversation only, as the server says', () => {
  const step = generation(1, { type: 'text', prompt: '', step: true, thread_id: idAt(9) })
  expect([fits({}, step), fits({ thread: idAt(9) }, step)]).toEqual([false, true])
  expect(fits({}, { ...step, step: false })).toBe(true)
})

describe('a piece of text', () => {
  const writing = generation(1, { type: 'text', text: 'Good ' })

  test('a piece of text is written at its offset', () => {
    expect(appendText(writing, { id: idAt(1), offset: 5, delta: 'evening' })).toMatchObject({ text: 'Good evening' })
  })

  test('a piece of text starts a text that has none', () => {
    expect(appendText(generation(1, { text: null }), { id: idAt(1), offset: 0, delta: 'Good' })).toMatchObject({ text: 'Good' })
  })

  test('a piece of text that is there already changes nothing', () => {
    expect(appendText(writing, { id: idAt(1), offset: 0, delta: 'Good' })).toBe(writing)
  })

  test('a piece of text that overlaps adds only the new part', () => {
    expect(appendText(writing, { id: idAt(1), offset: 2, delta: 'od evening' })).toMatchObject({ text: 'Good evening' })
  })

  test('a piece of text after a gap is not guessed at', () => {
    expect(appendText(writing, { id: idAt(1), offset: 9, delta: 'evening' })).toBe('gap')
  })

  test('a piece of text after the end of an ended text is ignored', () => {
    const done = generation(1, { type: 'text', status: 'succeeded', text: 'Good' })
    expect(appendText(done, { id: idAt(1), offset: 9, delta: '!' })).toBe(done)
  })
})

describe('reasoning', () => {
  const stretch = { offset: 5, text: 'two ' }

  test.each([
    ['continues the stretch', { offset: 9, delta: 'three' }, { offset: 5, text: 'two three' }],
    ['that overlaps adds the new part', { offset: 7, delta: 'o three' }, { offset: 5, text: 'two three' }],
    ['that is known changes nothing', { offset: 5, delta: 'two' }, stretch],
    ['after a gap begins a new stretch', { offset: 20, delta: 'late' }, { offset: 20, text: 'late' }],
    ['from before the stretch starts over', { offset: 0, delta: 'anything' }, { offset: 0, text: 'anything' }],
  ])('a piece that %s', (_which, piece, after) => {
    expect(appendThinking(stretch, piece)).toEqual(after)
  })

  test.each([
    ['continues what was read', 'one t', 'one two '],
    ['is not joined across a gap', 'one', 'one'],
    ['adds nothing to what was read later', 'one, two and three', 'one, two and three'],
  ])('a stretch %s', (_which, read, joined) => {
    expect(joinThinking(read, read.startsWith('one,') ? { offset: 4, text: ' two' } : { offset: 4, text: 'two ' })).toBe(joined)
  })
})

describe('a list', () => {
  test('a list shows a new generation at its top', () => {
    expect(idsOf(placeInList(listOf([[generation(3), generation(2)]]), {}, generation(4)))).toEqual([[4, 3, 2]])
  })

  test('an empty list shows the first generation', () => {
    expect(idsOf(placeInList(listOf([[]]), {}, generation(1)))).toEqual([[1]])
  })

  test('a list of one kind takes no other', () => {
    expect(idsOf(placeInList(listOf([[]]), { type: 'video' }, generation(1)))).toEqual([[]])
  })

  test('a list with a search takes nothing by itself', () => {
    expect(fits({ q: 'lighthouse' }, generation(1))).toBe(false)
  })

  test('a list keeps the order of creation when an older one arrives late', () => {
    expect(idsOf(placeInList(listOf([[generation(5)], [generation(3), generation(1)]]), {}, generation(2)))).toEqual([[5], [3, 2, 1]])
  })

  test('a list leaves out works of a page that is not loaded', () => {
    expect(idsOf(placeInList(listOf([[generation(5)]], true), {}, generation(2)))).toEqual([[5]])
  })

  test('a list updates its works in place, and only the page that holds them', () => {
    const before = listOf([[generation(5)], [generation(3)]])
    const after = placeInList(before, {}, generation(3, { progress: 0.9 }))
    expect(after.pages[1]?.items[0]?.progress).toBe(0.9)
    expect(after.pages[0]).toBe(before.pages[0])
  })

  test('a list of running works drops those that succeeded and keeps those that failed in sight', () => {
    const running = listOf([[generation(2), generation(1)]])
    expect(idsOf(placeInList(running, { status: 'active' }, generation(2, { status: 'succeeded' })))).toEqual([[1]])
    expect(idsOf(placeInList(running, { status: 'active' }, generation(2, { status: 'failed' })))).toEqual([[2, 1]])
    expect(idsOf(placeInList(running, { status: 'active' }, generation(3, { status: 'failed' })))).toEqual([[2, 1]])
  })

  test('a list of finished works takes a run when it succeeds', () => {
    expect(idsOf(placeInList(listOf([[]]), { status: 'done' }, generation(1)))).toEqual([[]])
    expect(idsOf(placeInList(listOf([[]]), { status: 'done' }, generation(1, { status: 'succeeded' })))).toEqual([[1]])
  })

  test('a list drops a deleted work, which the trash takes, and takes a restored one', () => {
    const trashed = generation(2, { deleted_at: '2026-11-02T10:00:00.000Z' })
    const library = placeInList(listOf([[generation(3), generation(2)]]), {}, trashed)
    expect(idsOf(library)).toEqual([[3]])
    const trash = placeInList(listOf([[]]), { trash: true }, trashed)
    expect(idsOf(trash)).toEqual([[2]])
    expect(idsOf(placeInList(trash, { trash: true }, generation(2)))).toEqual([[]])
    expect(idsOf(placeInList(library, {}, generation(2)))).toEqual([[3, 2]])
  })

  test('a list of a collection holds its works for as long as they are in it', () => {
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
  ])('a list of works with %j takes a finished one: %s', (filter, taken) => {
    expect(fits(filter, generation(1, { status: 'succeeded' }))).toBe(taken)
  })

  test('a list of favorites drops works that are no longer favorites', () => {
    expect(idsOf(placeInList(listOf([[generation(1, { favorite: true })]]), { favorite: true }, generation(1)))).toEqual([[]])
  })

  test('a list forgets deleted works and stays the same object when it never held them', () => {
    const list = listOf([[generation(2), generation(1)]])
    expect(idsOf(removeFromList(list, idAt(2)))).toEqual([[1]])
    expect(removeFromList(list, idAt(9))).toBe(list)
  })
})
