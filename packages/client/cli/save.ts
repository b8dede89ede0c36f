import { createWriteStream, existsSync } from 'node:fs'
import { rename, stat, writeFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Client, Generation, GenerationFile } from '../src/client.ts'
import { exits, Stop } from './stop.ts'

const extensions: Record<string, string> = {
  'image/jpeg': 'jpg',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/wav': 'wav',
  'audio/x-wav': 'wav',
  'audio/ogg': 'ogg',
  'text/plain': 'txt',
}
const extensionOf = ({ media_type: type }: Pick<GenerationFile, 'media_type'>) =>
  extensions[type] ?? /\/(?:x-)?([a-z0-9]+)/.exec(type)?.[1] ?? 'bin'

const slugOf = ({ prompt, id }: Generation) =>
  prompt
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 40) || id

/** A name that no file has. */
function freeName(stem: string, extension: string): string {
  for (let number = 1; ; number += 1) {
    const name = `${stem}${number === 1 ? '' : `-${number}`}.${extension}`
    if (!existsSync(name)) return name
  }
}

const isFolder = async (path: string) => path.endsWith('/') || ((await stat(path).catch(() => undefined))?.isDirectory() ?? false)

async function placesOf(work: Generation, output: string | undefined): Promise<string[]> {
  const folder = output !== undefined && (await isFolder(output)) ? output : undefined
  if (output === undefined || folder !== undefined) {
    const taken = new Set<string>()
    return work.files.map((file) => {
      let stem = join(folder ?? '', slugOf(work))
      while (taken.has(stem)) stem = `${stem}-2`
      taken.add(stem)
      return freeName(stem, extensionOf(file))
    })
  }
  const extension = extname(output)
  const stem = output.slice(0, output.length - extension.length)
  return work.files.map((file, index) => `${stem}${index === 0 ? '' : `-${index + 1}`}${extension || `.${extensionOf(file)}`}`)
}

/** Saves the results: `-` is the standard output, a folder gets names by the prompt. A file is complete or not there. */
export async function saveWork(quartet: Client, work: Generation, output: string | undefined, signal?: AbortSignal): Promise<string[]> {
  const options = signal ? { signal } : {}
  if (output === '-') {
    if (work.text !== null) process.stdout.write(work.text)
    if (work.files.length > 1)
      throw new Stop(`The run has ${work.files.length} results, and -o - takes one. They are in the library as ${work.id}.`, exits.usage)
    for (const file of work.files) await pipeline(bodyOf(await quartet.download(file, options)), process.stdout, { end: false })
    return []
  }
  if (work.text !== null && work.files.length === 0) {
    const name = output === undefined || (await isFolder(output)) ? freeName(join(output ?? '', slugOf(work)), 'txt') : output
    await writeFile(name, work.text)
    return [name]
  }
  const places = await placesOf(work, output)
  for (const [index, file] of work.files.entries()) {
    const place = places[index] ?? basename(file.id)
    const partial = `${place}.part`
    await pipeline(bodyOf(await quartet.download(file, options)), createWriteStream(partial))
    await rename(partial, place)
  }
  return places
}

const bodyOf = async function* (response: Response) {
  if (!response.body) return
  const reader = response.body.getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
}
