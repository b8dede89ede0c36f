import { isDelimiterRow } from './plain-text.ts'

type Alignment = 'left' | 'center' | 'right' | undefined

/** The blocks of a Markdown text, as far as they can be read in one pass. */
export type ReadableBlock =
  | { kind: 'paragraph'; text: string }
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'code'; language: string; code: string }
  | { kind: 'table'; head: string[]; rows: string[][]; aligned: Alignment[] }
  | { kind: 'rule' }
  | { kind: 'quotation'; blocks: ReadableBlock[] }
  | { kind: 'list'; start: number | null; items: { blocks: ReadableBlock[]; task: boolean | null }[] }

/** Quotations and lists within each other; deeper ones are paragraphs. Each level reads its lines again. */
const deepest = 6

const fence = /^ {0,3}(`{3,}|~{3,})(.*)/
const heading = /^ {0,3}(#{1,6})[ \t](.*)$/
const rule = /^ {0,3}(?:-{3,}|\*{3,}|_{3,})[ \t]*$/
const quotation = /^ {0,3}> ?/
const item = /^([ \t]*)(?:[-*+•]|(\d{1,9})[.)])[ \t]+(?=\S)/
const task = /^\[([ xX])\][ \t]+/
const definition = /^ {0,3}\[[^[\]\n]{1,200}\]:[ \t]*\S/

/** Backticks after the mark make it inline code. */
const openingOf = (line: string) => {
  const found = fence.exec(line)
  return found?.[1]?.startsWith('`') && found[2]?.includes('`') ? null : found
}
const indentOf = (line: string) => line.length - line.trimStart().length
const cellsOf = (row: string) =>
  row
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))

const alignmentOf = (cell: string): Alignment => {
  const [start, end] = [cell.startsWith(':'), cell.endsWith(':')]
  if (start && end) return 'center'
  return end ? 'right' : start ? 'left' : undefined
}

/** Reads the blocks of a text in linear time, without what a parser would have to try again. */
export function readBlocks(text: string): ReadableBlock[] {
  const blocks = read(text.split('\n'), 0)
  // As `remarkLists` does: a list of items that are all written as `1.` goes on behind code or a table.
  let next = 0
  for (const block of blocks) {
    if (block.kind === 'list' && block.start !== null) {
      if (block.start === 1 && next > 0) block.start = next
      next = block.start + block.items.length
    } else if (block.kind !== 'code' && block.kind !== 'table') next = 0
  }
  return blocks
}

function read(lines: readonly string[], depth: number): ReadableBlock[] {
  const blocks: ReadableBlock[] = []
  let paragraph: string[] = []
  const close = () => {
    if (paragraph.length > 0) blocks.push({ kind: 'paragraph', text: paragraph.join('\n') })
    paragraph = []
  }
  const add = (block: ReadableBlock) => {
    close()
    blocks.push(block)
  }
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? ''
    const opening = openingOf(line)
    const title = heading.exec(line)
    const next = lines[at + 1] ?? ''
    at += 1
    if (line.trim() === '' || definition.test(line)) close()
    else if (opening?.[1]) {
      const mark = opening[1]
      const from = at
      while (at < lines.length && !isClosing(lines[at] ?? '', mark)) at += 1
      add({ kind: 'code', language: opening[2]?.trim().split(/\s/)[0] ?? '', code: lines.slice(from, at).join('\n') })
      at += 1
    } else if (title) add({ kind: 'heading', level: title[1]?.length ?? 1, text: (title[2] ?? '').trim() })
    else if (rule.test(line)) add({ kind: 'rule' })
    else if (line.includes('|') && isDelimiterRow(next)) {
      const from = at + 1
      for (at = from; lines[at]?.includes('|');) at += 1
      add({ kind: 'table', head: cellsOf(line), rows: lines.slice(from, at).map(cellsOf), aligned: cellsOf(next).map(alignmentOf) })
    } else if (depth < deepest && quotation.test(line)) {
      const from = at - 1
      while (quotation.test(lines[at] ?? '')) at += 1
      add({
        kind: 'quotation',
        blocks: read(
          lines.slice(from, at).map((quoted) => quoted.replace(quotation, '')),
          depth + 1,
        ),
      })
    } else if (depth < deepest && item.test(line)) {
      const list = readList(lines, at - 1, depth)
      add(list.block)
      at = list.end
    } else paragraph.push(line.trim())
  }
  close()
  return blocks
}

const isClosing = (line: string, mark: string) => {
  const marks = line.trim()
  return marks.length >= mark.length && marks === mark.charAt(0).repeat(marks.length)
}

/** Reads a list from its first line on: items of its kind, with the lines that are indented or continue a paragraph. */
function readList(lines: readonly string[], from: number, depth: number): { block: ReadableBlock; end: number } {
  const [, indent = '', number] = item.exec(lines[from] ?? '') ?? []
  const items: { blocks: ReadableBlock[]; task: boolean | null }[] = []
  let at = from
  for (;;) {
    const found = item.exec(lines[at] ?? '')
    if (!found || (found[1] ?? '').length > indent.length + 1 || (found[2] === undefined) !== (number === undefined)) break
    const content = [(lines[at] ?? '').slice(found[0].length)]
    const inner = (found[1] ?? '').length
    for (at += 1; at < lines.length; at += 1) {
      const line = lines[at] ?? ''
      const isEmpty = line.trim() === ''
      // An empty line belongs to the item if an indented one follows.
      const isInside = indentOf(isEmpty ? (lines[at + 1] ?? '') : line) > inner && (!isEmpty || (lines[at + 1] ?? '').trim() !== '')
      if (!isInside && (isEmpty || startsBlock(line))) break
      content.push(line.slice(Math.min(indentOf(line), found[0].length)))
    }
    const box = task.exec(content[0] ?? '')
    if (box) content[0] = (content[0] ?? '').slice(box[0].length)
    items.push({ blocks: read(content, depth + 1), task: box ? box[1] !== ' ' : null })
    // Empty lines between items do not end a list.
    const after = lines[at]?.trim() === '' ? at + 1 : at
    if (item.test(lines[after] ?? '')) at = after
  }
  return { block: { kind: 'list', start: number === undefined ? null : Number(number), items }, end: at }
}

const startsBlock = (line: string) =>
  item.test(line) || openingOf(line) !== null || heading.test(line) || rule.test(line) || quotation.test(line)
