import type { SendMailOptions } from 'nodemailer'
import type { Mail } from './mailer.ts'

/** Composes an email; nodemailer escapes header injection. */
export function composeMail({ to, subject, text, html }: Mail, from: string): SendMailOptions {
  return {
    from,
    // An object instead of a string, which would be parsed: a comma would add a recipient.
    to: { name: '', address: to },
    subject,
    text,
    html,
    // Suppresses out-of-office replies (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    // Content must never be loaded from files or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
