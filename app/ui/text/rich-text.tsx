import { Fragment, type ReactNode } from 'react'
import { emphasis } from './is-rich.ts'

export type Block =
  | { kind: 'paragraph'; text: string }
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'list'; ordered: boolean; start?: number; items: string[] }

const bullet = /^\s*[-*•]\s+/
const numbered = /^\s*\d+[.)]\s+/
const heading = /^(#{1,6})\s+/

/** Reads the basic plain-text markup that models use: blank lines, headings, lists. Everything else stays unchanged. */
export function readBlocks(text: string): Block[] {
  const blocks: Block[] = []
  let open: Block | undefined
  for (const line of text.split('\n')) {
    const item = bullet.test(line) ? line.replace(bullet, '') : numbered.test(line) ? line.replace(numbered, '') : undefined
    const marks = heading.exec(line)?.[1]
    if (line.trim() === '') {
      open = undefined
    } else if (marks) {
      blocks.push({ kind: 'heading', level: marks.length, text: line.replace(heading, '') })
      open = undefined
    } else if (item !== undefined) {
      const ordered = !bullet.test(line)
      if (open?.kind === 'list' && open.ordered === ordered) open.items.push(item)
      else blocks.push((open = { kind: 'list', ordered, ...startOf(line), items: [item] }))
    } else if (open?.kind === 'paragraph') {
      open.text += `\n${line}`
    } else {
      blocks.push((open = { kind: 'paragraph', text: line }))
    }
  }
  return blocks
}

/** The number of a list that does not begin with 1. */
function startOf(line: string): { start?: number } {
  const start = Number.parseInt(line, 10)
  return Number.isNaN(start) || start === 1 ? {} : { start }
}

/** Renders `**bold**` and `*emphasis*` only. */
function inline(text: string): ReactNode {
  return text
    .split(/\*\*(.+?)\*\*/g)
    .map((part, index) => (index % 2 ? <strong key={index}>{part}</strong> : <Fragment key={index}>{stressed(part)}</Fragment>))
}

const stressed = (text: string): ReactNode => text.split(emphasis).map((part, index) => (index % 2 ? <em key={index}>{part}</em> : part))

/** By level, as in the Markdown that may replace this text. The levels start below those of the page. */
const headings = [
  ['h3', 'mt-7 text-2xl'],
  ['h4', 'mt-7 text-xl'],
  ['h5', 'mt-5.5 text-lg'],
  ['h6', 'mt-5 text-lg'],
] as const

type RichTextProps = {
  text: string
  /** Content after the last word, for instance a caret while text is being written. */
  tail?: ReactNode
}

export function RichText({ text, tail }: RichTextProps) {
  const blocks = readBlocks(text)
  if (blocks.length === 0) return tail
  return blocks.map((block, index) => {
    const end = index === blocks.length - 1 ? tail : null
    if (block.kind === 'list') {
      const List = block.ordered ? 'ol' : 'ul'
      return (
        <List
          key={index}
          {...(block.start !== undefined && { start: block.start })}
          className={`my-3 grid gap-1.5 pl-6 first:mt-0 last:mb-0 marker:text-kind ${block.ordered ? 'list-decimal' : 'list-disc'}`}
        >
          {block.items.map((item, at) => (
            <li key={at}>
              {inline(item)}
              {at === block.items.length - 1 && end}
            </li>
          ))}
        </List>
      )
    }
    if (block.kind === 'heading') {
      const [Heading, look] = headings[Math.min(block.level, headings.length) - 1] ?? headings[0]
      return (
        <Heading key={index} className={`mb-1.5 font-sans font-semibold tracking-[-0.01em] text-balance first:mt-0 ${look}`}>
          {inline(block.text)}
          {end}
        </Heading>
      )
    }
    return (
      <p key={index} className="my-3 whitespace-pre-line first:mt-0 last:mb-0">
        {inline(block.text)}
        {end}
      </p>
    )
  })
}
