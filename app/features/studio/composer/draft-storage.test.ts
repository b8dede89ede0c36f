import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { emptyDraft, loadDraft, type LocalDraft, storeDraft } from './draft-storage.ts'

const stored = new Map<string, string>()

beforeEach(() => {
  stored.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  })
})
afterEach(() => void vi.unstubAllGlobals())

const upload = { upload_id: '01890000-0000-7000-8000-000000000001', role: 'reference' } as const
const local: LocalDraft = {
  draft: {
    prompt: 'A quiet harbour',
    model: 'sketch-image',
    options: { 'sketch-image': { aspect: '16:9', seed: 7, loop: true } },
    inputs: [upload],
  },
  seen: '2026-11-16T08:00:00.000Z',
  unsaved: false,
}

test('a draft comes back as it was left', () => {
  storeDraft('mila', 'image', local)
  expect(loadDraft('mila', 'image')).toEqual(local)
})

test('a draft from before accounts stored drafts counts as unsaved in the account', () => {
  stored.set('quartet.draft.mila.image', '{"prompt":"a","model":null,"options":{}}')
  expect(loadDraft('mila', 'image')).toEqual({ draft: { ...emptyDraft, prompt: 'a' }, seen: null, unsaved: true })
})

test('drafts of other kinds and other people are not mixed up', () => {
  storeDraft('mila', 'image', local)
  expect(loadDraft('mila', 'video')).toBeNull()
  expect(loadDraft('oleg', 'image')).toBeNull()
})

test.each(['', 'not json', '{"prompt":1}', '{"prompt":"a","model":null,"options":{"m":{"a":[]}}}'])(
  'a broken draft %j is as good as none',
  (text) => {
    stored.set('quartet.draft.mila.image', text)
    expect(loadDraft('mila', 'image')).toBeNull()
  },
)

test('a browser that blocks its storage loses only the draft', () => {
  vi.stubGlobal('localStorage', {
    getItem() {
      throw new DOMException('denied', 'SecurityError')
    },
    setItem() {
      throw new DOMException('full', 'QuotaExceededError')
    },
  })
  expect(() => storeDraft('mila', 'image', local)).not.toThrow()
  expect(loadDraft('mila', 'image')).toBeNull()
})
