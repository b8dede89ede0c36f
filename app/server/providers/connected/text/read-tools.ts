import * as v from 'valibot'
import type { Source } from '#app/contract/runs/generations.ts'

/** The names of the tools of Google and OpenAI that run code. */
export const codeTools: ReadonlySet<string> = new Set(['code_execution', 'code_interpreter'])

const fence = (content: string, language: string) => {
  const marks = '`'.repeat(Math.max(3, ...[...content.matchAll(/`+/g)].map(([run]) => run.length + 1)))
  return `\n\n${marks}${language}\n${content.trimEnd()}\n${marks}\n\n`
}

const programSchema = v.object({ language: v.optional(v.string(), 'python'), code: v.string() })
/** Returns a program that the service runs, as Markdown; empty for any other input. */
export function readProgram(input: unknown): string {
  const parsed = v.safeParse(programSchema, input)
  if (!parsed.success) return ''
  const { language, code } = parsed.output
  return fence(code, /^[a-z]{1,20}$/i.test(language) ? language.toLowerCase() : '')
}

/** Google's form, and OpenAI's. */
const outputSchema = v.union([
  v.pipe(
    v.object({ output: v.string() }),
    v.transform(({ output }) => output),
  ),
  v.pipe(
    v.object({ outputs: v.array(v.object({ logs: v.optional(v.string(), '') })) }),
    v.transform(({ outputs }) => outputs.map(({ logs }) => logs).join('\n')),
  ),
])
/** Returns what a program has written, as Markdown; empty if it wrote nothing. */
export function readOutput(output: unknown): string {
  const parsed = v.safeParse(outputSchema, output)
  return parsed.success && parsed.output.trim() !== '' ? fence(parsed.output, '') : ''
}

const fetchedSchema = v.object({
  type: v.literal('web_fetch_result'),
  url: v.string(),
  content: v.optional(v.object({ title: v.optional(v.nullable(v.string())) })),
})
/** Returns the page that Anthropic's tool has read. */
export function readFetched(output: unknown): Source[] {
  const parsed = v.safeParse(fetchedSchema, output)
  return parsed.success ? [{ url: parsed.output.url, title: parsed.output.content?.title ?? null }] : []
}

const pagesSchema = v.object({
  google: v.object({
    urlContextMetadata: v.object({ urlMetadata: v.array(v.object({ retrievedUrl: v.string(), urlRetrievalStatus: v.string() })) }),
  }),
})
/** Returns the linked pages that Google has read, which it reports at the end. */
export function googlePages(metadata: unknown): Source[] {
  const parsed = v.safeParse(pagesSchema, metadata)
  if (!parsed.success) return []
  const { urlMetadata } = parsed.output.google.urlContextMetadata
  return urlMetadata.flatMap(({ retrievedUrl: url, urlRetrievalStatus: status }) =>
    status === 'URL_RETRIEVAL_STATUS_SUCCESS' ? [{ url, title: null }] : [],
  )
}
