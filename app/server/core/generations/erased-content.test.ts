import { getTableColumns } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { generations } from '../../db/schema/generations.ts'
import { erasedContent, erasedKey } from './erased-content.ts'

/** Columns without anything that a person wrote or received: states, times, counts, prices and references. */
const kept = [
  ...['id', 'userId', 'type', 'model', 'parentId', 'threadId', 'chordId', 'chordPart', 'comparisonId', 'apiKeyId', 'modelVersion'],
  ...['turn', 'waitsFor', 'status', 'progress', 'pictured', 'cut', 'favorite', 'trial', 'free'],
  ...['thinkingStartedAt', 'thinkingMs', 'errorCode', 'errorOption', 'serviceStatus', 'callFailure', 'usage'],
  ...['price', 'priceMilli', 'priceRule', 'priceFactor', 'charged', 'chargedMilli', 'costMicros', 'accruedMilli'],
  ...['attempts', 'interruptions', 'leaseOwner', 'leaseUntil', 'readUntil', 'handedOverAt', 'cancelRequestedAt'],
  ...['createdAt', 'startedAt', 'finishedAt', 'updatedAt', 'deletedAt', 'purgedAt'],
]

test('every column of a run is either erased with its content or kept', () => {
  const erased = [...Object.keys(erasedContent), ...Object.keys(erasedKey)]
  expect([...kept, ...erased].toSorted()).toEqual(Object.keys(getTableColumns(generations)).toSorted())
})
