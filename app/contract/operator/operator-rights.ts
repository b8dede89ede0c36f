// Apart from the roles, which are part of the first load of every page.

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
  'manage_safety',
  'manage_connections',
  'manage_codes',
  'manage_groups',
  'set_limits',
  'manage_announcements',
  'publish_recipes',
  'manage_server',
  'see_shop',
  'manage_shop',
  'act_in_bulk',
  'create_keys',
  'manage_accounts',
  'view_content',
] as const
export type OperatorRight = (typeof operatorRights)[number]

/** States of an account, as the operator sees them. */
export const personStates = ['active', 'blocked', 'deleting'] as const
