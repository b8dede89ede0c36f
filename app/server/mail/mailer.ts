export type Mail = { to: string; subject: string; text: string }

/** Sends what is handed to it, or throws. */
export type Mailer = { send(mail: Mail): Promise<void> }
