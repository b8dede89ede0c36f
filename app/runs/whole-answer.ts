import { answerDocument } from '#app/contract/studio/answer-document.ts'
import type { ApiResult } from '#app/contract/base/api-result.ts'
import type { Generation } from '#app/contract/runs/generations.ts'
import { getThinking } from '#app/shell/data/generations.functions.ts'

type WholeAnswer = { text: string; headings: { thinking: string; sources: string } }

/** Returns an answer as Markdown, with its reasoning, which is read for this, and its sources. */
export async function wholeAnswer(
  { id, thinking, sources }: Pick<Generation, 'id' | 'thinking' | 'sources'>,
  { text, headings }: WholeAnswer,
): Promise<ApiResult<string>> {
  const read = thinking ? await getThinking({ data: { id } }) : null
  if (read && !read.ok) return read
  return { ok: true, data: answerDocument({ text, thinking: read?.data.text ?? null, sources, headings }) }
}
