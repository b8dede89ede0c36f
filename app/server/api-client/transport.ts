export type ApiCaller = {
  /** The person's address, for the API's limits. */
  clientAddress: string | undefined
}

/** Carries one request to the HTTP API: to this process without a socket, or to a remote one. The only thing that knows of the API's whereabouts. */
export type ApiTransport = (request: Request, caller: ApiCaller) => Promise<Response>

/** Logs a fault and returns the id that a person can quote. An error's message may hold anything, so it is not shown to anybody. */
export type ReportFault = (error: unknown, what: string) => string

/** What the server that hosts the framework gives to every request. `api` is absent in development, where the API is always a process of its own. */
export type WebRequestContext = {
  api?: ApiTransport | undefined
  clientAddress?: string | undefined
  /** Where people reach the app, without a slash at the end: never what a request says of itself. */
  siteUrl?: string | undefined
  report?: ReportFault | undefined
}

/** An API in another process, at `baseUrl`: its origin is used, the path stays. It must trust this process as a proxy to see people's addresses. */
export function remoteTransport(baseUrl: string): ApiTransport {
  const { origin } = new URL(baseUrl)
  return (request, { clientAddress }) => {
    const { pathname, search } = new URL(request.url)
    const forwarded = new Request(`${origin}${pathname}${search}`, request)
    if (clientAddress) forwarded.headers.set('x-forwarded-for', clientAddress)
    return fetch(forwarded)
  }
}
