import { and, desc, eq, isNull } from 'drizzle-orm'
import { v7 as uuidv7, validate } from 'uuid'
import type { OperatorPersonDetails } from '#app/contract/operator/operator.ts'
import type { Database, Transaction } from '#app/server/db/database.ts'
import { personNotes } from '#app/server/db/schema/bulk-acts.ts'
import { users } from '#app/server/db/schema/users.ts'
import { Problem } from '../../problem.ts'
import { type Act, recordAct } from '../../rules/audit/record-act.ts'

/** Notes on a person's page. */
const maxNotes = 50

type Note = Act & { userId: string; personId: string }

/** Writes a note about a person. Its text is not in the audit log, because an erased account takes its notes with it. */
export async function writeNote(db: Database, { personId, text, ...act }: Note & { text: string }): Promise<void> {
  if (!validate(personId)) throw new Problem('not_found')
  await db.transaction(async (tx) => {
    await keepPerson(tx, personId)
    await tx.insert(personNotes).values({ id: uuidv7(), userId: personId, authorId: act.userId, text })
    await recordAct(tx, { ...act, action: 'note_written', personId })
  })
}

export async function deleteNote(db: Database, { personId, noteId, ...act }: Note & { noteId: string }): Promise<void> {
  if (!validate(personId)) throw new Problem('not_found')
  await db.transaction(async (tx) => {
    await keepPerson(tx, personId)
    const [deleted] = await tx
      .delete(personNotes)
      .where(and(eq(personNotes.id, noteId), eq(personNotes.userId, personId)))
      .returning({ id: personNotes.id })
    if (!deleted) throw new Problem('not_found')
    await recordAct(tx, { ...act, action: 'note_deleted', personId })
  })
}

/** Keeps the person from being erased until the transaction ends: an erasure locks the person before the notes. */
async function keepPerson(tx: Transaction, personId: string): Promise<void> {
  const [person] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, personId), isNull(users.erasedAt)))
    .for('key share')
  if (!person) throw new Problem('not_found')
}

export async function readNotes(db: Database, personId: string): Promise<OperatorPersonDetails['notes']> {
  const rows = await db
    .select({ id: personNotes.id, text: personNotes.text, author: users.email, createdAt: personNotes.createdAt })
    .from(personNotes)
    .leftJoin(users, eq(users.id, personNotes.authorId))
    .where(eq(personNotes.userId, personId))
    .orderBy(desc(personNotes.id))
    .limit(maxNotes)
  return rows.map(({ createdAt, ...note }) => ({ ...note, created_at: createdAt.toISOString() }))
}
