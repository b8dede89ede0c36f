import { pino } from 'pino'
import { openDatabase } from '../db/database.ts'
import { readEnv } from '../env.ts'
import { deriveKeys } from '../keys.ts'
import { sendWebhooks } from './send-webhooks.ts'

/** A process for webhook-kill.test.ts, to be killed: sends webhooks as a worker does. */
const env = readEnv(process.env)
const { DATABASE_URL: url, DATA_DIR: dataDir, SECRET: secret } = env
if (!url || !secret) throw new Error('The process needs DATABASE_URL and SECRET.')
const handle = await openDatabase({ url, dataDir, poolSize: 4 })
await sendWebhooks({ db: handle.db, handle, env, keys: deriveKeys(secret), logger: pino({ level: 'silent' }) }, () => false)
