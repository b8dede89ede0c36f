import {
  type Credential,
  credentialEvents,
  type CredentialEvent,
  credentials,
  type Ending,
  endings,
} from '../../app/server/core/identity/credentials/endings.ts'

const names: Record<Credential, string> = {
  password: 'Password',
  sessions: 'Sessions',
  api_keys: 'API keys',
  passkeys: 'Passkeys',
  two_factor: 'Two-factor',
  recovery_codes: 'Recovery codes',
  identities: 'Connected services',
  mailed_links: 'Mailed links',
  handovers: 'Unfinished sign-ins',
}

const titles: Record<CredentialEvent, string> = {
  password_changed: 'Change of the password, signed in',
  password_reset: 'Reset of the password by email',
  first_proof: 'The same, as the first proof of the address',
  email_verified: 'Confirmation of the address, signed in',
  email_changed: 'Confirmed change of the address, signed in',
  email_kept: '“It was not me” to a change of the address',
  two_factor_on: 'Two-factor on',
  two_factor_off: 'Two-factor off',
  second_step_reset: 'Two-factor reset by an operator',
  sessions_ended: 'Sessions ended by an operator',
  role_removed: 'Role removed',
  blocked: 'Account blocked',
  deletion_scheduled: 'Deletion scheduled',
  erased: 'Account erased',
}

const effects: Record<Ending, string> = {
  ends: '**end**',
  others_end: '**others end**',
  asked: '**end, if asked**',
  operator_ends: '**with `operator` end**',
  replaced: '**replaced**',
  paused: '_paused_',
  stays: 'stay',
}

const introduction = `# What ends which credential

Everything that opens an account or is on its way to one, and what each event does to it. It is generated from
\`app/server/core/identity/credentials/endings.ts\` by \`npm run snapshots\`; \`endCredentials\` acts by the same table, and \`endings.test.ts\` next to it
makes every event and tries every credential afterwards.

_Others end_ spares the session that acts. _Paused_ credentials are refused until an operator unblocks the account, or its owner signs in and so
cancels the deletion. _Mailed links_ reset a password or change the address. _Unfinished sign-ins_ are handovers to a page, and sign-ins that wait for
their second step. An operator who confirms an address ends nothing ([decision 126](decisions/0126-a-first-proof-ends-what-came-before.md)).
`

function table(): string {
  const rows = [
    ['Event', ...credentials.map((credential) => names[credential])],
    ...credentialEvents.map((event) => [titles[event], ...credentials.map((credential) => effects[endings[event][credential]])]),
  ]
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[], fill = ' ') =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0, fill)).join(' | ')} |`
  const [header = [], ...body] = rows
  return [
    line(header),
    line(
      header.map(() => ''),
      '-',
    ),
    ...body.map((row) => line(row)),
  ].join('\n')
}

/** Describes the table of endings for docs/credentials.md. */
export const describeCredentials = (): string => `${introduction}\n${table()}\n`
