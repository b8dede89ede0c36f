export type Mail = {
  to: string
  subject: string
  /** The same message twice: for programs that show no HTML, and for all others. */
  text: string
  html: string
}

/** Hands a mail to whatever brings it, or throws once that is hopeless. */
export type Mailer = { send(mail: Mail): Promise<void> }
