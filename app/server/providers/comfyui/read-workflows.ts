import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import type { PriceRule } from '#app/contract/runs/models.ts'
import type { ServerText } from '../../i18n.ts'
import type { OwnServer } from '../compatible/own-server.ts'
import { callJson } from '../connected/media/call-json.ts'
import { readWorkflow, type Workflow, WorkflowError, workflowTexts } from './workflow.ts'

/** The folder of the example workflows. */
export const exampleWorkflows = dirname(createRequire(import.meta.url).resolve('#app/server/providers/comfyui/examples/text-to-image.json'))

const mostFiles = 100
/** A file's name becomes part of the model's id. */
const plainName = /^[a-z0-9][a-z0-9._-]{0,60}\.json$/i

/** Why a file is not offered. */
export type WorkflowProblem = { text: ServerText; values: Record<string, string | number> }
export type Workflows = { workflows: Workflow[]; problems: WorkflowProblem[] }

/** Reads the workflow files of a folder. A wrong file is reported and leaves the others usable. */
export async function readWorkflows(folder: string, { server, price }: { server: string; price: PriceRule | null }): Promise<Workflows> {
  const names = await readdir(folder).catch(() => null)
  if (!names) return { workflows: [], problems: [{ text: workflowTexts.unreadable, values: { file: folder } }] }
  const result: Workflows = { workflows: [], problems: [] }
  for (const file of names
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .slice(0, mostFiles)) {
    try {
      if (!plainName.test(file)) throw new WorkflowError(workflowTexts.file_name)
      result.workflows.push(readWorkflow(await readFile(join(folder, file), 'utf8'), { server, file, price }))
    } catch (error) {
      const { text, values } = error instanceof WorkflowError ? error : new WorkflowError(workflowTexts.unreadable)
      result.problems.push({ text, values: { ...values, file } })
    }
  }
  return result
}

const choicesSchema = v.union([
  v.pipe(
    v.looseTuple([v.array(v.unknown())]),
    v.transform(([choices]) => choices),
  ),
  v.pipe(
    v.looseTuple([v.literal('COMBO'), v.looseObject({ options: v.array(v.unknown()) })]),
    v.transform(([, { options }]) => options),
  ),
])
const nodeSchema = v.object({
  input: v.object({
    required: v.optional(v.record(v.string(), v.unknown()), {}),
    optional: v.optional(v.record(v.string(), v.unknown()), {}),
  }),
})
/** A node may have any name, also that of a property that every object has. */
const infoSchema = v.pipe(
  v.record(v.string(), nodeSchema),
  v.transform((nodes) => new Map(Object.entries(nodes))),
)
/** Bytes; a loader lists the names of thousands of files. */
const longestInfoBytes = 4 * 1024 * 1024

/** Nodes and files of a workflow that a server lacks. */
export type Missing = { nodes: string[]; files: string[] }

/** Returns the nodes and files that the server lacks for a workflow, by its own description of its nodes; null if it lacks nothing. */
export async function findMissing({ nodes }: Workflow, server: OwnServer, signal: AbortSignal): Promise<Missing | null> {
  const missing = { nodes: new Set<string>(), files: new Set<string>() }
  const classes = new Map<string, Record<string, unknown> | null>()
  for (const { class_type: name, inputs } of Object.values(nodes)) {
    if (!classes.has(name)) classes.set(name, await readInputs(name, server, signal))
    const known = classes.get(name)
    if (!known) missing.nodes.add(name)
    for (const [key, value] of Object.entries(inputs)) {
      const choices = v.safeParse(choicesSchema, known?.[key])
      if (typeof value === 'string' && !value.includes('{{') && choices.success && !choices.output.includes(value)) missing.files.add(value)
    }
  }
  return missing.nodes.size + missing.files.size > 0 ? { nodes: [...missing.nodes], files: [...missing.files] } : null
}

async function readInputs(name: string, server: OwnServer, signal: AbortSignal): Promise<Record<string, unknown> | null> {
  const info = await callJson(server, {
    path: `/object_info/${encodeURIComponent(name)}`,
    signal,
    schema: infoSchema,
    longestBytes: longestInfoBytes,
  })
  const found = info.get(name)
  return found ? { ...found.input.optional, ...found.input.required } : null
}
