const fence = /^ {0,3}(?:`{3,}|~{3,})/

/** The text without Markdown syntax, for pasting, reading aloud and counting. Code stays unchanged. */
export function toPlainText(markdown: string): string {
  let inCode = false
  const links = readLinks(markdown)
  const lines = markdown.split('\n').flatMap((line) => {
    if (fence.test(line)) {
      inCode = !inCode
      return []
    }
    if (inCode) return [line]
    if (isDelimiterRow(line) || (links.size > 0 && definition.test(line))) return []
    return [withoutMarks(line, links)]
  })
  return lines
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

const definition = /^ {0,3}\[(?!\^)([^[\]\n]{1,200})\]:[ \t]*<?(\S{1,2000})/
type Links = ReadonlyMap<string, string>

/** The addresses of links that are defined on lines of their own, by their names. */
function readLinks(markdown: string): Links {
  if (!markdown.includes(']:')) return new Map()
  const found = markdown.split('\n').flatMap((line): [string, string][] => {
    const [, name, url] = definition.exec(line) ?? []
    return name === undefined || url === undefined ? [] : [[name.trim().toLowerCase(), url.replace(/>$/, '')]]
  })
  return new Map(found)
}

/** Whether a line divides the head of a table from its rows: `| --- | :-: |`. */
export function isDelimiterRow(line: string): boolean {
  if (!/^[\s|:-]+$/.test(line)) return false
  const cells = line.trim().replace(/^\|/, '').replace(/\|$/, '').split('|')
  return (cells.length > 1 || line.includes('|')) && cells.every((cell) => /^:?-+:?$/.test(cell.trim()))
}

/** Every mark of a line contains one of these, or starts the line; most lines have none. */
const mark = /[*_~`[\\<]|^\s*[>#+|-]/

function withoutMarks(line: string, links: Links): string {
  if (!mark.test(line)) return line
  const text = line
    .replace(/^(\s*)(?:>\s?)+/, '$1')
    .replace(/^ {0,3}#{1,6}\s+/, '')
    .replace(/^(\s*)[*+-]\s+\[[xX]\]\s+/, '$1✓ ')
    .replace(/^(\s*)[*+-]\s+\[ \]\s+/, '$1– ')
    .replace(/^(\s*)[*+-]\s+/, '$1• ')
    .replace(/^\s*(?:-{3,}|\*{3,}|_{3,})\s*$/, '')
    .replace(/^\s*\|(.*)\|\s*$/, (_all, row: string) =>
      row
        .split('|')
        .map((cell) => cell.trim())
        .join('\t'),
    )
  return text
    .split(/(?<!`)(`+[^`]+`+)/)
    .map((part) => (part.startsWith('`') ? part.replaceAll('`', '') : inline(part, links)))
    .join('')
}

const image = /!\[([^[\]]*)\]\((?:[^()]|\([^()]*\))*\)/g
const link = /\[([^[\]]*)\]\(((?:[^\s()]|\([^\s()]*\))+)(?:\s+"[^"]*")?\)/g

/** Notes: their numbers stay, in brackets. */
const note = /\[\^([^[\]\s]{1,80})\](:?)/g
const reference = /\[([^[\]\n]{1,200})\](?:\[([^[\]\n]{0,200})\])?/g
/** The elements that an answer is rendered with. */
const element = /<br\s{0,4}\/?>|<\/?(?:sub|sup|kbd)>/gi

function inline(text: string, links: Links): string {
  const known =
    links.size === 0
      ? text
      : text.replaceAll(reference, (all, label: string, name = '') => {
          const url = links.get((name || label).trim().toLowerCase())
          return url === undefined ? all : `${label} (${url})`
        })
  const labels = known
    .replaceAll(image, '$1')
    .replaceAll(link, (_all, label: string, url: string) => (label === url ? url : `${label} (${url})`))
    .replaceAll(note, (_all, name: string) => `[${name}]`)
    .replaceAll(element, (found) => (/^<br/i.test(found) ? '\n' : ''))
  return withoutPairs(labels)
    .replaceAll(/(?<![\p{L}\p{N}*])\*(?=\S)([^*]+?)(?<=\S)\*(?![\p{L}\p{N}*])/gu, '$1')
    .replaceAll(/(?<![\p{L}\p{N}_])_(?=\S)([^_]+?)(?<=\S)_(?![\p{L}\p{N}_])/gu, '$1')
    .replaceAll(/\\([\\`*_{}[\]()#+.!|~>-])/g, '$1')
}

const pairs = ['***', '**', '__', '~~']

/** The text without its pairs of marks around bold and struck text. */
function withoutPairs(text: string): string {
  // The search for a closing mark goes to the end of the text, so a mark without one is searched for once.
  const unclosed = new Set<string>()
  let result = ''
  let from = 0
  let at = 0
  while (at < text.length) {
    const mark = pairs.find((pair) => !unclosed.has(pair) && text.startsWith(pair, at) && /\S/.test(text.charAt(at + pair.length)))
    const close = mark === undefined ? -1 : findClosing(text, mark, at + mark.length + 1)
    if (mark === undefined) at += 1
    else if (close < 0) unclosed.add(mark)
    else {
      result += text.slice(from, at) + text.slice(at + mark.length, close)
      at = close + mark.length
      from = at
    }
  }
  return result + text.slice(from)
}

export function findClosing(text: string, mark: string, from: number): number {
  let close = text.indexOf(mark, from)
  while (close >= 0 && /\s/.test(text.charAt(close - 1))) close = text.indexOf(mark, close + 1)
  return close
}

const word = /[\p{L}\p{N}]+(?:[’'\-.,][\p{L}\p{N}]+)*/gu

export const countWords = (text: string): number => text.match(word)?.length ?? 0

/** Average reading speed. */
const wordsPerMinute = 200
export const readingMinutes = (words: number): number => Math.max(1, Math.round(words / wordsPerMinute))
