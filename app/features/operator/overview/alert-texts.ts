import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Alert } from '#app/contract/operator/alerts.ts'

/** Names of payment services. */
const paymentServices: Record<string, string> = { stripe: 'Stripe', yookassa: 'YooKassa' }

export type AlertText = { title: string; advice: string; link: string }

/** The strings of an alert: what is wrong, what to do, and where. */
// oxlint-disable-next-line max-lines-per-function -- A table: one case per alert.
export function useAlertTexts(): (alert: Alert) => AlertText {
  const { t } = useLingui()
  const [toSystem, toModels, toRuns] = [t`Open system`, t`Open models`, t`Open runs`]
  // oxlint-disable-next-line max-lines-per-function -- A table: one case per alert.
  return ({ code, subject, successor, count }) => {
    const number = count ?? 0
    const failedRuns = t`${plural(number, { one: '# run has', other: '# runs have' })} failed`
    const model = subject ?? ''
    switch (code) {
      case 'ledger_broken':
        return {
          title: t`The ledger audit found ${plural(number, { one: '# violation', other: '# violations' })}`,
          advice: t`Don’t change balances. Run “npm run audit:ledger”, which names the accounts.`,
          link: toSystem,
        }
      case 'disk_full':
        return {
          title: t`The disk is full`,
          advice: t`New runs and uploads are refused. Free some space or move files to a bucket.`,
          link: toSystem,
        }
      case 'disk_low':
        return {
          title: t`${number}% of the disk is free`,
          advice: t`Add space or move files to a bucket before new runs are refused.`,
          link: toSystem,
        }
      case 'disk_filling':
        return {
          title: t`The disk is full in about ${plural(number, { one: '# day', other: '# days' })}`,
          advice: t`At the pace of the last days. Add space or move files to a bucket.`,
          link: toSystem,
        }
      case 'storage_unusable':
        return {
          title: t`File storage can’t be used`,
          advice: t`Results can’t be saved. Check the storage settings and its access rights.`,
          link: toSystem,
        }
      case 'service_unpaid':
        return {
          title: t`${model}: no balance left at its service`,
          advice: t`${failedRuns}. Add money at the service.`,
          link: toModels,
        }
      case 'key_refused':
        return { title: t`${model}: its service refuses the key`, advice: t`${failedRuns}. Replace the key.`, link: toModels }
      case 'model_gone':
        return {
          title: t`${model} is no longer offered by its service`,
          advice: successor
            ? t`${failedRuns}. Turn it off and offer its successor: ${successor}.`
            : t`${failedRuns}. Turn it off, or check its name and the address of the service.`,
          link: toModels,
        }
      case 'model_not_set_up':
        return {
          title: t`${model} can’t be used as it is set up`,
          advice: t`${failedRuns}. The details of a failed run show what its service said.`,
          link: toRuns,
        }
      case 'moderation_unreachable':
        return {
          title: t`The moderation service can’t be reached`,
          advice: t`Runs fail and cost nothing, because nothing runs unchecked. ${plural(number, { one: '# check has', other: '# checks have' })} failed. Check the key of OpenAI, or turn the service off.`,
          link: t`Open safety`,
        }
      case 'queue_stuck':
        return {
          title: t`The queue isn’t moving: ${plural(number, { one: '# job is waiting', other: '# jobs are waiting' })}`,
          advice: t`Check that a worker is running and that services respond.`,
          link: t`Open queue`,
        }
      case 'backup_failed':
        return {
          title: t`The last backup failed`,
          advice: t`The log of the worker says why. Check the space and access rights of the backup folder.`,
          link: toSystem,
        }
      case 'backup_incomplete':
        return {
          title: t`The last backup lacks ${plural(number, { one: '# file', other: '# files' })}`,
          advice: t`They are missing or damaged in file storage. No older backup is deleted. “npm run storage -- check” lists the files: restore them, or delete their results.`,
          link: toSystem,
        }
      case 'backup_unsound':
        return {
          title: t`The last backup failed its test restore`,
          advice: t`The log of the worker says why. Make a new backup and check it with “npm run backup -- verify”.`,
          link: toSystem,
        }
      case 'backup_late':
        return {
          title: number > 0 ? t`The last backup is too old` : t`No backup has ever been made`,
          advice: t`Check that a worker is running: it makes the backups.`,
          link: toSystem,
        }
      case 'backup_off':
        return {
          title: t`No backups are scheduled`,
          advice: t`Set BACKUP_DIR, unless something else backs up this server.`,
          link: toSystem,
        }
      case 'reports_open':
        return {
          title: t`${plural(number, { one: '# shared result is reported', other: '# shared results are reported' })}`,
          advice: t`They stay public until you decide.`,
          link: t`Open reports`,
        }
      case 'disputes_open':
        return {
          title: t`${plural(number, { one: '# payment is disputed', other: '# payments are disputed' })}`,
          advice: t`Answer at the payment service before its deadline, or the money is lost.`,
          link: t`Open orders`,
        }
      case 'notices_failed':
        return {
          title: t`${plural(number, { one: '# notification', other: '# notifications' })} of ${paymentServices[model] ?? model} failed`,
          advice: t`Payments are found later, refunds and disputes may be missed. Check the webhook and its secret at the service.`,
          link: toSystem,
        }
      case 'mails_failed':
        return {
          title: t`${plural(number, { one: '# email', other: '# emails' })} couldn’t be sent`,
          advice: t`Check the mail server, then send them again.`,
          link: toSystem,
        }
      case 'jobs_failed':
        return {
          title: t`${plural(number, { one: '# background job', other: '# background jobs' })} failed`,
          advice: t`Run them again. If they fail again, the log says why.`,
          link: toSystem,
        }
      case 'grants_near_limit':
        return {
          title: t`${model} changed ${plural(number, { one: '# token', other: '# tokens' })} of people in 24 hours`,
          advice: t`This is most of what support may change in a day. Check the audit log for grants that no one asked for.`,
          link: t`Open audit log`,
        }
      case 'sign_ups_unusual':
        return {
          title: t`${plural(number, { one: '# new account shares its network address', other: '# new accounts share their network addresses' })}`,
          advice: t`One person may be collecting free tokens. Offices and schools share an address, too.`,
          link: t`Open safety`,
        }
      case 'checkout_open':
        return {
          title: t`Anyone can get tokens for free`,
          advice: t`Sign-up is open and the test checkout charges nothing. Set up a payment service, or set TEST_CHECKOUT=false.`,
          link: toSystem,
        }
      case 'mail_missing':
        return {
          title: t`No mail server is set up`,
          advice: t`No one gets emails, not even to reset a password. Set SMTP_URL.`,
          link: toSystem,
        }
      case 'mail_unaddressed':
        return {
          title: t`No one is emailed about problems`,
          advice: t`Set OPERATOR_EMAIL to the address that should hear of reports, failed backups and violations.`,
          link: toSystem,
        }
      case 'model_paused':
        return {
          title: t`${model} is paused after repeated failures`,
          advice: t`It is tried again by itself. Look at the failed runs if it stays paused.`,
          link: toRuns,
        }
      case 'model_ending':
        return {
          title: t`${model} ends in ${plural(number, { one: '# day', other: '# days' })}`,
          advice: t`Its service turns it off. Tell people in an announcement and offer its successor.`,
          link: toModels,
        }
    }
  }
}
