import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { validate } from 'uuid'
import type { OperatorContent } from '#app/contract/operator/operator.ts'
import { config } from '#config'
import type { Database } from '#app/server/db/database.ts'
import { files } from '#app/server/db/schema/files.ts'
import { generations } from '#app/server/db/schema/generations.ts'
import { users } from '#app/server/db/schema/users.ts'
import type { Keys } from '#app/server/keys.ts'
import type { Mailer } from '#app/server/mail/mailer.ts'
import { writeExportNotice } from '#app/server/mail/export-notice.ts'
import { writeSecurityNotice } from '#app/server/mail/security-notice.ts'
import { signFileUrl } from '../../making/files/file-url.ts'
import { Problem } from '../../problem.ts'
import { verifyAndReward } from '../../money/referrals/verify-and-reward.ts'
import { endCredentials } from '../../identity/credentials/end-credentials.ts'
import { announceForAll } from '../../identity/sessions/revocations.ts'
import { stopCharging } from '../../money/subscriptions/stop-charging.ts'
import { hasTwoFactor } from '../../identity/two-factor/get-two-factor.ts'
import type { BlockOptions } from './block-person.ts'
import { lockPerson } from './lock-person.ts'
import { recordAct } from '../../rules/audit/record-act.ts'
import { requireReach } from './require-reach.ts'

/** Confirms the email of a person who proved it in another way, with what a confirmation brings them. */
export async function confirmEmail(db: Database, { actor, personId, reason, address, now = new Date() }: BlockOptions): Promise<void> {
  if (!validate(personId)) throw new Problem('not_found')
  await verifyAndReward(db, personId, async (tx) => {
    const person = await lockPerson(tx, { actor, personId, right: 'manage_accounts' })
    if (person.emailVerifiedAt) return
    await tx.update(users).set({ emailVerifiedAt: now }).where(eq(users.id, personId))
    await endCredentials(tx, { userId: personId, event: 'email_verified', now })
    await recordAct(tx, { userId: actor.userId, address, reason, action: 'email_confirmed', personId, after: { email: person.email } })
  })
}

type MailedOptions = BlockOptions & { siteUrl: string }

/**
 * Removes a person's authenticator and recovery codes. Their sessions end, because one of them may be stolen.
 * `delivery` is the email to the person.
 */
export async function resetSecondStep(
  db: Database,
  mailer: Mailer,
  { actor, personId, reason, address, siteUrl, now = new Date() }: MailedOptions,
): Promise<{ delivery: Promise<void> }> {
  const reset = await db.transaction(async (tx) => {
    const person = await lockPerson(tx, { actor, personId, right: 'manage_accounts' })
    if (!(await hasTwoFactor(tx, { userId: personId }))) return null
    await endCredentials(tx, { userId: personId, event: 'second_step_reset', now })
    await recordAct(tx, { userId: actor.userId, address, reason, action: 'second_step_reset', personId })
    return person
  })
  if (!reset) return { delivery: Promise.resolve() }
  const { email: to, locale } = reset
  return { delivery: mailer.send(writeSecurityNotice({ to, locale, siteUrl, at: now, event: { kind: 'second_step_reset' } })) }
}

/**
 * Emails a person where to download their data, at their request. The archive is made for them only, when they ask for it. Throws
 * `not_found` while they can't sign in. `delivery` is the email.
 */
export async function sendExport(
  db: Database,
  mailer: Mailer,
  { actor, personId, reason, address, siteUrl, now = new Date() }: MailedOptions,
): Promise<{ delivery: Promise<void> }> {
  const { email: to, locale } = await db.transaction(async (tx) => {
    const person = await lockPerson(tx, { actor, personId, right: 'manage_accounts' })
    if (person.blockedAt || person.deleteAfter) throw new Problem('not_found')
    await recordAct(tx, { userId: actor.userId, address, reason, action: 'export_sent', personId })
    return person
  })
  return { delivery: mailer.send(writeExportNotice({ to, locale, siteUrl, at: now })) }
}

/** Schedules the deletion of a person's account at their request, as they would themselves. `delivery` is the email to the person. */
export async function deletePerson(
  db: Database,
  mailer: Mailer,
  { actor, personId, reason, address, siteUrl, now = new Date() }: MailedOptions,
): Promise<{ delivery: Promise<void> }> {
  const deleteAfter = new Date(now.getTime() + config.auth.deletion.grace * 1000)
  const scheduled = await db.transaction(async (tx) => {
    const person = await lockPerson(tx, { actor, personId, right: 'manage_accounts' })
    if (person.deleteAfter) return null
    await tx.update(users).set({ deleteAfter }).where(eq(users.id, personId))
    await endCredentials(tx, { userId: personId, event: 'deletion_scheduled', reason: 'deletion_asked', now })
    await announceForAll(tx, { userId: personId, reason: 'deletion_asked' })
    await stopCharging(tx, personId)
    await recordAct(tx, {
      userId: actor.userId,
      address,
      reason,
      action: 'deletion_scheduled',
      personId,
      after: { delete_after: deleteAfter.toISOString() },
    })
    return person
  })
  if (!scheduled) return { delivery: Promise.resolve() }
  const { email: to, locale } = scheduled
  return { delivery: mailer.send(writeSecurityNotice({ to, locale, siteUrl, at: deleteAfter, event: { kind: 'deletion_scheduled' } })) }
}

export type ViewContentOptions = { keys: Keys; actor: BlockOptions['actor']; id: string; reason: string; address: string }

/**
 * Returns the prompt and the results of a run of a person whom the role reaches. The view is in the audit log before it is shown. Throws
 * `not_found`, `own_account` and `role_too_high`.
 */
export async function viewContent(db: Database, { keys, actor, id, reason, address }: ViewContentOptions): Promise<OperatorContent> {
  if (!validate(id)) throw new Problem('not_found')
  return db.transaction(async (tx) => {
    const [found] = await tx
      .select({ run: generations, person: { id: users.id, role: users.role } })
      .from(generations)
      .innerJoin(users, eq(users.id, generations.userId))
      .where(eq(generations.id, id))
    if (!found || found.run.purgedAt) throw new Problem('not_found')
    requireReach(actor, found.person, 'view_content')
    const { userId: personId, prompt, title, text, deletedAt: trashedAt } = found.run
    await recordAct(tx, { userId: actor.userId, address, reason, action: 'content_viewed', personId, generationId: id })
    const results = await tx
      .select({ id: files.id, mediaType: files.mediaType })
      .from(files)
      .where(and(eq(files.generationId, id), isNotNull(files.position)))
      .orderBy(asc(files.position))
    return {
      prompt,
      title,
      text,
      files: results.map((file) => ({ id: file.id, media_type: file.mediaType, url: signFileUrl(keys, file.id, { trashedAt }) })),
    }
  })
}
