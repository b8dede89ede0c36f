export type Mail = {
  to: string
  subject: string
  /** The same message as text and HTML. */
  text: string
  html: string
}

/** `tries`: attempts at a mail server that fails for now; three by default. */
export type SendOptions = { tries?: number }

/** Sends emails. `send` throws if an email has finally failed. */
export type Mailer = { send(mail: Mail, options?: SendOptions): Promise<void> }

/** `close()` resolves when the emails in progress are sent or have failed. */
export type OpenMailer = Mailer & { close(): Promise<void> }
