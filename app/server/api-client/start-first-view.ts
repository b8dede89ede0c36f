import { getOverviewCall } from '#app/contract/library/library.calls.ts'
import { getStudioCall } from '#app/contract/studio/studios.calls.ts'
import { splitLocalePath } from '#app/contract/base/locale.ts'
import { overviewOfPage, studioOfPage } from '#app/contract/runs/usual-models.ts'
import { kinds, modelTasks } from '#app/contract/base/values.ts'
import type { SessionApi } from './session.ts'

/**
 * Starts the call that the route of a member's page will make, and returns whether it did. A call that the route does not make, because it is
 * another page or has another input, is only wasted.
 */
export function startFirstView(openApi: () => Pick<SessionApi, 'start'>, { pathname, searchParams }: URL): boolean {
  const [page, studio, ...rest] = splitLocalePath(pathname).pathname.split('/').filter(Boolean)
  if (page !== 'dashboard' || rest.length > 0) return false
  if (studio === undefined)
    return !searchParams.has('chord') && !searchParams.has('compare') && openApi().start(getOverviewCall, overviewOfPage)
  const kind = kinds.find((one) => one === studio)
  const task = modelTasks.find((one) => one === searchParams.get('task'))
  return kind !== undefined && openApi().start(getStudioCall, studioOfPage(kind, kind === 'audio' || kind === 'video' ? task : undefined))
}
