import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { endpoints } from '#app/server/api/api.ts'
import { describeApi } from '#app/server/api/openapi.ts'
import { inlineRefs } from './inline-refs.ts'
import { schemaSchema } from './json-schema.ts'

const root = join(import.meta.dirname, '../..')

/**
 * The part of a release that processes and open pages of another one rely on. While an installation is updated, both releases work on one
 * database, and a page that was opened before calls functions of the new one. A call or a function that is missing then fails for people who
 * did nothing, so `docs/compatibility.md` lists how the present code differs from the last recorded release, and a test keeps the list true.
 */
export const contractSchema = v.object({
  version: v.string(),
  /** The last migration of the release. */
  migration: v.string(),
  /** The server functions, which pages that are open in a browser call by name. */
  functions: v.array(v.string()),
  /** The calls of the API by method and path. */
  calls: v.record(v.string(), v.object({ callers: v.array(v.string()), request: schemaSchema, response: schemaSchema })),
})
export type Contract = v.InferOutput<typeof contractSchema>

const content = v.optional(v.record(v.string(), v.object({ schema: schemaSchema })))
const operationSchema = v.object({
  security: v.optional(v.array(v.record(v.string(), v.unknown()))),
  parameters: v.array(v.object({ name: v.string(), required: v.boolean(), schema: schemaSchema })),
  requestBody: v.optional(v.object({ content })),
  responses: v.record(v.string(), v.object({ content })),
})
const pathsSchema = v.record(v.string(), v.record(v.string(), operationSchema))

type Facts = Pick<Contract, 'version' | 'migration' | 'functions'>

/** Makes the contract of a release from the paths of its OpenAPI document. */
export function toContract(facts: Facts, paths: unknown): Contract {
  const calls = Object.entries(v.parse(pathsSchema, paths)).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { security = [], parameters, requestBody, responses }]) => {
      const [, success] = Object.entries(responses).find(([status]) => status < '400') ?? []
      const body = Object.values(requestBody?.content ?? {})[0]?.schema ?? {}
      const properties = Object.fromEntries(parameters.map(({ name, schema }) => [name, schema]))
      const required = parameters.flatMap((one) => (one.required ? [one.name] : []))
      const request = { ...body, properties: { ...properties, ...body.properties }, required: [...required, ...(body.required ?? [])] }
      const response = success?.content?.['application/json']?.schema ?? {}
      return [`${method.toUpperCase()} ${path}`, { callers: security.flatMap((one) => Object.keys(one)), request, response }] as const
    }),
  )
  return { ...facts, calls: Object.fromEntries(calls) }
}

const exported = /^export const (\w+) = (?:reads|changes|createServerFn)\b/gm

/** Lists the server functions by their names, which are their ids in every build. */
export function listFunctions(folder = join(root, 'app')): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.functions.ts'))
  return files.flatMap((file) => [...readFileSync(join(folder, file), 'utf8').matchAll(exported)].map(([, name = '']) => name)).toSorted()
}

/** Returns the contract of the present code. */
export function presentContract(): Contract {
  const { version } = v.parse(v.object({ version: v.string() }), JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
  const migrations = readdirSync(join(root, 'app/server/db/migrations')).filter((name) => name.endsWith('.sql'))
  const migration = migrations.toSorted().at(-1)?.replace('.sql', '') ?? ''
  const document: unknown = JSON.parse(JSON.stringify(describeApi(endpoints.map(({ call }) => call))))
  const { paths } = v.parse(v.object({ paths: v.unknown() }), inlineRefs(document))
  return toContract({ version, migration, functions: listFunctions() }, paths)
}

const released = join(import.meta.dirname, 'released')

/** Returns the contract of the latest recorded release. */
export function readReleased(): Contract {
  const numbered = readdirSync(released).toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  return v.parse(contractSchema, JSON.parse(readFileSync(join(released, numbered.at(-1) ?? ''), 'utf8')))
}

export const releasedFile = (version: string) => join(released, `${version}.json`)
