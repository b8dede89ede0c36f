const fence = /^ {0,3}(?:`{3,}|~{3,})/

/** The text without Markdown syntax, for pasting, reading aloud and counting. Code stays unchanged. */
export function toPlainText(markdown: string): string {
  let inCode = false
  const lines = markdown.split('\n').flatMap((line) => {
    if (fence.test(line)) {
      inCode = !inCode
      return []
    }
    if (inCode) return [line]
    if (/^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)+\|?\s*$/.test(line)) return []
    return [withoutMarks(line)]
  })
  return lines
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

/** Every mark of a line contains one of these, or starts the line; most lines have none. */
const mark = /[*_~`[\\]|^\s*[>#+|-]/

function withoutMarks(line: string): string {
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
    .split(/(`+[^`]+`+)/)
    .map((part) => (part.startsWith('`') ? part.replaceAll('`', '') : inline(part)))
    .join('')
}

function inline(text: string): string {
  return text
    .replaceAll(/!\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\[([^\]]*)\]\((\S+?)(?:\s+"[^"]*")?\)/g, (_all, label: string, url: string) => (label === url ? url : `${label} (${url})`))
    .replaceAll(/(\*\*\*|\*\*|__|~~)(?=\S)(.+?)(?<=\S)\1/g, '$2')
    .replaceAll(/(?<![\p{L}\p{N}*])\*(?=\S)([^*]+?)(?<=\S)\*(?![\p{L}\p{N}*])/gu, '$1')
    .replaceAll(/(?<![\p{L}\p{N}_])_(?=\S)([^_]+?)(?<=\S)_(?![\p{L}\p{N}_])/gu, '$1')
    .replaceAll(/\\([\\`*_{}[\]()#+.!|~>-])/g, '$1')
}

const word = /[\p{L}\p{N}]+(?:[’'\-.,][\p{L}\p{N}]+)*/gu

export const countWords = (text: string): number => text.match(word)?.length ?? 0

/** Average reading speed. */
const wordsPerMinute = 200
export const readingMinutes = (words: number): number => Math.max(1, Math.round(words / wordsPerMinute))
