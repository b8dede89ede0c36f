import type { Generation } from '#app/contract/runs/generations.ts'
import { readBeside } from '../../core/making/generations/related-rows.ts'
import { type GenerationRow, toGeneration } from '../../core/making/generations/to-generation.ts'
import { siteUrl } from '../../site-url.ts'
import { readBytes } from '../protocols/result-files.ts'
import { asText, type ToolContent, type ToolRequest, type ToolResult } from './tool.ts'
import { maxToolWaitSeconds } from './follow-run.ts'

type Showing = Pick<ToolRequest<unknown>, 'runtime' | 'locale'>

/** Most images that a result contains itself; there is a link to each. */
const maxImages = 4
/** Bytes; clients refuse results of more than about a megabyte. */
const maxImageBytes = 200 * 1024
const shownTypes: ReadonlySet<string> = new Set(['image/webp', 'image/png', 'image/jpeg', 'image/gif'])

/** Describes a run for a model, with complete addresses. */
export function describeRun({ runtime: { env } }: Showing, run: Generation) {
  const site = siteUrl(env)
  return {
    id: run.id,
    type: run.type,
    status: run.status,
    model: run.model,
    title: run.title,
    prompt: run.prompt,
    created_at: run.created_at,
    ...(run.charged === null ? { price: run.price } : { charged: run.charged }),
    ...(run.status === 'running' && { progress: run.progress }),
    ...(run.status === 'queued' && { runs_ahead: run.ahead }),
    text: run.text,
    cut: run.cut || null,
    files: run.files.map(({ url, media_type, bytes, width, height, duration_ms, thumbnail_url, poster_url }) => ({
      url: new URL(url, site).href,
      media_type,
      bytes,
      width,
      height,
      duration_ms,
      preview_url: thumbnail_url || poster_url ? new URL(thumbnail_url ?? poster_url ?? url, site).href : null,
    })),
    error: run.error,
    page: `${site}${run.thread_id ? `/dashboard/text?thread=${run.thread_id}` : `/dashboard?item=${run.id}`}`,
    ...(!run.finished_at && { next: `Not finished. Call get with this id and wait_seconds ${maxToolWaitSeconds}.` }),
  }
}

/** Shows a run: its description, small images of the results, and a link to each file. */
export async function showRun(showing: Showing, row: GenerationRow): Promise<ToolResult> {
  const { runtime, locale } = showing
  const { db, keys, providers } = runtime
  const beside = (await readBeside(db, [row.id])).get(row.id)
  const run = await toGeneration(db, { ...row, ...(beside && { beside }) }, { keys, providers, locale })
  const described = describeRun(showing, run)
  const images = (beside?.files ?? []).flatMap(imageOf).slice(0, maxImages)
  const shown = await Promise.all(
    images.map(async ({ id, mimeType }): Promise<ToolContent> => {
      return { type: 'image', data: (await readBytes(runtime, id)).toString('base64'), mimeType }
    }),
  )
  const links = described.files.map(({ url, media_type, bytes }, index): ToolContent => ({
    type: 'resource_link',
    uri: url,
    name: `${run.type} ${index + 1}`,
    mimeType: media_type,
    size: bytes,
  }))
  return { content: [asText(described), ...shown, ...links], ...(run.status === 'failed' && { isError: true as const }) }
}

type FileBeside = { id: string; mediaType: string; bytes: number; posterId: string | null }

/** The still of a file, or the file itself if it is small. */
function imageOf({ id, mediaType, bytes, posterId }: FileBeside): { id: string; mimeType: string }[] {
  if (posterId !== null) return [{ id: posterId, mimeType: 'image/webp' }]
  return shownTypes.has(mediaType) && bytes <= maxImageBytes ? [{ id, mimeType: mediaType }] : []
}
