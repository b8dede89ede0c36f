import type { SendMailOptions } from 'nodemailer'
import type { Mail } from './mailer.ts'

/** A mail as the library takes it, which folds what could begin a header of its own. */
export function composeMail({ to, subject, text, html }: Mail, from: string): SendMailOptions {
  return {
    from,
    // As an object: a text would be parsed, and a comma in it would be a second recipient.
    to: { name: '', address: to },
    subject,
    text,
    html,
    // Nobody's absence note is to come back to it (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    // What a mail is made of never comes from files or addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
