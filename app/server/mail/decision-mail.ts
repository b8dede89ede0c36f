import type { ReportReason } from '#app/contract/operator/reports.ts'
import { config, type Locale } from '#config'
import { type ServerText, translate } from '../i18n.ts'
import { layOut } from './layout.ts'
import type { Mail } from './mailer.ts'

const texts = {
  down: {
    subject: /*i18n*/ { id: 'mail.decision.down.subject', message: 'A result that you shared on {product} was taken down' },
    heading: /*i18n*/ { id: 'mail.decision.down.heading', message: 'Your public link was taken down' },
    what: /*i18n*/ {
      id: 'mail.decision.down.what',
      message:
        'Your result {title} was reported ({category}), and a person checked it on {time}. Its public link no longer works, and the same content can’t be uploaded or shared again. The result stays in your library.',
    },
  },
  restored: {
    subject: /*i18n*/ { id: 'mail.decision.restored.subject', message: 'A result on {product} may be shared again' },
    heading: /*i18n*/ { id: 'mail.decision.restored.heading', message: 'You may share your result again' },
    what: /*i18n*/ {
      id: 'mail.decision.restored.what',
      message:
        'The decision about your result {title} was changed on {time}: it may be shared again. Create a new public link if you want one.',
    },
  },
  removed: {
    subject: /*i18n*/ { id: 'mail.decision.removed.subject', message: 'The result that you reported on {product} was taken down' },
    heading: /*i18n*/ { id: 'mail.decision.removed.heading', message: 'The result that you reported was taken down' },
    what: /*i18n*/ {
      id: 'mail.decision.removed.what',
      message: 'You reported a shared result ({category}). A person checked it on {time} and took its public link down. Thank you.',
    },
  },
  stays: {
    subject: /*i18n*/ { id: 'mail.decision.stays.subject', message: 'Your report on {product} was checked' },
    heading: /*i18n*/ { id: 'mail.decision.stays.heading', message: 'The result that you reported stays online' },
    what: /*i18n*/ {
      id: 'mail.decision.stays.what',
      message: 'You reported a shared result ({category}). A person checked it on {time} and decided that it doesn’t break the rules.',
    },
  },
}

const common = {
  reason: /*i18n*/ { id: 'mail.decision.reason', message: 'Reason for the decision: {reason}' },
  appeal: /*i18n*/ {
    id: 'mail.decision.appeal',
    message:
      'If you disagree, write to {contact} within six months and say why. Someone will check the decision again, free of charge. You may also go to a court or, in the EU, to a certified out-of-court dispute settlement body.',
  },
  operator: /*i18n*/ { id: 'mail.decision.operator', message: 'the people who run {product}' },
  untitled: /*i18n*/ { id: 'mail.decision.untitled', message: 'without a title' },
  title: /*i18n*/ { id: 'mail.decision.title', message: '“{title}”' },
  button: /*i18n*/ { id: 'mail.decision.button', message: 'See the decision' },
  page: /*i18n*/ { id: 'mail.decision.page', message: 'Open {product}' },
}

const categories: Record<ReportReason, ServerText> = {
  sexual: /*i18n*/ { id: 'report.sexual', message: 'sexual content' },
  violence: /*i18n*/ { id: 'report.violence', message: 'violence or threats' },
  hate: /*i18n*/ { id: 'report.hate', message: 'hate or harassment' },
  minors: /*i18n*/ { id: 'report.minors', message: 'harm to children' },
  privacy: /*i18n*/ { id: 'report.privacy', message: 'shown without consent' },
  copyright: /*i18n*/ { id: 'report.copyright', message: 'copyright or trademark' },
  deception: /*i18n*/ { id: 'report.deception', message: 'deception or fraud' },
  other: /*i18n*/ { id: 'report.other', message: 'another reason' },
}

/** A decision about a reported result, for its owner or a reporter. It never names the other side. */
export type DecisionNotice = {
  role: 'owner' | 'reporter'
  to: string
  locale: Locale
  decision: 'dismiss' | 'take_down' | 'restore'
  category: ReportReason
  /** The operator's statement of reasons. */
  reason: string
  /** The title of the result, for its owner. */
  title: string | null
}

export type DecisionMailOptions = DecisionNotice & { siteUrl: string; contact: string | null; at: Date }

export function writeDecisionMail({
  to,
  locale,
  siteUrl,
  role,
  decision,
  category,
  reason,
  title,
  contact,
  at,
}: DecisionMailOptions): Mail {
  const isDown = decision === 'take_down'
  const words = role === 'owner' ? (isDown ? texts.down : texts.restored) : isDown ? texts.removed : texts.stays
  const product = config.name
  // The time is in UTC, because the person's time zone is unknown here.
  const time = `${new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(at)} UTC`
  const message = translate(locale, words.what, {
    time,
    category: translate(locale, categories[category]),
    title: title === null ? translate(locale, common.untitled) : translate(locale, common.title, { title }),
  })
  return layOut({
    to,
    locale,
    siteUrl,
    subject: translate(locale, words.subject, { product }),
    preheader: message,
    heading: translate(locale, words.heading),
    paragraphs: [
      message,
      ...(reason.trim() ? [translate(locale, common.reason, { reason })] : []),
      translate(locale, common.appeal, { contact: contact ?? translate(locale, common.operator, { product }) }),
    ],
    button: {
      label: translate(locale, role === 'owner' ? common.button : common.page, { product }),
      link: role === 'owner' ? `${siteUrl}/profile/settings#decisions` : siteUrl,
    },
    notes: [],
  })
}
