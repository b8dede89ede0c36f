import type { QueryClient } from '@tanstack/react-query'
import type { OverviewSearch } from '../base/operator-search.ts'
import { accessQuery, overviewQuery } from '../base/operator.queries.ts'

/** Loads the overview; returns false to people whose role does not show it. */
export async function loadOverview(queryClient: QueryClient, search: OverviewSearch): Promise<boolean> {
  const { rights, second_step: secondStep } = await queryClient.ensureQueryData(accessQuery)
  if (secondStep === 'missing') return true
  if (!rights.includes('see_overview')) return false
  await queryClient.ensureQueryData(overviewQuery(search))
  return true
}
