import type { IncomingHttpHeaders } from 'node:http'
import { v7 as uuidv7 } from 'uuid'
import type { Logger } from 'pino'
import { negotiateLocale } from '#app/contract/base/locale.ts'
import type { ErrorBody } from '#app/contract/base/errors.ts'
import { type ApiErrorCode, apiErrorStatus } from '#app/contract/base/error-codes.ts'
import { config } from '#config'
import { errorTexts } from '../api/answers/error-texts.ts'
import type { ReportError } from '../api-client/transport.ts'
import { type ServerText, translate } from '../i18n.ts'

const texts = {
  title: /*i18n*/ { id: 'fault.title', message: 'Internal Server Error' },
  heading: /*i18n*/ { id: 'fault.heading', message: 'Couldn’t load this page' },
  words: /*i18n*/ {
    id: 'fault.words',
    message: 'It’s our fault. Your results and tokens are safe, and running jobs continue. Try again in a minute.',
  },
  quote: /*i18n*/ { id: 'fault.quote', message: 'If you contact us about this, quote {id}.' },
  unknownTitle: /*i18n*/ { id: 'fault.unknown_host.title', message: 'Unknown address' },
  unknownHeading: /*i18n*/ { id: 'fault.unknown_host.heading', message: 'This server doesn’t know this address' },
  unknownWords: /*i18n*/ {
    id: 'fault.unknown_host.words',
    message:
      'If this is your server, set PUBLIC_URL to the address that you opened ({host}) and start it again. Its IP address, localhost and names of your own network work without that.',
  },
  startingTitle: /*i18n*/ { id: 'fault.starting.title', message: 'The server is starting' },
  startingWords: /*i18n*/ {
    id: 'fault.starting.words',
    message: 'It’s updating its data. Your results and tokens are safe. This page opens by itself when it’s done.',
  },
  home: /*i18n*/ { id: 'fault.home', message: 'Go to home page' },
} satisfies Record<string, ServerText>

export function openErrorReport(logger: Logger): ReportError {
  return (error, what) => {
    const errorId = uuidv7()
    logger.error({ ...(error !== undefined && { err: error }), errorId }, what)
    return errorId
  }
}

/** Responds in the API's error format to requests that do not reach the API. */
export function problemAnswer(
  request: Request,
  code: ApiErrorCode,
  { errorId, status = apiErrorStatus[code], values = {} }: ProblemOptions = {},
): Response {
  const detail = translate(localeOf(request), errorTexts[code], { id: errorId ?? '', ...values })
  const body: ErrorBody = { detail, code, ...(errorId && { error_id: errorId, request_id: errorId }) }
  return Response.json(body, { status, headers: { 'cache-control': 'no-store', ...(errorId && { 'x-request-id': errorId }) } })
}
type ProblemOptions = { errorId?: string; status?: number; values?: Record<string, string | number> }

/** Renders a static page, for when the error page itself cannot be rendered. */
export function errorPage(request: Request, errorId: string): Response {
  const locale = localeOf(request)
  const say = (text: ServerText) => translate(locale, text, { id: errorId })
  return barePage(request, 500, say(texts.title), say(texts.heading), [say(texts.words), say(texts.quote)])
}

/** Paths whose answers are read by programs. */
const forPrograms = /^\/(?:(?:api|openai|anthropic|_serverFn)\/|mcp(?:$|\?))/

/** Answers a request that comes before the server can: while it opens and migrates its database. */
export function startingAnswer(request: Request): Response {
  const { pathname } = new URL(request.url)
  const answer = forPrograms.test(pathname)
    ? problemAnswer(request, 'unavailable')
    : barePage(
        request,
        apiErrorStatus.unavailable,
        translate(localeOf(request), texts.startingTitle),
        translate(localeOf(request), texts.startingTitle),
        [translate(localeOf(request), texts.startingWords)],
      )
  answer.headers.set('retry-after', '5')
  // The page needs no script to open by itself.
  if (answer.headers.get('content-type')?.startsWith('text/html')) answer.headers.set('refresh', '5')
  return answer
}

/** Refuses a request that names a host which this server does not know. */
export function unknownHostAnswer(target: string, { host = '', ...headers }: IncomingHttpHeaders): Response {
  const { cookie = '', 'accept-language': language = '' } = headers
  const request = new Request('http://localhost', { headers: { cookie, 'accept-language': language } })
  if (forPrograms.test(target)) return problemAnswer(request, 'unknown_host')
  const say = (text: ServerText) => translate(localeOf(request), text, { host })
  return barePage(request, apiErrorStatus.unknown_host, say(texts.unknownTitle), say(texts.unknownHeading), [say(texts.unknownWords)])
}

/** Renders a page without script and session, so that it cannot fail. */
function barePage(request: Request, status: number, title: string, heading: string, words: readonly string[]): Response {
  const locale = localeOf(request)
  const html = `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>:root{color-scheme:light dark}body{max-width:40rem;margin:20vh auto 0;padding:0 1.25rem;font:1.125rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}h1{line-height:1.2}a{color:inherit}</style>
</head>
<body>
<main>
<p>${status}</p>
<h1>${heading}</h1>
${words.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n')}
<p><a href="/">${translate(locale, texts.home)}</a></p>
</main>
</body>
</html>
`
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  }
  return new Response(html, { status, headers })
}

const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)

const localeCookie = new RegExp(`(?:^|;\\s*)${config.locale.cookie.name}=([^;]*)`)

function localeOf(request: Request) {
  const cookie = localeCookie.exec(request.headers.get('cookie') ?? '')?.[1]
  return negotiateLocale(cookie, request.headers.get('accept-language'))
}
