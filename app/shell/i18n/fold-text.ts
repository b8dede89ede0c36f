/** Makes texts that a search compares alike: in lower case, without accents, and with letters in one part or two. */
export const foldText = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
