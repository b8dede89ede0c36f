/** Returns the HTML of a page's main part, as it is shown: the data for hydration, which has the same texts, is not in it. */
export const wordsIn = (html: string): string => /<main[\s\S]*<\/main>/.exec(html)?.[0].replaceAll('<!-- -->', '') ?? ''
