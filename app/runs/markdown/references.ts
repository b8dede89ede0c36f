import { outsideCode } from './code-spans.ts'

/** Definitions of links and notes, which may stand anywhere in a text, for the parts of it that are parsed separately. */
export type References = {
  /** The lines that define links, by the normalized name. */
  links: ReadonlyMap<string, string>
  /** The notes in the order of their numbers. */
  notes: readonly Note[]
  /** The numbers of notes by their normalized names. */
  numbers: ReadonlyMap<string, number>
}
type Note = { number: number; text: string }

export const noReferences: References = { links: new Map(), notes: [], numbers: new Map() }

const fence = /^ {0,3}(`{3,}|~{3,})(.*)/
const noteLine = /^ {0,3}\[\^([^[\]\s]{1,80})\]:(.*)$/
const linkLine = /^ {0,3}\[((?!\^)[^[\]\n]{1,200})\]:[ \t]*\S/
const noteMark = /\[\^([^[\]\s]{1,80})\](?!:)/g
const linkMark = /\[([^[\]\n]{1,200})\]/g
const fullMark = /\[[^[\]\n]{1,200}\]\[([^[\]\n]{1,200})\]/g

const named = (name: string) => name.trim().replaceAll(/\s+/g, ' ').toLowerCase()

type Line = { text: string; inCode: boolean }

function* linesOf(text: string): Generator<Line> {
  let open: string | null = null
  for (const line of text.split('\n')) {
    const marks = fence.exec(line)
    if (open !== null) {
      yield { text: line, inCode: true }
      if (marks?.[1]?.startsWith(open) && marks[2]?.trim() === '') open = null
      continue
    }
    if (marks?.[1] && !(marks[1].startsWith('`') && marks[2]?.includes('`'))) open = marks[1]
    yield { text: line, inCode: open !== null }
  }
}

/** Reads the definitions of a text. While it is `live`, notes are numbered before their definition has come. */
export function readReferences(text: string, live: boolean): References {
  if (!text.includes(']:') && !(live && text.includes('[^'))) return noReferences
  const links = new Map<string, string>()
  const contents = new Map<string, string[]>()
  let open: string[] | null = null
  for (const { text: line, inCode } of linesOf(text)) {
    const note = inCode ? null : noteLine.exec(line)
    if (note?.[1] !== undefined) {
      open = [(note[2] ?? '').trimStart()]
      if (!contents.has(named(note[1]))) contents.set(named(note[1]), open)
      continue
    }
    if (open && continuesNote(line, open)) {
      open.push(line.replace(/^(?: {1,4}|\t)/, ''))
      continue
    }
    open = null
    const link = inCode ? null : linkLine.exec(line)?.[1]
    if (link != null && !links.has(named(link))) links.set(named(link), line.trim())
  }
  const numbers = new Map<string, number>()
  outsideCode(text, (part) => {
    for (const [, name = ''] of part.matchAll(noteMark))
      if ((live || contents.has(named(name))) && !numbers.has(named(name))) numbers.set(named(name), numbers.size + 1)
    return part
  })
  for (const name of contents.keys()) if (!numbers.has(name)) numbers.set(name, numbers.size + 1)
  const notes = [...numbers].flatMap(([name, number]) => {
    const lines = contents.get(name)
    return lines ? { number, text: lines.join('\n').trimEnd() } : []
  })
  return { links, notes, numbers }
}

/** Whether a line belongs to the note before it: an indented one, also after an empty line, or the rest of its paragraph. */
const continuesNote = (line: string, open: readonly string[]): boolean =>
  line.trim() === '' ||
  /^(?: {2,}|\t)/.test(line) ||
  (open.at(-1)?.trim() !== '' && !/^ {0,3}(?:#|>|[-*+] |\d{1,9}[.)] |\||`{3}|~{3}|\[[^\]]*\]:|-{3,}|\*{3,})/.test(line))

/** Private characters around the number of a note, by which the renderer finds it. */
const noteSign = (number: number) => `\uE000${number}\uE001`
export const noteSigns = /\uE000(\d{1,4})\uE001/

/** Prepares a part of a text: removes its notes, marks their numbers, and gives it the links that are defined elsewhere. */
export function withReferences(part: string, { links, numbers }: References, live: boolean): string {
  if (!part.includes('[')) return part
  const bare = numbers.size > 0 && part.includes('[^') ? withoutNotes(part) : part
  const marked =
    bare.includes('[^') && numbers.size > 0
      ? outsideCode(bare, (text) =>
          text.replaceAll(noteMark, (all, name: string) => {
            const number = numbers.get(named(name))
            return number === undefined ? all : noteSign(number)
          }),
        )
      : bare
  const wanted = new Map<string, string>()
  if (links.size > 0)
    for (const [, name = ''] of marked.matchAll(linkMark)) {
      const definition = links.get(named(name))
      if (definition !== undefined) wanted.set(named(name), definition)
    }
  // A link whose definition is still to come is shown as its text.
  if (live)
    for (const [, name = ''] of marked.matchAll(fullMark))
      if (!name.startsWith('^') && !links.has(named(name))) wanted.set(named(name), `[${name}]: #`)
  // In front, because the end of a text that is being written is completed.
  return wanted.size === 0 ? marked : `${[...wanted.values()].join('\n')}\n\n${marked}`
}

function withoutNotes(part: string): string {
  const kept: string[] = []
  let open: string[] | null = null
  for (const { text: line, inCode } of linesOf(part)) {
    const note = inCode ? null : noteLine.exec(line)
    if (note) open = [(note[2] ?? '').trimStart()]
    else if (open && continuesNote(line, open)) {
      open.push(line)
      if (line.trim() === '') kept.push('')
    } else {
      open = null
      kept.push(line)
    }
  }
  return kept.join('\n')
}
