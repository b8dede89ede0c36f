import { findGeneration } from '../../core/making/generations/find-generation.ts'
import type { GenerationRow } from '../../core/making/generations/to-generation.ts'
import { pageOfRequest } from '../../core/making/run-requests/ask-owner.ts'
import { findRequest } from '../../core/making/run-requests/find-request.ts'
import { modelOf, type RunRequestRow } from '../../core/making/run-requests/request-state.ts'
import { runsStartedBy } from '../../core/making/run-requests/show-request.ts'
import { Problem } from '../../core/problem.ts'
import { siteUrl } from '../../site-url.ts'
import { maxToolWaitSeconds } from './follow-run.ts'
import { showRun } from './show-run.ts'
import { asText, type ToolRequest, type ToolResult } from './tool.ts'

type Asking = ToolRequest<unknown>

/** Finds a request of the key. */
export async function findAsked({ runtime: { db }, caller }: Asking, id: string): Promise<RunRequestRow | undefined> {
  try {
    return await findRequest(db, { userId: caller.accountId, apiKeyId: caller.apiKeyId, id })
  } catch (error) {
    if (error instanceof Problem && error.code === 'not_found') return undefined
    throw error
  }
}

const details: Record<Exclude<RunRequestRow['status'], 'allowed'>, string> = {
  open: 'The budget of this API key does not suffice, so its owner has been asked to allow this run. Nothing was charged. Tell the person; they can answer on the page.',
  refused: 'The owner refused this run. Do not ask for it again.',
  expired: 'Nobody answered in time. Nothing was charged.',
  ended: 'The API key that asked has ended.',
}

/** Shows a request, or the run that it has become. */
export async function showAsked(request: Asking, row: RunRequestRow): Promise<ToolResult> {
  const { runtime } = request
  if (row.status === 'allowed') {
    if (row.generationId === null) return showSeveral(request, row)
    return showRun(request, await findGeneration(runtime.db, { userId: row.userId, id: row.generationId }))
  }
  const isOpen = row.status === 'open'
  const described = {
    id: row.id,
    status: isOpen ? 'awaiting_approval' : row.status,
    model: modelOf(row.run),
    price: row.price,
    detail: details[row.status],
    page: pageOfRequest(siteUrl(runtime.env), row.id),
    expires_at: row.expiresAt.toISOString(),
    ...(isOpen && { next: `Call get with this id and wait_seconds ${maxToolWaitSeconds}; it returns the run once it is allowed.` }),
  }
  return { content: [asText(described)], ...(!isOpen && { isError: true as const }) }
}

/** Names the runs of a call that starts several, of which each is shown on its own. */
async function showSeveral({ runtime: { db } }: Asking, row: RunRequestRow): Promise<ToolResult> {
  const runs = await runsStartedBy(db, row)
  if (runs.length === 0 && row.run.call !== 'voice') throw new Problem('not_found')
  const detail = 'The owner has allowed it.'
  return {
    content: [asText({ id: row.id, status: row.status, detail, runs, ...(runs.length > 0 && { next: 'Call get with the id of a run.' }) })],
  }
}

/** Shows a run that was started, or the request of one beyond the budget of the key. */
export async function showRunOrRequest(request: Asking, start: () => Promise<GenerationRow>): Promise<ToolResult> {
  try {
    return await showRun(request, await start())
  } catch (error) {
    const asked = error instanceof Problem && error.runRequest && (await findAsked(request, error.runRequest.id))
    if (!asked) throw error
    return showAsked(request, asked)
  }
}
