/** A run that a person has waited for longer than this is worth a mail, if they want one. */
export const longRunMinutes = 1
