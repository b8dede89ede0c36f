import { day, oneOf, searchParams, text, uuid } from '#app/contract/base/search-params.ts'
import { kinds, searchMaxLength } from '#app/contract/base/values.ts'

// Pages check roles, states and actions, because their lists would be part of the first load of every page.

/** The least seconds of runs to choose from. */
export const runSeconds = [10, 60, 300, 1800] as const

/** The days of the overview: the latest `span` days, or those from `from` to `to`, inclusive. */
export const overviewSearch = searchParams({ span: oneOf(7, 30, 90), from: day, to: day })
export type OverviewSearch = ReturnType<typeof overviewSearch>

const order = oneOf('asc', 'desc')

export const peopleSearch = searchParams({
  q: text(searchMaxLength),
  role: text(20),
  state: text(20),
  group: uuid,
  ran: oneOf('yes', 'no'),
  paid: oneOf('yes', 'test', 'no'),
  sort: oneOf('joined', 'seen', 'balance', 'spent', 'paid'),
  order,
})
export type PeopleSearch = ReturnType<typeof peopleSearch>

export const runsSearch = searchParams({
  q: text(searchMaxLength),
  person: uuid,
  type: oneOf(...kinds),
  status: text(20),
  model: text(100),
  from: day,
  to: day,
  seconds: oneOf(...runSeconds),
  sort: oneOf('time', 'duration', 'tokens'),
  order,
  view: oneOf('queue'),
})
export type RunsSearch = ReturnType<typeof runsSearch>

export const auditSearch = searchParams({ q: text(searchMaxLength), person: uuid, action: text(40) })
export type AuditSearch = ReturnType<typeof auditSearch>

export const ordersSearch = searchParams({ q: text(searchMaxLength), status: text(20), provider: text(20), from: day, to: day })
export type OrdersSearch = ReturnType<typeof ordersSearch>

/** The id of a model; without one, a new model is named. */
export const definitionSearch = searchParams({ id: text(100), state: text(20) })

/** Properties of pages that read and change the search of the address. */
export type SearchProps<Search> = { search: Search; onSearchChange: (change: Partial<Search>) => void }
