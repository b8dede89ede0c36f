import { config, type Locale } from '#config'
import { translate } from '../i18n.ts'
import type { Mail } from './mailer.ts'

const texts = {
  plainLink: /*i18n*/ { id: 'mail.plain_link', message: 'If the button doesn’t work, open this link:' },
  footer: /*i18n*/ { id: 'mail.footer', message: '{product} sends these emails automatically. Replies aren’t read.' },
}

export type MailContent = {
  to: string
  locale: Locale
  subject: string
  /** Shown after the subject in lists of emails. */
  preheader: string
  heading: string
  paragraphs: readonly string[]
  button: { label: string; link: string }
  /** Smaller text below the button. */
  notes: readonly string[]
  /** The public URL of the app. */
  siteUrl: string
}

const fonts = "'Onest Variable', Onest, -apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"

/** The logo: four bars drawn with HTML, because most mail clients block remote images. */
const bars = [
  { colour: '#e5604c', height: 14 },
  { colour: '#9a6be0', height: 26 },
  { colour: '#1fa28a', height: 19 },
  { colour: '#c98a1b', height: 10 },
]

/**
 * Dark colors use classes, so that clients without `prefers-color-scheme` show the light email. A client that inverts colors keeps the
 * contrast, because no text depends on a background that the client might not invert.
 */
const darkColours = `
  @media (prefers-color-scheme: dark) {
    .paper { background-color: #101114 !important; }
    .card { background-color: #18191d !important; border-color: #2d2f35 !important; }
    .ink { color: #f1efec !important; }
    .soft { color: #a6a8b0 !important; }
    .line { border-color: #2d2f35 !important; }
    .button { background-color: #f1efec !important; }
    .button a { color: #18191d !important; }
  }
  @media (max-width: 480px) {
    .card { padding: 28px 22px !important; }
  }`

/** Renders the email as HTML and text. */
export function layOut({ to, locale, subject, preheader, heading, paragraphs, button, notes, siteUrl }: MailContent): Mail {
  const footer = translate(locale, texts.footer, { product: config.name })
  const text = [heading, ...paragraphs, `${button.label}:`, button.link, ...notes, '—', footer, siteUrl].join('\n\n')
  const html = `<!doctype html>
<html lang="${locale}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${escapeHtml(subject)}</title>
<style>:root { color-scheme: light dark; supported-color-schemes: light dark; }${darkColours}
</style>
</head>
<body class="paper" style="margin:0;padding:0;background-color:#faf9f7;-webkit-text-size-adjust:100%;">
<div style="display:none;max-height:0;overflow:hidden;opacity:0;">${escapeHtml(preheader)}${'&#8199;&#847; '.repeat(40)}</div>
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:#faf9f7;">
<tr><td align="center" style="padding:32px 16px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;">
<tr><td style="padding:0 4px 20px;">${brand()}</td></tr>
<tr><td class="card" style="padding:36px 40px;background-color:#ffffff;border:1px solid #e6e3df;border-radius:22px;">
<h1 class="ink" style="margin:0 0 16px;font:650 24px/1.25 ${fonts};letter-spacing:-0.02em;color:#1f1b18;">${escapeHtml(heading)}</h1>
${paragraphs.map((paragraph) => paragraphOf(paragraph, 'ink', 'margin:0 0 16px;font:400 16px/1.55', '#1f1b18')).join('\n')}
${buttonOf(button)}
${notes.map((note) => paragraphOf(note, 'soft', 'margin:0 0 12px;font:400 14px/1.5', '#5f5a55')).join('\n')}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td class="line" style="padding:8px 0 0;border-bottom:1px solid #e6e3df;font-size:0;line-height:0;">&nbsp;</td></tr></table>
<p class="soft" style="margin:16px 0 0;font:400 13px/1.5 ${fonts};color:#5f5a55;">${escapeHtml(translate(locale, texts.plainLink))}<br>
<a class="soft" href="${escapeHtml(button.link)}" style="color:#5f5a55;text-decoration:underline;word-break:break-all;">${escapeHtml(button.link)}</a></p>
</td></tr>
<tr><td class="soft" style="padding:20px 4px 0;font:400 13px/1.5 ${fonts};color:#5f5a55;">${escapeHtml(footer)}<br>
<a class="soft" href="${escapeHtml(siteUrl)}" style="color:#5f5a55;text-decoration:underline;">${escapeHtml(new URL(siteUrl).host)}</a></td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
  return { to, subject, text, html }
}

const paragraphOf = (text: string, tone: string, style: string, colour: string) =>
  `<p class="${tone}" style="${style} ${fonts};color:${colour};overflow-wrap:anywhere;">${escapeHtml(text)}</p>`

function buttonOf({ label, link }: MailContent['button']): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0;"><tr>
<td class="button" style="border-radius:10px;background-color:#1f1b18;"><a href="${escapeHtml(link)}" style="display:inline-block;padding:13px 24px;font:600 16px/20px ${fonts};color:#ffffff;text-decoration:none;">${escapeHtml(label)}</a></td>
</tr></table>`
}

function brand(): string {
  const cells = bars.map(
    ({ colour, height }) =>
      `<td valign="middle" style="padding-right:3px;"><div style="width:5px;height:${height}px;border-radius:3px;background-color:${colour};font-size:0;line-height:0;">&nbsp;</div></td>`,
  )
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>${cells.join('')}
<td class="ink" valign="middle" style="padding-left:7px;font:650 18px/26px ${fonts};letter-spacing:-0.02em;color:#1f1b18;">${escapeHtml(config.name)}</td></tr></table>`
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')
}
