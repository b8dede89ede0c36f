/** Details of the operator behind a document, in its language. */
export type Operator = { operator: string; address: string; email: string; jurisdiction: string }
/** Details of a document: the operator, and the tokens that a new account gets. */
export type LegalDetails = Operator & { welcomeTokens: number }

/** A paragraph, or a list of short points. */
export type LegalPart = string | readonly string[]
export type LegalText = { lead: string; sections: readonly { heading: string; body: readonly LegalPart[] }[] }

/** Writes a legal text with the operator's details; each language has its own file. */
export type WriteLegalText = (details: LegalDetails) => LegalText
