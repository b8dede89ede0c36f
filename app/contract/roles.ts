/** Roles of people on an installation, from the least to the most trusted. */
export const roles = ['member', 'support', 'operator', 'owner'] as const
export type Role = (typeof roles)[number]

/** Rights beyond one's own account, for people who run the installation. */
export const operatorRights = [
  'enter',
  'see_overview',
  'see_people',
  'grant_tokens',
  'end_sessions',
  'block_people',
  'assign_roles',
  'see_runs',
  'stop_runs',
  'see_audit',
  'decide_reports',
  'manage_connections',
  'manage_codes',
  'manage_groups',
  'set_limits',
  'manage_announcements',
  'manage_server',
  'manage_shop',
  'act_in_bulk',
] as const
export type OperatorRight = (typeof operatorRights)[number]

/** States of an account, as the operator sees them. */
export const personStates = ['active', 'blocked', 'deleting'] as const

export const isRole = (value: unknown): value is Role => roles.some((role) => role === value)
