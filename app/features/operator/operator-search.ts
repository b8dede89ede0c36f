import { day, oneOf, searchParams, text, uuid } from '#app/contract/search-params.ts'
import { kinds, searchMaxLength } from '#app/contract/values.ts'

// Pages check roles, states and actions, because their lists would be part of the first load of every page.

/** The days of the overview: the latest `span` days, or those from `from` to `to`, inclusive. */
export const overviewSearch = searchParams({ span: oneOf(7, 30, 90), from: day, to: day })
export type OverviewSearch = ReturnType<typeof overviewSearch>

export const peopleSearch = searchParams({ q: text(searchMaxLength), role: text(20), state: text(20), group: uuid })
export type PeopleSearch = ReturnType<typeof peopleSearch>

export const runsSearch = searchParams({ person: uuid, type: oneOf(...kinds), status: text(20), model: text(100), view: oneOf('queue') })
export type RunsSearch = ReturnType<typeof runsSearch>

export const auditSearch = searchParams({ q: text(searchMaxLength), person: uuid, action: text(40) })
export type AuditSearch = ReturnType<typeof auditSearch>

export const ordersSearch = searchParams({ q: text(searchMaxLength), status: text(20) })
export type OrdersSearch = ReturnType<typeof ordersSearch>

/** The id of a model; without one, a new model is named. */
export const definitionSearch = searchParams({ id: text(100), state: text(20) })

/** Properties of pages that read and change the search of the address. */
export type SearchProps<Search> = { search: Search; onSearchChange: (change: Partial<Search>) => void }
