import { and, gt, isNull, or, sql } from 'drizzle-orm'
import { apiKeys } from '../db/schema/api-keys.ts'

/** A condition of queries of `api_keys`: neither revoked nor expired. */
export const isLivingKey = and(isNull(apiKeys.revokedAt), or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, sql`now()`)))
