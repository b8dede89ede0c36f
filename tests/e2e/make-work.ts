import type { Page } from '@playwright/test'
import * as v from 'valibot'
import { tokenPairSchema } from '#app/contract/accounts.ts'
import { type CreateGeneration, type Generation, generationSchema } from '#app/contract/generations.ts'
import { expect, password } from './fixtures.ts'

/** How long a busy machine may take for one. */
const patience = 90_000

/** Has a finished work made for the person of this page, through the API: for tests that begin where making ends. */
export async function makeWork(page: Page, email: string, request: CreateGeneration): Promise<Generation> {
  const pair = await page.request.post('/api/v1/auth/sign-in', { data: { email, password } })
  const { token } = v.parse(tokenPairSchema, await pair.json())
  const headers = { authorization: `Bearer ${token}` }
  const answer = await page.request.post('/api/v1/generations', { headers, data: request })
  const begun = v.parse(generationSchema, await answer.json())
  const get = async () => v.parse(generationSchema, await (await page.request.get(`/api/v1/generations/${begun.id}`, { headers })).json())
  await expect.poll(async () => (await get()).status, { timeout: patience }).toBe('succeeded')
  return get()
}
