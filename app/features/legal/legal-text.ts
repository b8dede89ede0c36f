/** Details of the operator behind a document, in its language. */
export type Operator = { operator: string; address: string; email: string; jurisdiction: string }

/** A paragraph, or a list of short points. */
export type LegalPart = string | readonly string[]
export type LegalText = { lead: string; sections: readonly { heading: string; body: readonly LegalPart[] }[] }

/** A text lives in a file per language and takes the operator's details. */
export type WriteLegalText = (operator: Operator) => LegalText
