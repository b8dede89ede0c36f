import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { carryQueries, takeQueries } from '#app/shell/data/carry-queries.ts'

const id = 'query-data'

/**
 * The data of the page's queries, as the server has read it. It is an element of its own, because the router's serializer would write it as
 * a text, with a backslash before each quotation mark.
 */
export function QueryData() {
  const queryClient = useQueryClient()
  return <script type="application/json" id={id} dangerouslySetInnerHTML={{ __html: carryQueries(queryClient) }} />
}

/** Puts the data of the page into the cache before React hydrates, and removes its element. */
export function takeQueryData(queryClient: QueryClient): void {
  const element = document.getElementById(id)
  if (!element) return
  takeQueries(queryClient, element.textContent)
  element.remove()
}
