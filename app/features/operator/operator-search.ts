import type { GenerationStatus } from '#app/contract/generations.ts'
import { operatorActions, personStates, roles } from '#app/contract/roles.ts'
import { oneOf, searchParams, text, uuid } from '#app/contract/search-params.ts'
import { kinds, searchMaxLength } from '#app/contract/values.ts'

/** Listed here, because their schema would be part of the first load of every page. */
export const runStatuses = ['queued', 'running', 'succeeded', 'failed', 'canceled'] as const satisfies readonly GenerationStatus[]

/** Spans of the overview, in days. */
export const overviewSpans = [7, 30, 90] as const
export const overviewSearch = searchParams({ span: oneOf(...overviewSpans) })
export type OverviewSearch = ReturnType<typeof overviewSearch>

export const peopleSearch = searchParams({ q: text(searchMaxLength), role: oneOf(...roles), state: oneOf(...personStates) })
export type PeopleSearch = ReturnType<typeof peopleSearch>

export const runsSearch = searchParams({ person: uuid, type: oneOf(...kinds), status: oneOf(...runStatuses), model: text(100) })
export type RunsSearch = ReturnType<typeof runsSearch>

export const auditSearch = searchParams({ person: uuid, action: oneOf(...operatorActions) })
export type AuditSearch = ReturnType<typeof auditSearch>

/** Properties of pages that read and change the search of the address. */
export type SearchProps<Search> = { search: Search; onSearchChange: (change: Partial<Search>) => void }
