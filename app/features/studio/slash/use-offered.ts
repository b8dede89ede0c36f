import { useQuery } from '@tanstack/react-query'
import type { StudioTool } from '#app/contract/studio/tool-names.ts'
import { useOnceHydrated } from '#app/shell/data/query-data.ts'
import { useUser } from '#app/shell/data/session.queries.ts'
import { toolsQuery } from '#app/shell/data/tools.queries.ts'

/** Returns whether the operator lets the person call a tool by a command: not until it is known. Guests see what they could do. */
export function useOffered(): (tool: StudioTool) => boolean {
  const user = useUser()
  const data = useOnceHydrated(useQuery({ ...toolsQuery(undefined), enabled: Boolean(user) }).data)
  if (!user) return () => true
  return (tool) => data?.commands === true && data.items.some(({ name }) => name === tool)
}
