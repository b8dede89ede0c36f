import { getTableColumns } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { generations } from '#app/server/db/schema/generations.ts'
import { erasedContent, erasedKey } from './erased-content.ts'

/** Columns without anything that a person wrote or received: states, times, counts, prices and references. */
const kept = {
  identity: [
    'id',
    'userId',
    'type',
    'model',
    'parentId',
    'threadId',
    'chordId',
    'chordPart',
    'comparisonId',
    'apiKeyId',
    'stepId',
    'modelVersion',
  ],
  state: [
    'due',
    'waitsFor',
    'status',
    'progress',
    'pictured',
    'take',
    'cut',
    'favorite',
    'trial',
    'free',
    'unattended',
    'nextId',
    'halted',
  ],
  answer: ['thinkingStartedAt', 'thinkingMs', 'errorCode', 'errorOption', 'errorLimit', 'serviceStatus', 'callFailure', 'usage'],
  money: ['price', 'priceMilli', 'priceRule', 'priceFactor', 'charged', 'chargedMilli', 'costMicros', 'accruedMilli'],
  work: ['attempts', 'interruptions', 'leaseOwner', 'leaseUntil', 'readUntil', 'handedOverAt', 'cancelRequestedAt'],
  times: ['createdAt', 'startedAt', 'finishedAt', 'updatedAt', 'deletedAt', 'purgedAt'],
}

test('every column of a run is either erased with its content or kept', () => {
  const erased = [...Object.keys(erasedContent), ...Object.keys(erasedKey)]
  expect([...Object.values(kept).flat(), ...erased].toSorted()).toEqual(Object.keys(getTableColumns(generations)).toSorted())
})
