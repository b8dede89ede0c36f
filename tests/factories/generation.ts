import type { Generation } from '#app/contract/runs/generations.ts'

/** Returns the id of the nth run in order of creation. */
export const idAt = (n: number) => `01890000-0000-7000-8000-${String(n).padStart(12, '0')}`

/** Returns a run as the API describes it. */
export function generation(n: number, given: Partial<Generation> = {}): Generation {
  return {
    id: idAt(n),
    type: 'image',
    model: 'sketch-image',
    prompt: 'A lighthouse',
    options: {},
    inputs: [],
    parent_id: null,
    thread_id: null,
    understood: null,
    note: null,
    status: 'running',
    progress: 0.2,
    text: null,
    files: [],
    error: null,
    price: 4,
    price_milli: 4_000,
    charged: null,
    charged_milli: null,
    receipt: [],
    favorite: false,
    title: null,
    collection_ids: [],
    shared: false,
    ahead: null,
    cancel: null,
    deleted_at: null,
    created_at: '2026-11-01T10:00:00.000Z',
    started_at: null,
    finished_at: null,
    ...given,
  }
}
