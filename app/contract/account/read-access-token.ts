import * as config from '#config'

const { queryParam, maxLength } = config.auth.accessToken

export type AccessTokenQuery = {
  /** The URL without the parameter, as a path of this host; the rest is unchanged. */
  cleanPath: string
  /** The parameter's value; null unless it is a single string of a plausible length. */
  token: string | null
}

/** Removes `?access_token=` from a URL, in every notation; returns null if there is none. */
export function readAccessToken(url: URL): AccessTokenQuery | null {
  const parts = url.search.slice(1).split('&')
  const rest = parts.filter((part) => !isAccessToken(part))
  if (rest.length === parts.length) return null
  const values = url.searchParams.getAll(queryParam)
  const [only = ''] = values
  const isOneString = rest.length === parts.length - 1 && values.length === 1 && only !== '' && only.length <= maxLength
  const search = rest.join('&')
  // Two slashes at the beginning would address another host.
  return { cleanPath: url.pathname.replace(/^\/+/, '/') + (search && `?${search}`), token: isOneString ? only : null }
}

/** Whether the part is `a=…`, `a[]=…` or `a[0]=…`, in any escaping. */
function isAccessToken(part: string): boolean {
  const [name = ''] = new URLSearchParams(part).keys()
  return name === queryParam || name.startsWith(`${queryParam}[`)
}
