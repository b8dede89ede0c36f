import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { type Document, isMap, isNode, isSeq, LineCounter, parseDocument } from 'yaml'
import { EnvError } from '../../variables/env-error.ts'
import { checkModels, sentenceOf } from './check-models.ts'
import type { ModelsFile } from './no-models-file.ts'
import { toModelsFile } from './to-models-file.ts'

/** Errors of the file; each line names the file, the line, the key and the error. */
export class ModelsFileError extends EnvError {}

export async function readModelsFile(path: string): Promise<ModelsFile> {
  const source = await readFile(path, 'utf8').catch(() => {
    throw new ModelsFileError(`MODELS_FILE: ${basename(path)} cannot be read.`)
  })
  return parseModelsFile(source, basename(path))
}

/** Parses YAML, which includes JSON. */
export function parseModelsFile(source: string, name: string): ModelsFile {
  const lines = new LineCounter()
  const document = parseDocument(source, { lineCounter: lines, prettyErrors: false })
  if (document.errors.length > 0)
    throw new ModelsFileError(document.errors.map((error) => `${name}:${lines.linePos(error.pos[0]).line}: ${error.message}`).join('\n'))
  if (document.contents !== null && !isMap(document.contents))
    throw new ModelsFileError(`${name}:1: the file must be a map with "models", "price_factor" or both.`)
  const result = checkModels(document.toJS() ?? {})
  if ('problems' in result)
    throw new ModelsFileError(
      result.problems.map((problem) => `${name}:${lineOf(document, lines, problem.path)}: ${sentenceOf(problem)}`).join('\n'),
    )
  return toModelsFile(result.file)
}

/** Returns the line of the key, or of its nearest parent. */
function lineOf(document: Document.Parsed, lines: LineCounter, path: readonly string[]): number {
  for (let depth = path.length; depth > 0; depth -= 1) {
    const around = depth === 1 ? document.contents : document.getIn(path.slice(0, depth - 1), true)
    const item: unknown = isSeq(around) ? around.items[Number(path[depth - 1])] : undefined
    if (isNode(item) && item.range) return lines.linePos(item.range[0]).line
    if (!isMap(around)) continue
    for (const { key } of around.items) {
      if (isKey(key, path[depth - 1]) && key.range) return lines.linePos(key.range[0]).line
    }
  }
  return 1
}

function isKey(key: unknown, name: string | undefined): key is { value: unknown; range?: [number, number, number] } {
  return typeof key === 'object' && key !== null && 'value' in key && String(key.value) === name
}
