export type LoadOrder = { url: string; headers: Record<string, string>; connections: number; seconds: number }

/** `waits`: milliseconds per request. `errors`: requests without a response, or with another status than the first. */
export type LoadResult = { status: number; requests: number; errors: number; seconds: number; waits: number[] }

export function isLoadOrder(value: unknown): value is LoadOrder {
  return typeof value === 'object' && value !== null && 'url' in value && 'connections' in value && 'seconds' in value
}

export function isLoadResult(value: unknown): value is LoadResult {
  return typeof value === 'object' && value !== null && 'requests' in value && 'waits' in value
}
