import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#app/server/api/api.ts'
import { describeApi, describeForPrograms } from '#app/server/api/openapi.ts'

const root = join(import.meta.dirname, '../..')
const fixtures = join(import.meta.dirname, '../fixtures/generated-client')
const run = promisify(execFile)
let folder = ''

beforeAll(async () => {
  // Within `node_modules`, so that the program finds its packages, and the checks of this code do not find the program.
  await mkdir(join(root, 'node_modules/.cache'), { recursive: true })
  folder = await mkdtemp(join(root, 'node_modules/.cache/generated-types-'))
})
afterAll(() => rm(folder, { recursive: true }))

const calls = endpoints.map(({ call }) => call)
const forPrograms = JSON.stringify(describeForPrograms(calls))

/** Makes types of a document and compiles the program with them; returns what the compiler says. */
async function compile(name: string, document: string): Promise<string> {
  const place = join(folder, name.replaceAll(' ', '-'))
  await mkdir(place)
  await writeFile(join(place, 'openapi.json'), document)
  // Installed with the client, beside the compiler that it needs.
  const generator = join(root, 'packages/client/node_modules/openapi-typescript/bin/cli.js')
  await run(process.execPath, [generator, 'openapi.json', '-o', 'api.ts'], { cwd: place })
  await copyFile(join(fixtures, 'caller.txt'), join(place, 'caller.ts'))
  const compilerOptions = {
    strict: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    module: 'ESNext',
    moduleResolution: 'Bundler',
    target: 'ES2022',
    lib: ['ES2022', 'DOM'],
    types: [],
  }
  await writeFile(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['caller.ts'] }))
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  return run(process.execPath, [compiler, '-p', place]).then(
    () => '',
    (error: unknown) => (error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error)),
  )
}

test('a program with the types of openapi-typescript compiles against the document of all calls', async () => {
  expect(await compile('all calls', JSON.stringify(describeApi(calls)))).toBe('')
})

test('a program with the types of openapi-typescript compiles against the document for programs', { tags: 'full' }, async () => {
  expect(await compile('for programs', forPrograms)).toBe('')
})

test('a field that the document for programs loses is the only thing that stops the program from compiling', async () => {
  const errors = (await compile('a lost field', forPrograms.replaceAll('"delta":', '"piece":'))).trim().split('\n')
  expect(errors).toEqual([expect.stringContaining("Property 'delta' does not exist")])
})
