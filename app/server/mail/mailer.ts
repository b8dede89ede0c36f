export type Mail = {
  to: string
  subject: string
  /** The same message as text and HTML. */
  text: string
  html: string
}

/** Sends an email, or throws when that has finally failed. */
export type Mailer = { send(mail: Mail): Promise<void> }

/** `close()` resolves when the emails being sent are sent or have failed. */
export type OpenMailer = Mailer & { close(): Promise<void> }
