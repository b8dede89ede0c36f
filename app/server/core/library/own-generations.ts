import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import { generations } from '../../db/schema.ts'

export type OwnGenerations = { userId: string; ids: readonly string[] }

const ownOf = ({ userId, ids }: OwnGenerations) => and(eq(generations.userId, userId), inArray(generations.id, [...ids]))

/** Those of the given works that are the person's and in the library. */
export const inLibrary = (own: OwnGenerations) => and(ownOf(own), isNull(generations.deletedAt))

/** Those that are the person's, in the trash, and not removed for good. */
export const inTrash = (own: OwnGenerations) => and(ownOf(own), isNotNull(generations.deletedAt), isNull(generations.purgedAt))
