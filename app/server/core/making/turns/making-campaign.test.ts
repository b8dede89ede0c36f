import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCallStates } from '#app/contract/studio/tools.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { toolCalls } from '#app/server/db/schema/tool-calls.ts'
import { isFull, repetitions } from '#tests/fixtures/campaign.ts'
import { makesAFile } from '#tests/fakes/scripted-provider.ts'
import { openAssistant } from '#tests/fixtures/assistant.ts'
import { watchConflicts } from '#tests/fixtures/watch-conflicts.ts'
import { auditLedger } from '../../money/tokens/audit-ledger.ts'

let desk: Awaited<ReturnType<typeof openAssistant>>
const conflicts = watchConflicts()
beforeAll(async () => {
  desk = await openAssistant()
  desk.studio.script = makesAFile(desk.runtime.scratchDir)
})
afterAll(() => desk[Symbol.asyncDispose]())

/** Answers at a time: a person has so many runs. */
const atOnce = 5

test(
  'calls that are allowed on two devices, refused, stopped and deleted together end once, and each answer goes on once',
  { timeout: isFull ? 2_400_000 : 240_000 },
  async () => {
    const { db } = desk.runtime
    desk.state.script = (step) =>
      step === 0
        ? [0, 1, 2].map((at): [string, string] => ['create', JSON.stringify({ kind: 'picture', prompt: `a lake ${at}` })])
        : 'Done.'
    const people: string[] = []
    /** Answers whose stop was accepted. */
    const stopped: string[] = []
    async function answerOne(at: number): Promise<void> {
      const ann = await desk.person()
      people.push(ann.id)
      const thread_id = uuidv7()
      const { id } = await ann.say('Draw', { thread_id })
      const [one = '', two = '', three = ''] = (await ann.asked(3)).map((call) => call.id)
      const stop = async () => {
        const answered = await ann.call('POST', `/v1/generations/${id}/cancel`)
        if (answered.status === 200) stopped.push(id)
        return answered
      }
      const answers = await Promise.all([
        ann.allow([one, two], 20),
        ann.allow([two, one], 20),
        ann.call('POST', `/v1/calls/${three}/refuse`, { words: 'No' }),
        ann.allow([three], 10),
        ...(at % 5 === 0 ? [stop()] : []),
        // Both lock the answer and the runs of its calls.
        ...(at % 5 === 1 ? [stop(), ann.call('DELETE', `/v1/threads/${thread_id}`)] : []),
      ])
      // Late presses get a 409, or a 404 if the conversation is in the trash.
      for (const { status } of answers) expect(at % 5 === 1 ? [200, 204, 404, 409] : [200, 409]).toContain(status)
    }
    const count = repetitions(5, 250)
    for (let at = 0; at < count; at += atOnce)
      await Promise.all(Array.from({ length: Math.min(atOnce, count - at) }, (_, next) => answerOne(at + next)))

    const mine = inArray(generations.userId, people)
    await expect
      .poll(() => db.$count(toolCalls, and(inArray(toolCalls.userId, people), inArray(toolCalls.state, [...openCallStates]))))
      .toBe(0)
    const stuck = async () => {
      const rows = await db
        .select({ id: generations.id, nextId: generations.nextId, halted: generations.halted })
        .from(generations)
        .where(and(mine, isNotNull(generations.calls), isNull(generations.deletedAt)))
      const next = new Set((await db.select({ id: generations.id }).from(generations).where(mine)).map(({ id }) => id))
      return rows.filter(({ nextId, halted }) => halted === null && (nextId === null || !next.has(nextId))).length
    }
    await expect.poll(stuck).toBe(0)
    await expect.poll(() => db.$count(generations, and(mine, inArray(generations.status, ['queued', 'running'])))).toBe(0)
    const steps = await db
      .select()
      .from(generations)
      .where(and(mine, isNotNull(generations.calls)))
    const after = await db
      .select()
      .from(generations)
      .where(and(mine, isNotNull(generations.parentId)))
    expect(steps).toHaveLength(count)
    expect(steps.filter(({ deletedAt }) => deletedAt !== null)).toHaveLength(Math.ceil(count / 5))
    expect(new Set(after.map(({ parentId }) => parentId)).size).toBe(after.length)
    const calls = await db.select().from(toolCalls).where(inArray(toolCalls.userId, people))
    const made = await db
      .select()
      .from(generations)
      .where(and(mine, isNotNull(generations.stepId)))
    expect(made.map(({ id }) => id).toSorted()).toEqual(
      calls
        .filter(({ by }) => by !== null)
        .map(({ id }) => id)
        .toSorted(),
    )
    // A stop in time halts its answer; a late one stops the step that follows.
    for (const { id, halted, deletedAt } of steps)
      if (halted !== null && deletedAt === null)
        expect({ halted, isStopped: stopped.includes(id) }).toEqual({ halted: 'stopped', isStopped: true })
    expect(await auditLedger(db)).toEqual([])
    expect(conflicts).toEqual([])
    expect(await db.$count(toolCalls, eq(toolCalls.state, 'asks'))).toBe(0)
  },
)
