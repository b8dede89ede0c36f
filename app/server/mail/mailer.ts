export type Mail = {
  to: string
  subject: string
  /** The same message as text and HTML. */
  text: string
  html: string
}

/** Sends emails. `send` throws if an email has finally failed. */
export type Mailer = { send(mail: Mail): Promise<void> }

/** `close()` resolves when the emails in progress are sent or have failed. */
export type OpenMailer = Mailer & { close(): Promise<void> }
