import type { AnyRouter } from '@tanstack/react-router'
import {
  defaultStreamHandler,
  defineHandlerCallback,
  getSsrStatus,
  RouterServer,
  transformHtmlStringWithRouter,
} from '@tanstack/react-router/ssr/server'
import { getGlobalStartContext } from '@tanstack/react-start'
import { renderToString } from 'react-dom/server'
import { shieldHtml, shieldStream } from './shield-html.ts'

/**
 * The end of React's mark of a part that is not in the HTML, because it suspended or failed. A search for the whole mark would stop at each
 * `<`. Texts have no `>` of their own, and a page with this end in its data is only streamed.
 */
const missingPart = '$!-->'
const doctype = '<!DOCTYPE html>'
const bodyEnd = '</body>'

/**
 * Renders a page as one string, which costs a fraction of a stream, if its data and parts are ready. Otherwise the page is rendered again as
 * a stream, which sends the parts as they become ready and reports errors.
 */
export const renderPage = defineHandlerCallback<AnyRouter>(async (page) => {
  const { router, responseHeaders } = page
  repeatScripts(router)
  const rendered = renderAtOnce(router)
  if (rendered === null) {
    const answer = await defaultStreamHandler(page)
    return answer instanceof Response ? shielded(answer) : { ...answer, response: shielded(answer.response) }
  }
  const status = getSsrStatus(router)
  const html = shieldHtml(await withScripts(router, rendered, page.request.signal))
  const takeHtml = getGlobalStartContext()?.takeHtml
  takeHtml?.(html)
  return new Response(takeHtml ? null : html, { status, headers: responseHeaders })
})

const shielded = (response: Response): Response =>
  response.body ? new Response(response.body.pipeThrough(shieldStream()), response) : response

function renderAtOnce(router: AnyRouter): Buffer<ArrayBuffer> | null {
  try {
    const html = Buffer.from(doctype + renderToString(<RouterServer router={router} />))
    return html.includes(missingPart) ? null : html
  } catch {
    return null
  }
}

/**
 * Adds the router's scripts, of which none is left if all of the page's data was ready. The page stays in bytes: as a string, it is a tree of
 * thousands of parts, and each search or addition would join them again.
 */
async function withScripts(router: AnyRouter, html: Buffer<ArrayBuffer>, signal: AbortSignal): Promise<Buffer<ArrayBuffer>> {
  const scripts = (await transformHtmlStringWithRouter(router, '', { signal })).slice(doctype.length)
  if (scripts === '') return html
  const end = html.lastIndexOf(bodyEnd)
  return Buffer.concat([html.subarray(0, end), Buffer.from(scripts), html.subarray(end)])
}

/** Returns the same scripts to each rendering, because the router hands them out once. */
function repeatScripts({ serverSsr }: AnyRouter): void {
  if (!serverSsr) return
  const take = serverSsr.takeInitialHydrationScriptTags
  let taken: ReturnType<typeof take>
  serverSsr.takeInitialHydrationScriptTags = () => (taken ??= take())
}
