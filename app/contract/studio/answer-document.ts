import type { Source } from '../runs/generations.ts'
import { isWebLink, siteOf } from '../base/web-link.ts'

export type AnswerDocument = {
  text: string
  thinking: string | null
  sources: readonly Source[] | null | undefined
  /** The headings, in the reader's language. */
  headings: { thinking: string; sources: string }
}

/** Writes an answer as Markdown, between its reasoning, as a quotation, and its sources. */
export function answerDocument({ text, thinking, sources, headings }: AnswerDocument): string {
  const links = (sources ?? []).filter(({ url }) => isWebLink(url))
  return [
    ...(thinking ? [quote(`**${headings.thinking}**\n\n${thinking}`)] : []),
    text,
    ...(links.length > 0 ? [`## ${headings.sources}\n\n${links.map(linkTo).join('\n')}`] : []),
  ].join('\n\n')
}

const quote = (text: string) =>
  text
    .trimEnd()
    .replaceAll(/^/gm, '> ')
    .replaceAll(/(?<! ) +$/gm, '')

function linkTo({ url, title }: Source, index: number): string {
  const name = (title ?? siteOf(url)).replaceAll(/\s+/g, ' ').replaceAll(/[\\[\]<>]/g, String.raw`\$&`)
  // Parentheses would end the address.
  return `${index + 1}. [${name}](${new URL(url).href.replaceAll('(', '%28').replaceAll(')', '%29')})`
}
