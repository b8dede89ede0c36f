import type { ReactNode } from 'react'
import { elements, NotesId, noteId } from './elements.tsx'
import { normalizeMath } from './normalize-math.ts'
import { findClosing } from './plain-text.ts'
import { emphasisMark, matchAt, noteMark } from './match-at.ts'
import { readBlocks, type ReadableBlock } from './readable-blocks.ts'
import { noReferences, readReferences, type References, withReferences } from './references.ts'

/** Characters that are rendered; what follows is shown as it was written. */
const longest = 50_000

/**
 * Renders Markdown on the server, in linear time: the parser of the browser would block all visitors for a second at 50 kB, and for half a
 * minute at a hostile text. What it does not know stays text, and a formula its source.
 */
export function Readable({ text: whole, notesId }: { text: string; notesId: string }): ReactNode {
  const given = whole.length > longest ? whole.slice(0, Math.max(whole.lastIndexOf('\n\n', longest), longest / 2)) : whole
  const normalized = normalizeMath(given)
  const text = normalized ?? given
  const references = readReferences(text, false)
  const known = { urls: urlsOf(references), hasFormulas: normalized !== null }
  const marked = (part: string) => withReferences(part, { ...references, links: noReferences.links }, false)
  const show = (part: string) => <Blocks blocks={readBlocks(marked(part))} known={known} />
  return (
    <NotesId value={notesId}>
      <div className="[&>:first-child]:mt-0">{show(text)}</div>
      {references.notes.length > 0 && (
        <ol className="mt-6 grid list-decimal gap-1.5 border-t border-line pt-4 pl-6 text-base text-ink-soft [&_p]:mt-0">
          {references.notes.map(({ number, text: note }) => (
            <li key={number} id={noteId(notesId, number)} value={number}>
              {show(note)}
            </li>
          ))}
        </ol>
      )}
      {given !== whole && <p className="mt-3.5 whitespace-pre-line">{whole.slice(given.length).trim()}</p>}
    </NotesId>
  )
}

type Known = {
  /** The addresses of defined links by their normalized names. */
  urls: ReadonlyMap<string, string>
  hasFormulas: boolean
}

const urlsOf = ({ links }: References): Known['urls'] =>
  new Map([...links].map(([name, line]) => [name, /\]:[ \t]*<?([^\s>]{1,2000})/.exec(line)?.[1] ?? '']))

function Blocks({ blocks, known }: { blocks: readonly ReadableBlock[]; known: Known }): ReactNode {
  return blocks.map((block, index) => <Block key={index} block={block} known={known} />)
}

const headings = [elements.h1, elements.h2, elements.h3, elements.h4] as const

function Block({ block, known }: { block: ReadableBlock; known: Known }): ReactNode {
  const {
    p: Paragraph,
    ul: Bullets,
    ol: Numbers,
    li: Item,
    blockquote: Quotation,
    hr: Rule,
    pre: Pre,
    table: Table,
    th: Head,
    td: Cell,
  } = elements
  switch (block.kind) {
    case 'paragraph':
      return <Paragraph>{inline(block.text, known)}</Paragraph>
    case 'heading': {
      const Heading = headings[Math.min(block.level, headings.length) - 1] ?? elements.h4
      return <Heading>{inline(block.text, known)}</Heading>
    }
    case 'code':
      return <Pre node={codeNode(block)} />
    case 'rule':
      return <Rule />
    case 'quotation':
      return (
        <Quotation>
          <Blocks blocks={block.blocks} known={known} />
        </Quotation>
      )
    case 'list': {
      const items = block.items.map(({ blocks, task }, index) => (
        <Item key={index}>
          {task !== null && (
            <>
              <elements.input checked={task} />{' '}
            </>
          )}
          {blocks.map((inner, at) =>
            // An item of one line is no paragraph.
            at === 0 && inner.kind === 'paragraph' && blocks.length === 1 ? (
              inline(inner.text, known)
            ) : (
              <Block key={at} block={inner} known={known} />
            ),
          )}
        </Item>
      ))
      if (block.start !== null) return <Numbers start={block.start}>{items}</Numbers>
      return <Bullets className={block.items.some(({ task }) => task !== null) ? 'contains-task-list' : ''}>{items}</Bullets>
    }
    case 'table': {
      const styleOf = (column: number) => ({ textAlign: block.aligned[column] })
      return (
        <Table>
          <thead>
            <tr>
              {block.head.map((cell, index) => (
                <Head key={index} style={styleOf(index)}>
                  {inline(cell, known)}
                </Head>
              ))}
            </tr>
          </thead>
          <tbody>
            {block.rows.map((row, at) => (
              <tr key={at}>
                {block.head.map((_, index) => (
                  <Cell key={index} style={styleOf(index)}>
                    {inline(row[index] ?? '', known)}
                  </Cell>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      )
    }
  }
}

type Element = NonNullable<Parameters<typeof elements.pre>[0]['node']>

const node = (tagName: string, properties: Element['properties'], children: Element['children']): Element => ({
  type: 'element',
  tagName,
  properties,
  children,
})
const words = (value: string): Element['children'] => [{ type: 'text', value }]
const codeNode = ({ language, code }: { language: string; code: string }) =>
  node('pre', {}, [node('code', { className: language === '' ? [] : [`language-${language}`] }, words(code))])

/** Marks within each other; deeper ones are text. */
const deepest = 4
const special = /[\\`*_~![<$&\uE000]|https?:\/\//g
const pairs = [
  ['**', elements.strong],
  ['__', elements.strong],
  ['~~', 'del'],
] as const
const underlined = /(?<![\p{L}\p{N}_])_([^\s_](?:[^_\n]*[^\s_])?)_(?![\p{L}\p{N}_])/uy
const escaped = /\\([\\`*_{}[\]()#+.!|~>$-])/y
const address = /https?:\/\/[^\s<>"`[\]]{1,2000}/y
const linked = /\]\(<?((?:[^\s()<>]|\([^\s()<>]{0,200}\)){1,2000})>?(?:[ \t]+"[^"\n]{0,300}")?\)/y
const referred = /\](?:\[([^[\]\n]{0,200})\])?/y
const html = /<(?:br\s{0,4}\/?|(sub|sup|kbd)>([^<\n]{0,200})<\/\1)>|<(https?:\/\/[^\s<>]{1,2000})>/iy
const entity = /&([a-z]{2,6});/iy
const entities = new Map(
  Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00A0', mdash: '—', ndash: '–', hellip: '…', copy: '©' }),
)

type Found = { end: number; shown: ReactNode }

/** Renders the marks within a paragraph. */
function inline(text: string, known: Known, depth = 0): ReactNode {
  const shown: ReactNode[] = []
  const unclosed = new Set<string>()
  let from = 0
  special.lastIndex = 0
  for (let at = nextSpecial(text, 0); at >= 0;) {
    const found = depth > deepest ? null : readMark(text, at, { known, depth, unclosed })
    if (found) {
      if (at > from) shown.push(text.slice(from, at))
      shown.push(<Piece key={at}>{found.shown}</Piece>)
      from = found.end
    }
    at = nextSpecial(text, found?.end ?? at + 1)
  }
  return [...shown, text.slice(from)]
}

const Piece = ({ children }: { children: ReactNode }) => children

function nextSpecial(text: string, from: number): number {
  special.lastIndex = from
  return special.exec(text)?.index ?? -1
}

type Place = { known: Known; depth: number; unclosed: Set<string> }

function readMark(text: string, at: number, place: Place): Found | null {
  const within = (inner: string) => inline(inner, place.known, place.depth + 1)
  switch (text[at]) {
    case '\\': {
      const found = matchAt(escaped, text, at)
      return found && { end: at + 2, shown: found[1] }
    }
    case '`':
      return readCode(text, at, place.unclosed)
    case '$': {
      if (!place.known.hasFormulas || !text.startsWith('$$', at)) return null
      const close = text.indexOf('$$', at + 2)
      return close < 0 ? null : { end: close + 2, shown: <elements.code>{text.slice(at + 2, close).trim()}</elements.code> }
    }
    case '[':
    case '!':
      return readLinkAt(text, at, place)
    case '<':
      return readHtml(text, at, within)
    case '&': {
      const [sign, name = ''] = matchAt(entity, text, at) ?? []
      const character = entities.get(name.toLowerCase())
      return sign && character ? { end: at + sign.length, shown: character } : null
    }
    case 'h': {
      const url = matchAt(address, text, at)?.[0].replace(/(?<![.,;:!?)'*_~])[.,;:!?)'*_~]+$/, '')
      return url ? { end: at + url.length, shown: linkTo(url, url, url) } : null
    }
    case '\uE000': {
      const [sign, number] = matchAt(noteMark, text, at) ?? []
      return sign && number
        ? { end: at + sign.length, shown: <elements.sup node={node('sup', { 'data-note': number }, words(number))} /> }
        : null
    }
  }
  for (const [mark, Look] of pairs) {
    if (place.unclosed.has(mark) || !text.startsWith(mark, at) || !/\S/.test(text.charAt(at + 2))) continue
    const close = findClosing(text, mark, at + 3)
    if (close < 0) place.unclosed.add(mark)
    else return { end: close + 2, shown: <Look>{within(text.slice(at + 2, close))}</Look> }
  }
  const soft = matchAt(emphasisMark, text, at) ?? matchAt(underlined, text, at)
  return soft && { end: at + soft[0].length, shown: <em>{within(soft[1] ?? '')}</em> }
}

/** Inline code ends with as many backticks as it begins with. */
function readCode(text: string, at: number, unclosed: Set<string>): Found | null {
  let length = 1
  while (text[at + length] === '`') length += 1
  const mark = '`'.repeat(length)
  let close = unclosed.has(mark) ? -1 : text.indexOf(mark, at + length)
  while (close >= 0 && text[close + length] === '`') {
    let end = close + length
    while (text[end] === '`') end += 1
    close = text.indexOf(mark, end)
  }
  if (close < 0) unclosed.add(mark)
  if (close < 0) return { end: at + length, shown: mark }
  const code = text.slice(at + length, close)
  const isPadded = code.startsWith(' ') && code.endsWith(' ') && code.trim() !== ''
  return { end: close + length, shown: <elements.code>{isPadded ? code.slice(1, -1) : code}</elements.code> }
}

/** Longest text of a link. */
const longestLabel = 400

function readLinkAt(text: string, at: number, { known, depth }: Place): Found | null {
  const isImage = text[at] === '!'
  const start = isImage ? at + 1 : at
  if (text[start] !== '[') return null
  const close = text.slice(start, start + longestLabel).indexOf(']')
  if (close < 0) return null
  const label = text.slice(start + 1, start + close)
  const target = matchAt(linked, text, start + close)
  const [reference = '', name = ''] = (!target && known.urls.size > 0 && matchAt(referred, text, start + close)) || []
  const url = target?.[1] ?? known.urls.get((name || label).trim().replaceAll(/\s+/g, ' ').toLowerCase())
  if (!url) return null
  const end = start + close + (target?.[0] ?? reference).length
  return isImage
    ? { end, shown: <elements.img src={url} alt={label} /> }
    : { end, shown: linkTo(url, label, inline(label, { ...known, urls: noReferences.links }, depth + 1)) }
}

const linkTo = (href: string, said: string, children: ReactNode) => (
  <elements.a href={href} node={node('a', {}, words(said))}>
    {children}
  </elements.a>
)

const looks = new Map([
  ['sub', elements.sub],
  ['sup', elements.sup],
  ['kbd', elements.kbd],
])

function readHtml(text: string, at: number, within: (inner: string) => ReactNode): Found | null {
  const [all, tag, inner, url] = matchAt(html, text, at) ?? []
  if (all === undefined) return null
  const end = at + all.length
  if (url !== undefined) return { end, shown: linkTo(url, url, url) }
  const Look = tag === undefined ? undefined : looks.get(tag.toLowerCase())
  return { end, shown: Look ? <Look>{within(inner ?? '')}</Look> : '\n' }
}
