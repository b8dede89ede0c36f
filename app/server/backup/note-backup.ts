import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import pg from 'pg'
import * as v from 'valibot'
import type { Env } from '../env.ts'

const noteSchema = v.object({ at: v.pipe(v.string(), v.isoTimestamp()), bytes: v.number() })

type Note = { at: Date; bytes: number }

const noteOf = (dataDir: string) => join(resolve(dataDir), 'backup-note.json')

/**
 * Reports a backup that a command has made: to PostgreSQL at once; to the embedded database, which only the server can open, by a note in
 * the data folder.
 */
export async function noteBackup(
  { DATABASE_URL: url, DATA_DIR }: Pick<Env, 'DATABASE_URL' | 'DATA_DIR'>,
  { at, bytes }: Note,
): Promise<void> {
  if (!url) {
    const draft = `${noteOf(DATA_DIR)}.draft`
    await writeFile(draft, JSON.stringify({ at: at.toISOString(), bytes }), { mode: 0o600 })
    return rename(draft, noteOf(DATA_DIR))
  }
  const client = new pg.Client({ connectionString: url, application_name: 'quartet backup' })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(
      `insert into backup_results (outcome, at, bytes) values ('by_hand', $1, $2)
        on conflict (outcome) do update set at = excluded.at, bytes = excluded.bytes`,
      [at, bytes],
    )
  } finally {
    await client.end()
  }
}

/** Takes the note of a command, if there is one. */
export async function takeNote(dataDir: string): Promise<Note | undefined> {
  const text = await readFile(noteOf(dataDir), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  await rm(noteOf(dataDir), { force: true })
  const note = v.safeParse(v.pipe(v.string(), v.parseJson(), noteSchema), text)
  return note.success ? { at: new Date(note.output.at), bytes: note.output.bytes } : undefined
}
