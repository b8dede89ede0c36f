import { randomUUID } from 'node:crypto'
import { openDatabase } from './database.ts'
import { users } from './schema/users.ts'

/** Run by database.test.ts as a process of its own, to be killed: opens a data folder and, with `write`, adds people, naming each once it is committed. */
const [dataDir, task] = process.argv.slice(2)
if (!dataDir) throw new Error('Which data folder?')

const { db } = await openDatabase({ dataDir })
process.stdout.write('open\n')
async function addSomebody() {
  const id = randomUUID()
  await db.insert(users).values({ id, email: `${id}@example.com`, locale: 'en', referralCode: id, termsAcceptedAt: new Date() })
  process.stdout.write(`${id}\n`)
}

if (task === 'write') for (;;) await addSomebody()
