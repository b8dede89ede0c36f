import type { Page } from '@playwright/test'
import * as v from 'valibot'
import { type CreateGeneration, type Generation, generationPageSchema, generationSchema } from '#app/contract/runs/generations.ts'
import { bearerOf, expect } from './fixtures.ts'

async function submit(page: Page, requests: readonly CreateGeneration[]): Promise<string[]> {
  const headers = await bearerOf(page)
  const ids: string[] = []
  for (const data of requests) {
    const answer = await page.request.post('/api/v1/generations', { headers, data })
    ids.push(v.parse(generationSchema, await answer.json()).id)
  }
  return ids
}

/** Starts runs and holds their tokens. The returned function cancels them; otherwise they would take the cores from other tests. */
export async function startRuns(page: Page, requests: readonly CreateGeneration[]): Promise<() => Promise<void>> {
  const ids = await submit(page, requests)
  return async () => {
    for (const id of ids) await page.request.post(`/api/v1/generations/${id}/cancel`, { headers: await bearerOf(page) })
  }
}

/** Makes finished works for the person of this page through the API, for tests that start after a run; in the order of the requests. */
export async function makeWorks(page: Page, requests: readonly CreateGeneration[]): Promise<Generation[]> {
  const headers = await bearerOf(page)
  const ids = await submit(page, requests)
  const finished = async () => {
    const answer = await page.request.get('/api/v1/generations?status__in=succeeded&limit=100', { headers })
    return v.parse(generationPageSchema, await answer.json()).items
  }
  // Renders have the lowest priority on a machine with busy cores.
  const made = async () => (await finished()).filter(({ id }) => ids.includes(id)).length
  await expect.poll(made).toBe(ids.length)
  const works = new Map((await finished()).map((work) => [work.id, work]))
  return ids.flatMap((id) => works.get(id) ?? [])
}

export async function makeWork(page: Page, request: CreateGeneration): Promise<Generation> {
  const [work] = await makeWorks(page, [request])
  if (!work) throw new Error('the work is gone')
  return work
}
