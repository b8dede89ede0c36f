import { asc, eq, isNotNull, and } from 'drizzle-orm'
import type { Database } from '#app/server/db/database.ts'
import { files } from '#app/server/db/schema/files.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import type { toolCalls } from '#app/server/db/schema/tool-calls.ts'
import { translate } from '#app/server/i18n.ts'
import { generationErrorTexts } from '../generations/error-texts.ts'
import type { ToolAnswer } from '../tools/answer.ts'
import { partOf } from '../tools/read.ts'

/** Images of a result that the model sees. */
const mostSeen = 4

type Call = Pick<typeof toolCalls.$inferSelect, 'id' | 'run'>

/** Describes the run that a call has become, as its result for the model. Undefined while it runs. */
export async function answerOfRun(db: Database, { id, run: wanted }: Call): Promise<{ answer: ToolAnswer; state?: 'stopped' } | undefined> {
  const [run] = await db.select().from(generations).where(eq(generations.id, id))
  if (!run?.finishedAt) return undefined
  if (run.status === 'canceled') return { answer: { text: 'Stopped by the person.', failed: true }, state: 'stopped' }
  if (run.status === 'failed') {
    const code = run.errorCode !== null && run.errorCode in generationErrorTexts ? run.errorCode : 'internal'
    return { answer: { text: `It failed, at no cost: ${translate('en', generationErrorTexts[code])}`, failed: true } }
  }
  if (run.deletedAt !== null) return { answer: { text: 'The person has deleted it.', failed: true } }
  const { mediaType, bytes, width, height, durationMs, position } = files
  const made = await db
    .select({ mediaType, bytes, width, height, durationMs, position })
    .from(files)
    .where(and(eq(files.generationId, id), isNotNull(position)))
    .orderBy(asc(position))
  const facts = made.map((file) =>
    [
      file.mediaType,
      ...(file.width !== null && file.height !== null ? [`${file.width}×${file.height}`] : []),
      ...(file.durationMs !== null ? [`${(file.durationMs / 1_000).toFixed(1)} s`] : []),
      `${file.bytes} bytes`,
    ].join(', '),
  )
  const missing = [...new Set([...(run.understanding?.ignored ?? []), ...(run.advice?.kind === 'not_drawn' ? run.advice.words : [])])]
  const text = [
    ...(wanted?.edited ? [`The person changed it before allowing it. Prompt: ${JSON.stringify(run.prompt)}, model: ${run.model}.`] : []),
    ...(missing.length > 0 ? [`Not ${run.type === 'audio' ? 'heard' : 'drawn'}: ${missing.join(', ')}.`] : []),
    ...(run.text ? [partOf(run.text, { handle: 'it', from: 0 })] : []),
    'Made and shown to the person:',
  ].join('\n')
  const inputs = made
    .filter((file) => file.mediaType.startsWith('image/'))
    .slice(0, mostSeen)
    .map((file) => ({ generation_id: id, index: file.position ?? 0, role: 'reference' as const }))
  return { answer: { text, items: [{ kind: 'w', id, line: [run.type, ...facts].join(' · ') }], inputs } }
}
