import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createUser } from '#tests/factories/users.ts'
import { hangs, scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { openTestRuntime } from '#tests/fixtures/runtime.ts'
import { generationErrorCodes } from '#app/contract/runs/generation-errors.ts'
import { modelFailures, modelHealth } from '#app/server/db/schema/models.ts'
import { pausedModels, readHealth, recordOutcome } from './model-health.ts'

let runtime: Awaited<ReturnType<typeof openTestRuntime>>
let people: string[]
beforeAll(async () => {
  runtime = await openTestRuntime({ provider: scriptedProvider(hangs) })
  people = await Promise.all(Array.from({ length: 6 }, async () => (await createUser(runtime)).id))
})
afterAll(() => runtime[Symbol.asyncDispose]())
beforeEach(async () => {
  await runtime.db.delete(modelHealth)
  await runtime.db.delete(modelFailures)
})

const model = 'cloud/model'
const isPaused = async () => (await pausedModels(runtime.db)).has(model)
/** A letter is a run of that person that fails at its first attempt, a lower-case one a further attempt, and `!` a run that succeeds. */
async function play(acts: string, isProbe = false): Promise<void> {
  for (const act of acts) {
    const userId = people['ABCDEF'.indexOf(act.toUpperCase())] ?? people[0] ?? ''
    const isFailure = act !== '!'
    await recordOutcome(runtime.db, model, { code: isFailure ? 'temporary' : null, userId, isFirst: act === act.toUpperCase(), isProbe })
  }
}

/** Ends the pause, as time would. */
const endPause = () => runtime.db.update(modelHealth).set({ openUntil: sql`now() - interval '1 second'` })

describe('a pause', () => {
  test.each([
    ['all attempts of one run', 'Aaaaaaaaaa', false],
    ['all runs of one person', 'AAAAAAAAAAAAAAAAAAAA', false],
    ['all attempts of all runs of one person', 'AaaaaAaaaaAaaaaAaaaa', false],
    ['many runs of one person and one of another', 'AAAAAAAAB', false],
    ['many attempts of two people', 'AaaaaBbbbb', false],
    ['four people', 'ABCD', false],
    ['four runs of two people', 'AABB', false],
    ['five people', 'ABCDE', true],
    ['five runs of two people', 'AAABB', true],
    ['five runs of two people, with their attempts', 'AaaAaaAaaBbbBbb', true],
    ['five people with a success in between', 'ABCD!E', false],
    ['five people after a success', 'AAA!ABCDE', true],
  ])('%s that fail: %s pauses the model for others: %s', async (_what, acts, expected) => {
    await play(acts)
    expect(await isPaused()).toBe(expected)
  })

  test('no runs of one person, whatever their ends, pause a model for others', async () => {
    const ends = [...generationErrorCodes, null]
    for (let seed = 1; seed <= 8; seed += 1) {
      let state = seed
      const next = (most: number) => (state = (state * 48_271) % 2_147_483_647) % most
      const runs = Array.from({ length: 25 }, () => ({ code: ends[next(ends.length)] ?? null, isFirst: next(3) > 0 }))
      for (const run of runs) await recordOutcome(runtime.db, model, { ...run, userId: people[0] ?? '' })
      expect([runs, await isPaused(), await readHealth(runtime.db, model)]).toEqual([runs, false, { open: false }])
    }
  })

  test('no acts of one person, with at most one run of another that fails, pause a model', async () => {
    for (let seed = 1; seed <= 12; seed += 1) {
      let state = seed
      const next = (most: number) => (state = (state * 48_271) % 2_147_483_647) % most
      const acts = Array.from({ length: 20 }, () => 'AAAAa!'.charAt(next(6)))
      acts[next(20)] = 'B'
      await play(acts.join(''))
      expect([acts.join(''), await isPaused()]).toEqual([acts.join(''), false])
      await play('!')
    }
  })

  test.each([
    'refused',
    'result_refused',
    'too_long',
    'invalid_input',
    'empty_answer',
    'thoughts_only',
    'thought_to_limit',
    'called_tool',
  ] as const)('the end %s is an answer: the model is healthy', async (code) => {
    await play('AABB')
    await recordOutcome(runtime.db, model, { code, userId: people[0] ?? '', isFirst: true })
    await play('C')
    expect(await isPaused()).toBe(false)
  })

  test('a failed probe of a run that counts already lets the next one try at once, and one of another person prolongs the pause', async () => {
    await play('AAABBaAb')
    expect(await readHealth(runtime.db, model)).toMatchObject({ open: true })
    await endPause()
    for (const act of ['a', 'A']) {
      expect(await readHealth(runtime.db, model)).toEqual({ open: false, isProbe: true })
      expect(await isPaused()).toBe(true)
      await play(act, true)
      expect(await isPaused()).toBe(false)
    }
    await play('C', true)
    expect(await isPaused()).toBe(true)
    await endPause()
    await play('!')
    expect(await runtime.db.$count(modelHealth, eq(modelHealth.model, model))).toBe(0)
    expect(await runtime.db.$count(modelFailures)).toBe(0)
  })

  test('failures of long ago do not count', async () => {
    await play('AAAB')
    await runtime.db.update(modelFailures).set({ updatedAt: sql`now() - interval '11 minutes'` })
    await play('BC')
    expect(await isPaused()).toBe(false)
  })
})
