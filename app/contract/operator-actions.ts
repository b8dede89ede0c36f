// Apart from the roles, which are part of the first load of every page.

/** The acts that the audit log records. */
export const operatorActions = [
  'tokens_granted',
  'tokens_taken',
  'person_blocked',
  'person_unblocked',
  'sessions_ended',
  'role_changed',
  'run_stopped',
  'connection_saved',
  'connection_removed',
  'connection_switched',
  'model_switched',
  'model_priced',
  'codes_created',
  'codes_revoked',
  'group_created',
  'group_changed',
  'group_deleted',
  'group_assigned',
  'limits_changed',
  'announcement_created',
  'announcement_changed',
  'announcement_ended',
  'maintenance_changed',
  'bulk_started',
  'bulk_stopped',
  'note_written',
  'note_deleted',
] as const
export type OperatorAction = (typeof operatorActions)[number]
