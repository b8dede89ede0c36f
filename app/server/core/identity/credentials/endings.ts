/** Everything that opens an account or is on its way to one. */
export const credentials = [
  'password',
  'sessions',
  'api_keys',
  'passkeys',
  'two_factor',
  'recovery_codes',
  'identities',
  'mailed_links',
  'handovers',
] as const
export type Credential = (typeof credentials)[number]

/** Events of an account that may end credentials. */
export const credentialEvents = [
  'password_changed',
  'password_reset',
  'first_proof',
  'email_verified',
  'email_changed',
  'email_kept',
  'two_factor_on',
  'two_factor_off',
  'second_step_reset',
  'sessions_ended',
  'role_removed',
  'blocked',
  'deletion_scheduled',
  'erased',
] as const
export type CredentialEvent = (typeof credentialEvents)[number]

/**
 * The effect of an event on a credential:
 * `ends`: it never works again; `others_end`: all but those of the acting sessions end; `asked`: it ends if the person asks for that;
 * `operator_ends`: those with the scope `operator` end; `replaced`: a new one takes its place;
 * `paused`: it is refused until the account is unblocked or its owner signs in; `stays`: it works as before.
 */
export type Ending = 'ends' | 'others_end' | 'asked' | 'operator_ends' | 'replaced' | 'paused' | 'stays'

const stays = {
  password: 'stays',
  sessions: 'stays',
  api_keys: 'stays',
  passkeys: 'stays',
  two_factor: 'stays',
  recovery_codes: 'stays',
  identities: 'stays',
  mailed_links: 'stays',
  handovers: 'stays',
} satisfies Record<Credential, Ending>

const gone = {
  password: 'ends',
  sessions: 'ends',
  api_keys: 'ends',
  passkeys: 'ends',
  two_factor: 'ends',
  recovery_codes: 'ends',
  identities: 'ends',
  mailed_links: 'ends',
  handovers: 'ends',
} satisfies Record<Credential, Ending>

/** With sessions end the links and sign-ins that would open new ones. */
const signedOut = { ...stays, sessions: 'ends', mailed_links: 'ends', handovers: 'ends' } satisfies Record<Credential, Ending>
const othersSignedOut = { ...signedOut, sessions: 'others_end' } satisfies Record<Credential, Ending>

/** The endings of each event. `endCredentials` acts by this table, and `docs/credentials.md` shows it. */
export const endings = {
  password_changed: { ...othersSignedOut, password: 'replaced', api_keys: 'asked' },
  password_reset: { ...signedOut, password: 'replaced', api_keys: 'ends' },
  // A stranger may have made all of these with the address of somebody else.
  first_proof: { ...gone, password: 'replaced' },
  email_verified: stays,
  email_changed: othersSignedOut,
  email_kept: signedOut,
  two_factor_on: othersSignedOut,
  two_factor_off: { ...stays, two_factor: 'ends', recovery_codes: 'ends' },
  second_step_reset: { ...signedOut, two_factor: 'ends', recovery_codes: 'ends' },
  sessions_ended: signedOut,
  role_removed: { ...stays, api_keys: 'operator_ends' },
  blocked: { ...signedOut, password: 'paused', api_keys: 'paused', passkeys: 'paused', identities: 'paused' },
  // A sign-in cancels the deletion.
  deletion_scheduled: { ...signedOut, api_keys: 'paused' },
  erased: gone,
} as const satisfies Record<CredentialEvent, Record<Credential, Ending>>
