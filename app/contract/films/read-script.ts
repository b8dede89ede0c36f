import { lights } from './film-values.ts'

export type Light = (typeof lights)[number]

/** A part of a script, in its order. `who`: a name as written; null for the narrator. `asked`: a length in seconds for the shot before it. */
export type Beat =
  | { kind: 'place'; place: string; light: Light | null }
  | { kind: 'action'; text: string }
  | { kind: 'words'; who: string | null; text: string }
  | { kind: 'length'; seconds: number }

export type ReadScript = { title: string | null; beats: Beat[] }

/**
 * Reads a script: Fountain, also with Russian headings and names in capitals of any alphabet, `Name: words`, lists, and prose. Only notes in
 * brackets, comments, transitions and page breaks are left out, which are no part of the film.
 */
export function readScript(text: string): ReadScript {
  const { title, body } = readTitlePage(withoutComments(text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n')))
  const beats: Beat[] = []
  for (const block of blocksOf(body)) beats.push(...readBlock(block))
  return { title, beats }
}

const titleKeys: ReadonlySet<string> = new Set([
  'title',
  'название',
  'credit',
  'author',
  'authors',
  'автор',
  'source',
  'draft date',
  'contact',
  'copyright',
  'revision',
])

/** The parts of a line around its first colon. */
function atColon(line: string): { before: string; after: string } | undefined {
  const at = line.indexOf(':')
  return at === -1 ? undefined : { before: line.slice(0, at).trim(), after: line.slice(at + 1) }
}

/** The keys at the start of a Fountain file, up to the first empty line. */
function readTitlePage(text: string): { title: string | null; body: string } {
  const lines = text.trimStart().split('\n')
  const keys = (line: string) => atColon(line)?.before.toLowerCase() ?? ''
  if (!titleKeys.has(keys(lines[0] ?? ''))) return { title: null, body: text }
  const end = lines.findIndex((line) => line.trim() === '')
  const page = lines.slice(0, end === -1 ? lines.length : end)
  const found = page.find((line) => ['title', 'название'].includes(keys(line)))
  return { title: (found && atColon(found)?.after.trim()) || null, body: end === -1 ? '' : lines.slice(end).join('\n') }
}

function withoutComments(text: string): string {
  const [first = '', ...others] = text.split('/*')
  // A comment that is never closed is none.
  return first + others.map((part) => (part.includes('*/') ? part.slice(part.indexOf('*/') + 2) : `/*${part}`)).join('')
}

/** The lines of each paragraph. */
function blocksOf(text: string): string[][] {
  const blocks: string[][] = [[]]
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '') blocks.push([])
    else blocks.at(-1)?.push(line)
  }
  return blocks.filter((block) => block.length > 0)
}

function readBlock(block: readonly string[]): Beat[] {
  const [first = '', second] = block
  const cue = second === undefined ? undefined : cueOf(first, second)
  if (cue !== undefined) return readDialogue(cue, block.slice(1))
  const beats: Beat[] = []
  let prose: string[] = []
  const endProse = () => {
    if (prose.length > 0) beats.push(...readProse(prose))
    prose = []
  }
  for (const line of block) {
    const read = readLine(line)
    if (read === undefined) prose.push(line)
    else {
      endProse()
      beats.push(...read)
    }
  }
  endProse()
  return beats
}

/** A line without its notes in brackets, and these. */
function withoutNotes(line: string): { text: string; notes: string[] } {
  const [first = '', ...others] = line.split('[[')
  const notes: string[] = []
  const rest = others.map((part) => {
    const end = part.indexOf(']]')
    if (end === -1) return part
    notes.push(part.slice(0, end).trim())
    return part.slice(end + 2)
  })
  return { text: [first, ...rest].join(' ').trim(), notes }
}

/** The longest name with what follows it in brackets. */
const longestCue = 60
const length = /^(\d{1,3}(?:[.,]\d)?) ?(?:s|sec|seconds?|с|сек|секунд[аы]?)\.?$/i
const mark = /^(?:[-–—•*]|\d{1,3}[.)])[ \t]/

/** Reads a line that stands for itself; undefined for one of a paragraph. */
function readLine(written: string): Beat[] | undefined {
  const { text: line, notes } = withoutNotes(written)
  const lengths = notes.flatMap((note): Beat[] => {
    const seconds = Number(length.exec(note)?.[1]?.replace(',', '.'))
    return seconds > 0 ? [{ kind: 'length', seconds }] : []
  })
  const beats = line === '' ? [] : readMarked(line)
  if (beats === undefined && notes.length === 0) return undefined
  return [...(beats ?? readProse([line])), ...lengths]
}

function readMarked(line: string): Beat[] | undefined {
  const place = headingOf(line)
  if (place !== undefined) return [placeBeat(place)]
  if (isLeftOut(line)) return []
  const listed = mark.exec(line)?.[0]
  const text = (listed === undefined ? line : line.slice(listed.length)).trim()
  const said = atColon(text)
  if (said && /^[ \t]/.test(said.after) && said.before.length <= longestCue && isName(said.before))
    return [{ kind: 'words', who: nameOf(said.before), text: said.after.trim() }]
  return listed === undefined ? undefined : [{ kind: 'action', text }]
}

/** Transitions, page breaks and synopses. */
const isLeftOut = (line: string): boolean =>
  /^={3,}$/.test(line) ||
  line.startsWith('= ') ||
  (isUpper(line) && (line.startsWith('>') || /(?: TO:|^ЗТМ\.?|^FADE (?:IN|OUT)[.:]?)$/.test(line)))

const heading = /^(?:int\.?\/ext|ext\.?\/int|i\/e|int|ext|est|инт\.?\/нат|нат\.?\/инт|инт|нат|экст)(?:\.[ \t]*|[ \t]+)(\S.*)$/i

/** The place of a heading; undefined for another line. */
function headingOf(line: string): string | undefined {
  if (/^\.[^.\s]/.test(line)) return line.slice(1)
  if (/^#{1,6}[ \t]/.test(line)) return line.replace(/^#+/, '').trim()
  const match = heading.exec(line)
  // A sentence that starts with such a word is no heading.
  return match?.[1] !== undefined && (isUpper(line) || /^[^\s.]+\./.test(line)) ? match[1] : undefined
}

const lightWords: Record<Light, RegExp> = {
  day: /^(?:day|день)$/i,
  night: /^(?:night|ночь)$/i,
  dawn: /^(?:dawn|sunrise|morning|рассвет|утро)$/i,
  dusk: /^(?:dusk|sunset|evening|сумерки|закат|вечер)$/i,
}

function placeBeat(written: string): Beat {
  const text = withoutNumber(written).split(/\s+/).join(' ').trim()
  const parts = text.split(/ [-–—] |\. /)
  const last = parts.at(-1) ?? ''
  const word = last.endsWith('.') ? last.slice(0, -1) : last
  const light = parts.length > 1 ? lights.find((one) => lightWords[one].test(word)) : undefined
  if (!light) return { kind: 'place', place: text, light: null }
  let end = text.length - last.length
  while (end > 0 && ' .–—-'.includes(text.charAt(end - 1))) end -= 1
  return { kind: 'place', place: text.slice(0, end), light }
}

/** Fountain numbers scenes at the end of their headings: `#12#`. */
function withoutNumber(written: string): string {
  const start = written.endsWith('#') ? written.lastIndexOf('#', written.length - 2) : -1
  return start > 0 ? written.slice(0, start) : written
}

const isUpper = (text: string): boolean => text === text.toUpperCase() && text !== text.toLowerCase()

/** The name above a speech; undefined for another line. */
function cueOf(line: string, next: string): string | undefined {
  if (line.length > longestCue) return undefined
  if (/^@\S/.test(line)) return line.slice(1)
  const isCue = isUpper(line) && !isUpper(next) && !/[.!?:…,]$/.test(line) && headingOf(line) === undefined
  return isCue && !mark.test(line) ? line : undefined
}

function readDialogue(cue: string, lines: readonly string[]): Beat[] {
  const who = nameOf(cue)
  const beats: Beat[] = []
  for (const line of lines) {
    const spoken = withoutNotes(line).text
    const last = beats.at(-1)
    if (/^\(.*\)$/.test(spoken)) beats.push({ kind: 'action', text: spoken })
    else if (last?.kind === 'words') last.text += ` ${spoken}`
    else if (spoken !== '') beats.push({ kind: 'words', who, text: spoken })
  }
  return beats
}

const narrators = /^(?:narrator|voice-?over|v\.?o\.?|диктор|рассказчик|закадровый голос|голос за кадром|автор|зк)$/i

/** A name without what follows it in brackets; null for the narrator. */
function nameOf(written: string): string | null {
  const name = (written.split('(')[0] ?? '').replace('^', '').trim()
  return narrators.test(name) || name === '' ? null : isUpper(name) ? capitalized(name) : name
}

const capitalized = (name: string): string => name.toLowerCase().replaceAll(/(?<![\p{L}\p{M}'’])\p{L}/gu, (letter) => letter.toUpperCase())

/** Whether the words before a colon are a name: at most three, the first with a capital. */
const isName = (text: string): boolean =>
  narrators.test(text.trim()) || /^\p{Lu}[\p{L}\p{M}\p{N}.'’-]*(?: [\p{L}\p{M}\p{N}.'’()-]+){0,2}$/u.test(text.trim())

/** Lines of a paragraph: each for itself if it ends a sentence, joined if they are the broken lines of one. */
function readProse(lines: readonly string[]): Beat[] {
  const whole: string[] = []
  let open = false
  for (const line of lines) {
    const written = line.replace(/^[!>]/, '').trim()
    if (open) whole[whole.length - 1] += ` ${written}`
    else whole.push(written)
    open = !/[.!?…:;"»”)]$/.test(line) && lines.length > 1 && line.length > 50
  }
  return whole.map((text) => ({ kind: 'action', text }))
}
