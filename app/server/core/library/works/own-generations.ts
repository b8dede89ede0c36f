import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import { generations } from '#app/server/db/schema/generations.ts'

export type OwnGenerations = { userId: string; ids: readonly string[] }

/** Matches the given works of the person, wherever they are. */
export const ownOf = ({ userId, ids }: OwnGenerations) => and(eq(generations.userId, userId), inArray(generations.id, [...ids]))

/** Matches the given works in the person's library. */
export const inLibrary = (own: OwnGenerations) => and(ownOf(own), isNull(generations.deletedAt))

/** Matches the given works in the person's trash that are not purged. */
export const inTrash = (own: OwnGenerations) => and(ownOf(own), isNotNull(generations.deletedAt), isNull(generations.purgedAt))
