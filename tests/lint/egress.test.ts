import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const sources = globSync('app/server/**/*.ts', { cwd: root }).filter((path) => !/\.(?:test|test-process)\.ts$/.test(path))

const namedSchema = v.array(v.object({ name: v.string() }))
const ruleSchema = v.object({
  files: v.tuple([v.literal('app/server/**')]),
  rules: v.object({
    'no-restricted-globals': v.pipe(
      v.looseTuple([v.literal('error')]),
      v.transform((rule) => v.parse(namedSchema, rule.slice(1))),
    ),
    'no-restricted-imports': v.tuple([v.literal('error'), v.object({ paths: namedSchema })]),
  }),
})
const exceptSchema = v.object({ files: v.array(v.string()), rules: v.object({ 'no-restricted-globals': v.literal('off') }) })
const { overrides } = v.parse(v.object({ overrides: v.array(v.unknown()) }), JSON.parse(read('.oxlintrc.json')))
const find = <S extends v.GenericSchema>(schema: S) => overrides.flatMap((one) => (v.is(schema, one) ? [v.parse(schema, one)] : []))
const [rule] = find(ruleSchema)
const globals = rule?.rules['no-restricted-globals'].map(({ name }) => name) ?? []
const packages = rule?.rules['no-restricted-imports'][1].paths.map(({ name }) => name) ?? []
const quoted = packages.map((name) => name.replaceAll('/', String.raw`\/`)).join('|')

test('the lint rule names everything that opens a connection', () => {
  expect(globals).toEqual(expect.arrayContaining(['fetch', 'WebSocket']))
  expect(packages).toEqual(expect.arrayContaining(['node:http', 'node:https', 'node:net', 'node:tls', 'node:dns', 'pg', 'nodemailer']))
})

test('no module of the server opens a connection in a way that the lint rule does not see', () => {
  const ways = new RegExp(String.raw`(?<!typeof )globalThis\.(?:${globals.join('|')})\b|import\('(?:${quoted})'\)|require\(`)
  expect(sources.length).toBeGreaterThan(500)
  expect(sources.filter((path) => ways.test(read(path)))).toEqual([])
})

test('every exception opens connections: to the database, the mail server, the collector of traces or this machine, or accepts them', () => {
  const files = find(exceptSchema).flatMap((one) => one.files)
  const exempt = globSync(files, { cwd: root }).filter((path) => sources.includes(path) && !path.startsWith('app/server/egress/'))
  const opens = new RegExp(String.raw`^import (?!type ).* from '(?:${quoted})'`, 'm')
  expect(exempt.filter((path) => !opens.test(read(path)))).toEqual([])
  expect(exempt.toSorted()).toEqual([
    'app/server/backup/move-database.ts',
    'app/server/backup/note-backup.ts',
    'app/server/backup/restore-backup.ts',
    'app/server/backup/snapshot-socket.ts',
    'app/server/backup/snapshot.ts',
    'app/server/db/pglite.ts',
    'app/server/db/postgres.ts',
    'app/server/doctor/check-backups.ts',
    'app/server/doctor/check-installation.ts',
    'app/server/mail/outbox.ts',
    'app/server/mail/smtp.ts',
    'app/server/observe/tracer.ts',
    'app/server/web/http-server.ts',
  ])
})
