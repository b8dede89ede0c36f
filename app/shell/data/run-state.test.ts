import { describe, expect, test } from 'vitest'
import { generation, idAt } from '#tests/factories/generation.ts'
import { patchGeneration } from './run-state.ts'

describe('an event about a generation', () => {
  test('an event changes the fields it contains and leaves the others', () => {
    expect(patchGeneration(generation(1), { id: idAt(1), progress: 0.7 })).toEqual(generation(1, { progress: 0.7 }))
  })

  test('an event cannot restart an ended run', () => {
    const done = generation(1, { status: 'succeeded', progress: 1, charged: 4 })
    expect(patchGeneration(done, { id: idAt(1), status: 'running', progress: 0.9, charged: null })).toEqual(done)
  })

  test('a late event still delivers a favorite and a title', () => {
    const done = generation(1, { status: 'succeeded', title: 'Old' })
    expect(patchGeneration(done, { id: idAt(1), status: 'queued', favorite: true, title: null })).toMatchObject({
      status: 'succeeded',
      favorite: true,
      title: null,
    })
  })

  test('an older event does not shorten the text of a running answer', () => {
    const writing = generation(1, { type: 'text', status: 'running', text: 'Good evening' })
    expect(patchGeneration(writing, { id: idAt(1), status: 'running', text: 'Good ' }).text).toBe('Good evening')
    expect(patchGeneration(writing, { id: idAt(1), status: 'running', text: 'Good evening, Ann' }).text).toBe('Good evening, Ann')
  })

  test('a run that starts again begins with no text, and an ended one has its final text', () => {
    const writing = generation(1, { type: 'text', status: 'running', text: 'Good evening' })
    expect(patchGeneration(writing, { id: idAt(1), status: 'running', text: null }).text).toBeNull()
    expect(patchGeneration(writing, { id: idAt(1), status: 'canceled', text: 'Good' }).text).toBe('Good')
  })
})
