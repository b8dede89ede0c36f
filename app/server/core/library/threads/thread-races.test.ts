import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUser } from '#tests/factories/users.ts'
import { scriptedProvider } from '#tests/fakes/scripted-provider.ts'
import { openTestRuntime } from '#tests/fixtures/runtime.ts'
import { watchConflicts } from '#tests/fixtures/watch-conflicts.ts'
import { cancelGeneration } from '../../making/generations/cancel-generation.ts'
import { createGeneration } from '../../making/generations/create-generation.ts'
import { auditLedger } from '../../money/tokens/audit-ledger.ts'
import { Problem } from '../../problem.ts'
import { deleteThread } from './delete-thread.ts'
import { restoreThread } from './restore-thread.ts'

let runtime: Awaited<ReturnType<typeof openTestRuntime>>
const conflicts = watchConflicts()
beforeAll(async () => {
  runtime = await openTestRuntime({ provider: scriptedProvider() })
})
afterAll(() => runtime[Symbol.asyncDispose]())

const unlessRefused = (error: unknown) => {
  if (!(error instanceof Problem)) throw error
}

test('a conversation is deleted while its runs are canceled and others start, without a conflict', async () => {
  const { db } = runtime
  const { id: userId } = await createUser(runtime, { tokens: 1_000 })
  for (let round = 0; round < 2; round += 1) {
    const thread_id = uuidv7()
    const say = () =>
      createGeneration(db, { ...runtime, userId, input: { model: 'text-1', prompt: 'Hi', options: {}, inputs: [], thread_id } })
    const rows = []
    for (let turn = 0; turn < 9; turn += 1) rows.push(await say())
    const own = { providers: runtime.providers, userId }
    await Promise.all(
      [
        deleteThread(db, { ...own, id: thread_id }),
        ...rows.slice(3).map(({ id }) => cancelGeneration(db, { ...own, id })),
        deleteThread(db, { ...own, id: thread_id }),
        say(),
        restoreThread(db, { userId, id: thread_id }),
        say(),
      ].map((act) => act.catch(unlessRefused)),
    )
  }
  expect(conflicts).toEqual([])
  expect(await auditLedger(db)).toEqual([])
})
