import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { OperatorPersonDetails } from '#app/contract/operator/operator.ts'
import type { OperatorRight } from '#app/contract/operator/operator-rights.ts'
import { type Role, roles } from '#app/contract/account/roles.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { Select } from '#app/ui/controls/select.tsx'
import { type AccountAct, AccountDialog } from './account-dialogs.tsx'
import { ActDialog } from '../base/act-dialog.tsx'
import { ChangeTokensDialog } from './change-tokens-dialog.tsx'
import { LimitsDialog } from './limits-dialog.tsx'
import { useRoleNames } from '../base/names.ts'
import { assignRole, blockPerson, endPersonSessions, unblockPerson } from '../base/operator.functions.ts'

type Act = 'tokens' | 'limits' | 'block' | 'unblock' | 'sign_out' | 'role' | AccountAct

/** The acts that the caller's role allows on this person. */
export function PersonActions({ person }: { person: OperatorPersonDetails }) {
  const [act, setAct] = useState<Act | null>(null)
  const may = (right: OperatorRight) => person.rights.includes(right)
  const close = () => setAct(null)
  const blocked = person.state === 'blocked'
  if (person.rights.length === 0) return null
  return (
    <div className="flex flex-wrap gap-2">
      {may('grant_tokens') && (
        <Button variant="secondary" onClick={() => setAct('tokens')}>
          <Trans>Grant or take tokens</Trans>
        </Button>
      )}
      {may('set_limits') && (
        <Button variant="secondary" onClick={() => setAct('limits')}>
          <Trans>Group and limits</Trans>
        </Button>
      )}
      {may('end_sessions') && !blocked && (
        <Button variant="secondary" onClick={() => setAct('sign_out')}>
          <Trans>Sign out everywhere</Trans>
        </Button>
      )}
      {may('assign_roles') && (
        <Button variant="secondary" onClick={() => setAct('role')}>
          <Trans>Change role</Trans>
        </Button>
      )}
      {may('manage_accounts') && !person.email_verified && (
        <Button variant="secondary" onClick={() => setAct('confirm_email')}>
          <Trans>Confirm email</Trans>
        </Button>
      )}
      {may('manage_accounts') && person.two_factor && (
        <Button variant="secondary" onClick={() => setAct('reset_second_step')}>
          <Trans>Reset two-factor</Trans>
        </Button>
      )}
      {may('manage_accounts') && person.state === 'active' && (
        <Button variant="secondary" onClick={() => setAct('export')}>
          <Trans>Send data export</Trans>
        </Button>
      )}
      {may('manage_accounts') && person.state !== 'deleting' && (
        <Button variant="secondary" onClick={() => setAct('delete')}>
          <Trans>Delete account</Trans>
        </Button>
      )}
      {may('block_people') && (
        <Button variant={blocked ? 'secondary' : 'danger'} onClick={() => setAct(blocked ? 'unblock' : 'block')}>
          {blocked ? <Trans>Unblock</Trans> : <Trans>Block</Trans>}
        </Button>
      )}
      {(act === 'confirm_email' || act === 'reset_second_step' || act === 'export' || act === 'delete') && (
        <AccountDialog act={act} person={person} onClose={close} />
      )}
      {act === 'tokens' && <ChangeTokensDialog person={person} onClose={close} />}
      {act === 'limits' && <LimitsDialog person={person} onClose={close} />}
      {act === 'role' && <RoleDialog person={person} onClose={close} />}
      {(act === 'block' || act === 'unblock' || act === 'sign_out') && <AccessDialog act={act} person={person} onClose={close} />}
    </div>
  )
}

type DialogProps = { person: OperatorPersonDetails; onClose: () => void }

function AccessDialog({ act, person: { id }, onClose }: DialogProps & { act: 'block' | 'unblock' | 'sign_out' }) {
  const { t } = useLingui()
  const acts = {
    block: {
      title: <Trans>Block this person?</Trans>,
      description: (
        <Trans>They are signed out at once. Their runs stop, unused tokens return, and their API keys and public links don’t work.</Trans>
      ),
      action: <Trans>Block</Trans>,
      done: t`Person blocked`,
      call: blockPerson,
    },
    unblock: {
      title: <Trans>Unblock this person?</Trans>,
      description: <Trans>They can sign in again. Their API keys and public links work again.</Trans>,
      action: <Trans>Unblock</Trans>,
      done: t`Person unblocked`,
      call: unblockPerson,
    },
    sign_out: {
      title: <Trans>Sign this person out everywhere?</Trans>,
      description: <Trans>All their sessions and password reset links end. They can sign in again.</Trans>,
      action: <Trans context="a person">Sign out</Trans>,
      done: t`Sessions ended`,
      call: endPersonSessions,
    },
  }
  const { call, ...texts } = acts[act]
  return <ActDialog {...texts} destructive={act === 'block'} onClose={onClose} onAct={(reason) => call({ data: { id, reason } })} />
}

function RoleDialog({ person, onClose }: DialogProps) {
  const { t } = useLingui()
  const names = useRoleNames()
  const [role, setRole] = useState<Role>(person.role)
  const abilities: Record<Role, string> = {
    member: t`Uses the app. Sees nothing of other people.`,
    support: t`Sees people and runs without prompts, grants small amounts of tokens and signs people out.`,
    operator: t`Also sees the overview and the audit log, grants any amount, blocks people, sets groups and limits, stops runs, and manages models and connections.`,
    owner: t`Can do everything, and changes roles.`,
  }
  return (
    <ActDialog
      title={<Trans>Change role</Trans>}
      description={abilities[role]}
      action={<Trans>Change role</Trans>}
      done={t`Role changed`}
      ready={role !== person.role}
      onClose={onClose}
      onAct={(reason) => assignRole({ data: { id: person.id, role, reason } })}
    >
      <Select label={t`Role`} value={role} onValueChange={setRole} items={roles.map((value) => ({ value, label: names[value] }))} />
    </ActDialog>
  )
}
